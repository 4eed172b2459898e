import Foundation
import TestSupport
import Testing

/// The images of `Samples/` match their README.
@Suite struct SampleTests {
  /// Returns the file and the verdict of each row of the README's table.
  private func table() throws -> [String: String] {
    let rows = try Repository.text("Samples/README.md").split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/\| `(.+\.png)` \| .+ \| (\w+) \|/#).map { (String($0.1), String($0.2)) }
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  @Test func theReadmeListsTheVerdicts() throws {
    let run = try GamutProcess.run(
      ["report", "--format", "json", "--exclude", "*.xcassets", Repository.path + "/Samples"])
    #expect(run.status == 0)
    let verdicts = try run.rows().map { row in
      (String(row["path"]?.string?.split(separator: "/").last ?? ""), row["verdict"]?.string ?? "")
    }
    #expect(Dictionary(uniqueKeysWithValues: verdicts) == (try table()))
    #expect(verdicts.count == 13)
  }

  /// The output in the README is the actual output of the command.
  @Test func theReadmeShowsTheCommandsOutput() throws {
    let readme = try Repository.text("README.md")
    let command = "gamut report Samples/two-reds.png"
    let run = try GamutProcess.run(
      Array(command.split(separator: " ").dropFirst().map(String.init)), at: Repository.path)
    #expect(readme.contains("$ \(command)\n\(run.text)```"))
  }

  /// The page about catalogs shows what the commands print about the sample.
  @Test func thePageShowsTheCatalog() throws {
    let readme = try Repository.text("Documentation/catalogs.md")
    let commands = readme.matches(of: #/\n\$ (gamut .*Samples\/Media\.xcassets.*)\n/#).map { String($0.1) }
    #expect(commands.count == 2)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let run = try GamutProcess.run(words, at: Repository.path)
      #expect(readme.contains("$ \(command)\n\(run.text)"), "\(command)")
    }
  }

  /// The page about colours shows what the commands print.
  @Test(arguments: [
    ["color", "color(display-p3 1 0 0)"],
    ["palette", "Samples/Palettes/theme.css", "--no-policy", "--quiet"],
  ])
  func thePageShowsTheColors(words: [String]) throws {
    let line = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
    let run = try GamutProcess.run(words, at: Repository.path)
    #expect(try Repository.text("Documentation/palettes.md").contains("$ gamut \(line)\n\(run.text)"))
  }

  /// There is a palette of each format, and together they show each rule about palettes.
  @Test func thePalettesShowEachRule() throws {
    let folder = Repository.path + "/Samples/Palettes/"
    let names = ["brand.tokens.json", "theme.css"]
    let run = try GamutProcess.run(
      ["palette", "--policy", folder + "palettes.yml", "--fail-on", "never", "--format", "json"]
        + names.map { folder + $0 })
    #expect(run.status == 0, "\(run.errors)")
    #expect(Set(try run.rows().compactMap { $0["palette.format"]?.string }) == ["design-tokens", "css"])
    let rules = try run.rules()
    let text = try Repository.text("Documentation/palettes.md")
    let table = try #require(text.firstMatch(of: #/## Rules\n[^|]*((?:\|.*\n)+)/#)).1
    let named = Set(table.matches(of: #/`([a-z0-9]+(?:-[a-z0-9]+)+)`/#).map { String($0.1) })
    #expect(named.count == 10 && named.isSubset(of: rules), "\(named.subtracting(rules))")
  }

  /// Each rule about catalogs has a finding in the sample.
  @Test func theCatalogShowsEachRule() throws {
    let catalog = Repository.path + "/Samples/Media.xcassets"
    let run = try GamutProcess.run(
      [
        "audit", catalog, "--policy", Repository.path + "/Samples/catalog.yml", "--fail-on", "never", "--format",
        "json",
      ])
    let rules = try run.rules()
    let text = try Repository.text("Documentation/catalogs.md")
    let named = Set(
      text.matches(of: #/^\| (`.*`) \|/#.anchorsMatchLineEndings()).flatMap { $0.1.split(separator: "`") })
    let expected = named.map(String.init).filter { $0.contains("-") }
    #expect(expected.count == 13 && Set(expected).isSubset(of: rules), "\(Set(expected).subtracting(rules))")
  }

  /// The documented audit consists of parts of the actual output, in their order.
  @Test func theDocumentationShowsTheAudit() throws {
    let block = try #require(
      try Repository.text("Documentation/audit.md").firstMatch(
        of: #/```\n\$ (gamut audit Samples --exclude '\*\.xcassets')\n((?:.*\n)*?)```/#))
    let run = try GamutProcess.run(["audit", "Samples", "--exclude", "*.xcassets"], at: Repository.path)
    let parts = block.2.components(separatedBy: "...\n")
    #expect(parts.count == 2 && run.text.hasPrefix(parts[0]) && run.text.hasSuffix(parts[1]))
    var rest = run.text[...]
    for part in parts {
      let place = try #require(rest.range(of: part.isEmpty ? "\n" : part), "\(part)")
      rest = rest[place.upperBound...]
    }
  }
}
