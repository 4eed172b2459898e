import Foundation
import GamutAudit
import SyntheticPNG
import TestSupport
import Testing

@Suite struct AuditCommandTests {
  private static let samples = Repository.path + "/Samples"

  private func audit(_ arguments: String..., at place: String? = nil) throws -> GamutProcess {
    try GamutProcess.run(["audit"] + arguments, at: place)
  }

  /// Standard input is an image in no folder, so that no command can name it.
  @Test func standardInputIsAnImage() throws {
    let reds = try Repository.bytes("Samples/two-reds.png")
    let run = try GamutProcess.run(["audit", "-"], input: reds, at: Self.samples)
    #expect(run.status == 1 && run.text.hasPrefix("error collapses: ") && run.text.contains("\n  -\n"))
    #expect(!run.text.contains("$ gamut") && run.errors.isEmpty, "\(run.text)")
    let both = try GamutProcess.run(["audit", "srgb.png", "-", "--format", "json"], input: reds, at: Self.samples)
    #expect(try both.rows().map { $0["path"]?.string } == ["-", "Samples/srgb.png"])
    for (arguments, words) in [
      (["audit", "-", "--fix"], "--fix changes files."),
      (["audit", "-", "--files-from", "-"], "cannot be both an image"),
      (["report"], "$ gamut report -\n"), (["inspect", "--format", "json"], "$ gamut inspect --format json -\n"),
    ] {
      let run = try GamutProcess.run(arguments, input: reds)
      #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
    }
  }

  /// A run that audits nothing is an error if nobody asked for it.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ([], ["."], 2), (["a.txt"], ["."], 2), (["node_modules/a.png"], ["."], 2), (["theme.json"], ["."], 2),
      ([], [".", "--allow-empty"], 0), ([], [".", "--shard", "1/2"], 0), ([], ["--files-from", "list"], 0),
      (["node_modules/a.png"], [".", "--no-ignore"], 0), (["a.png"], [".", "--exclude", "*.png"], 0),
      (["a.png"], ["a.png", "--exclude", "*.png"], 0), (["M.xcassets/Contents.json"], ["."], 0),
      (["M.xcassets/Contents.json"], ["M.xcassets"], 0), (["theme.css"], ["."], 0), ([], [".", "--fix"], 2),
      ([], [".", "--fix", "--dry-run"], 2), ([], [".", "--format", "json", "--quiet"], 2),
    ] as [([String], [String], Int32)])
  func emptyAudits(files: [String], arguments: [String], status: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write("\n", to: "list")
    for file in files {
      let text = file.hasSuffix(".css") ? ":root { --a: #f00 }" : "{}"
      try folder.write(
        file.hasSuffix(".png") ? try Repository.bytes("Samples/srgb.png") : Array(text.utf8), to: file)
    }
    let run = try GamutProcess.run(["audit"] + arguments, at: folder.path)
    #expect(run.status == status, "\(run.errors)")
    #expect((status == 2) == run.errors.contains("No PNG file, asset catalog or palette was found."))
    #expect(run.errors.contains("palettes: [\"*.css\"]") == files.contains("theme.css"))
  }

  /// Who names a path means it; a hook and a list hand in what has changed.
  @Test(.enabled(if: Thoroughness.hasTime)) func aNamedPathThatThePolicyExcludes() throws {
    let folder = try TemporaryFolder(samples: ["two-reds"], policy: "exclude: [Assets]")
    try folder.write("Assets/two-reds.png\n", to: "list")
    for (arguments, status) in [
      (["Assets"], 2), (["Assets/two-reds.png"], 2), (["Assets", "--no-policy"], 1), (["Assets", "--allow-empty"], 0),
      (["--files-from", "list"], 0), (["Assets", "--shard", "1/2"], 0), (["."], 0),
    ] as [([String], Int32)] {
      let run = try GamutProcess.run(["audit"] + arguments, at: folder.path)
      #expect(run.status == status, "\(arguments): \(run.errors)")
      let names = "'exclude' in .gamut.yml leaves out '\(arguments[0])': Assets."
      #expect(run.errors.contains(names) == (status == 2 || arguments.contains("--allow-empty")), "\(run.errors)")
    }
  }

  /// The command to start with is for as many files as the line says.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("severity: {collapses: warning}", 2), ("severity: {collapses: off}", nil), ("version: 1", 2),
    ] as [(String, Int?)])
  func theFirstCommandPlansWhatIsCounted(inFolder: String, count: Int?) throws {
    let folder = try TemporaryFolder(samples: ["two-reds"], policy: "version: 1")
    try folder.copy("Samples/two-reds.png", to: "Web/other.png")
    try folder.write(inFolder, to: "Web/.gamut.yml")
    let text = try audit(at: folder.path).text
    let line = text.split(separator: "\n").first { $0.hasPrefix("Start with 'collapses'") } ?? ""
    #expect(line.contains("(\(count ?? 1) file"), "\(text)")
    #expect(line.hasSuffix(" --select collapses --fix --dry-run") == (count != nil), "\(text)")
    let words = (line.split(separator: ": gamut ").last ?? "").split(separator: " ").map(String.init)
    let plan = try GamutProcess.run(words + (count == nil ? ["--dry-run"] : []), at: folder.path)
    #expect(
      plan.status == 0 && (count == nil || plan.text.contains("\n\n\(count ?? 0) files would be fixed")), "\(plan.text)"
    )
  }

  /// What git says depends on its variables only where no folder is a repository.
  @Test(
    .enabled(if: GitRepository.isAvailable, "git is not installed"),
    arguments: [
      (["GIT_DIR": "/nonexistent", "GIT_WORK_TREE": "/"], 1, ""),
      (["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"], 2, "also those that git ignores, in '.'"),
      (["PATH": "/nonexistent"], 2, "git is not installed."),
    ] as [([String: String], Int, String)])
  func ignoredFilesNeedGit(environment: [String: String], files: Int, note: String) throws {
    let repository = try GitRepository()
    for name in ["a", "b"] { try repository.folder.copy("Samples/srgb.png", to: name + ".png") }
    try repository.folder.write("b.png\n", to: ".gitignore")
    let run = try GamutProcess.run(["audit", "--format", "json"], environment: environment, at: repository.folder.path)
    #expect(try JSONValue(parsing: run.output)["run.files"] == .integer(files), "\(run.errors)")
    #expect(note.isEmpty ? run.errors.isEmpty : run.errors.contains(note), "\(run.errors)")
  }

  /// GitHub and GitLab know files by their paths in the repository, also where the policy is in a folder of it.
  @Test(.enabled(if: Thoroughness.hasTime)) func placesAreThoseOfTheRepository() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "apps/ios/.gamut.yml")
    try folder.copy("Samples/two-reds.png", to: "apps/ios/Assets/two reds.png")
    func outputs() throws -> [String: [UInt8]] {
      let part = try folder.write(try audit(folder.path + "/apps/ios", "--format", "ndjson").output, to: "part.ndjson")
      var outputs: [String: [UInt8]] = [:]
      for format in ["github", "gitlab", "sarif", "json"] {
        let run = try audit(folder.path + "/apps/ios", "--format", format)
        #expect(run.status == 1)
        outputs[format] = run.output
        let merged = try GamutProcess.run(["merge", part, "--format", format, "--fail-on", "never"])
        #expect(merged.output.elementsEqual(run.output), "\(format)")
      }
      return outputs
    }
    let outside = try outputs()
    try folder.makeFolder(".git")
    let inside = try outputs()
    for (outputs, path) in [(outside, "Assets/two reds.png"), (inside, "apps/ios/Assets/two reds.png")] {
      let github = String(decoding: try #require(outputs["github"]), as: UTF8.self)
      #expect(github.contains(" file=\(path),"))
      let gitlab = try JSONValue(parsing: #require(outputs["gitlab"]))
      #expect(Set(try #require(gitlab.array).map { $0["location.path"]?.string }) == [path])
      let sarif = try JSONValue(parsing: #require(outputs["sarif"]))
      let place = sarif["runs.0.results.0.locations.0.physicalLocation.artifactLocation"]
      #expect(place?["uri"]?.string == path.replacing(" ", with: "%20") && place?["uriBaseId"]?.string == "SRCROOT")
    }
    // The same file below another policy of the repository is another issue for GitLab.
    func prints(_ outputs: [String: [UInt8]]) throws -> Set<String> {
      let issues = try JSONValue(parsing: #require(outputs["gitlab"]))
      return Set(try #require(issues.array).compactMap { $0["fingerprint"]?.string })
    }
    #expect(try !prints(inside).isEmpty && prints(inside).isDisjoint(with: prints(outside)))
    let json = try JSONValue(parsing: #require(inside["json"]))
    #expect(try Repository.schema("audit").faults(in: json) == [])
    #expect(json["run.folder"]?.string == "apps/ios" && json["files.0.path"]?.string == "Assets/two reds.png")
    #expect(try JSONValue(parsing: #require(outside["json"]))["run.folder"] == nil)
    // Parts of two folders have none in common.
    try folder.write([], to: "apps/mac/.gamut.yml")
    try folder.copy("Samples/two-reds.png", to: "apps/mac/other.png")
    let parts = try ["ios", "mac"].map { name in
      try folder.write(try audit("\(folder.path)/apps/\(name)", "--format", "ndjson").output, to: "\(name).ndjson")
    }
    let both = try JSONValue(parsing: GamutProcess.run(["merge", "--format", "json"] + parts).output)
    #expect(both["run.folder"] == nil && both["files.1.path"]?.string == "other.png")
  }

  /// Commands are for the root, wherever the policy and its profiles are.
  @Test(.enabled(if: Thoroughness.hasTime)) func commandsWithAProfileOfAPolicyFromElsewhere() throws {
    let folder = try TemporaryFolder(samples: ["p3-that-fits", "untagged"])
    let policy = try folder.write("expect: [{files: '**', profile: brand.icc}]", to: "Central/policy.yml")
    try folder.copy("Profiles/sRGB.icc", to: "Central/brand.icc")
    try folder.makeFolder(".git")
    func commands(_ root: [String] = []) throws -> [String] {
      let run = try GamutProcess.run(
        ["audit", folder.path + "/Assets", "--policy", policy, "--format", "json", "--select", "unexpected-profile"]
          + root)
      return try run.findings().compactMap { $0["command"]?.string }
    }
    let expected = [
      "gamut convert Assets/p3-that-fits.png --to Central/brand.icc --in-place",
      "gamut embed Assets/untagged.png --profile Central/brand.icc --in-place",
    ]
    #expect(try commands() == expected)
    // Absolute paths, possibly below a symbolic link.
    let profile = "\(folder.path)/Central/brand.icc --in-place"
    let diagnostics = try audit(folder.path + "/Assets", "--policy", policy, "--format", "xcode").text
    #expect(diagnostics.contains("\(folder.path)/Assets/untagged.png --profile /") && diagnostics.contains(profile))
    let outside = try commands(["--root", folder.path + "/Assets"])
    #expect(outside.count == 2 && outside.allSatisfy { $0.hasSuffix(profile) }, "\(outside)")
    #expect(outside.last?.hasPrefix("gamut embed untagged.png --profile /") == true)
    for command in expected {
      let words = command.split(separator: " ").dropFirst().map { String($0) }
      let run = try GamutProcess.run(words, at: folder.path)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try commands() == [])
  }

  /// The folders above a set say what it is, wherever the command runs.
  @Test(.enabled(if: Thoroughness.hasTime)) func setsAreFoundFromAnyFolder() throws {
    let folder = try TemporaryFolder()
    for (name, red) in [("A", "1.000"), ("B", "0.925")] {
      let components = "{\"red\":\"\(red)\",\"green\":\"0.000\",\"blue\":\"0.000\",\"alpha\":\"1.000\"}"
      let color = "{\"color-space\":\"display-p3\",\"components\":\(components)}"
      try folder.write("{\"colors\":[{\"color\":\(color)}]}", to: "Media.xcassets/\(name).colorset/Contents.json")
    }
    let catalog = folder.path + "/Media.xcassets"
    for (place, name) in [
      (folder.path, "Media.xcassets"), (catalog, "."), (catalog, "A.colorset"), (catalog + "/A.colorset", "."),
      (catalog + "/A.colorset", "Contents.json"), (catalog + "/A.colorset", "../../Media.xcassets/B.colorset"),
      ("/", catalog),
    ] {
      let run = try audit(name, "--no-policy", at: place)
      #expect(run.status == 1 && run.text.contains("colors-merge"), "\(place) \(name)")
    }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func severalFormsAtOnce() throws {
    let target = try TemporaryFolder()
    let run = try audit(
      Self.samples, "--report", "sarif=\(target.path)/a.sarif", "--report", "junit=\(target.path)/a=b.xml", "--report",
      "json=\(target.path)/a.json")
    #expect(run.status == 1)
    #expect(run.text.contains("collapses"))
    for (name, format) in [("a.sarif", "sarif"), ("a=b.xml", "junit"), ("a.json", "json")] {
      #expect(try audit(Self.samples, "--format", format).output == target.bytes(name))
    }
    #expect(try target.names().count == 3)
    let missing = try audit(Self.samples, "--report", "sarif=/nonexistent/a.sarif")
    #expect(missing.status == 2 && missing.errors.contains("/nonexistent/a.sarif"))
    let full = try audit(Self.samples, "--report", "sarif=/dev/full")
    #expect(full.status == 2 && full.errors.contains("/dev/full"))
  }

  @Test func whatIsAskedIsPrinted() throws {
    #expect(try audit("--explain", "p3-unneeded").text.contains("every pixel fits sRGB"))
    let rules = try audit("--list-rules", "--no-policy").text.split(separator: "\n")
    #expect(rules.count == AuditRule.allCases.count)
    let folder = try TemporaryFolder(samples: ["srgb"], policy: "jnd: 0.03\nseverity: {apng: off}")
    let printed = try audit(folder.path, "--print-policy").withoutComments
    #expect(printed.contains("jnd: 0.03\n") && printed.contains("  apng: off\n") && printed.contains("  clips: note\n"))
    try folder.write(printed, to: ".gamut.yml")
    #expect(try audit(folder.path, "--print-policy").withoutComments == printed)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func theStepSummaryGetsTheTables() throws {
    let folder = try TemporaryFolder()
    let summary = try folder.write("before\n", to: "summary.md")
    let run = try GamutProcess.run(
      ["audit", Self.samples, "--format", "github"], environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(run.text.hasPrefix("::error file="))
    let text = String(decoding: try folder.bytes("summary.md"), as: UTF8.self)
    #expect(text.hasPrefix("before\n## Colour audit") && text.contains("| error | `collapses` | 4 |"))
  }

  /// What a policy requires is neither superfluous nor, for a palette, a matter of its indices. A byte order mark
  /// precedes the text of some editors.
  @Test func requirementsOfAPolicy() throws {
    let policy = "\u{feff}expect:\n- {files: '*.png', profile: display-p3}\n- {files: Palettes, depth: 8}\n"
    let folder = try TemporaryFolder(samples: ["p3-that-fits"], policy: policy)
    var palette = PNGBuilder(width: 4, height: 4, depth: 4, colorType: 3) { x, _, _ in x }
    palette.palette = Array(repeating: 7, count: 12)
    try folder.write(palette.bytes, to: "Palettes/a.png")
    try folder.write(
      PNGBuilder(width: 4, height: 4, depth: 4, colorType: 0) { x, _, _ in x }.bytes, to: "Palettes/b.png")
    let run = try audit(folder.path, "--format", "json", "--select", "p3-unneeded,unexpected-profile")
    let found = try run.rows().compactMap { $0["findings.0"] == nil ? nil : $0["path"]?.string }
    #expect(found == ["Palettes/b.png"], "\(run.text)")
  }
}
