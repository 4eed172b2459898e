import Foundation
import TestSupport
import Testing

/// The options that the texts of the libraries name, against the help of the commands.
@Suite(.enabled(if: Thoroughness.hasTime)) struct OptionNameTests {
  /// The options of each command.
  private static let options = Result { () throws -> [String: Set<String>] in
    let folder = "Tests/CommandLineTests/Help"
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/" + folder)
    return try names.reduce(into: [:]) { options, name in
      options[(name as NSString).deletingPathExtension] = Set(
        Self.options(in: try Repository.text("\(folder)/\(name)")))
    }
  }

  private static func options(in text: some StringProtocol) -> [String] {
    String(text).matches(of: #/(?:^|[^\w-])(--[a-z][a-z0-9-]+)/#).map { String($0.1) }
  }

  /// The lines of a library's code with texts: no comments, no properties of style sheets, and not the options of git.
  private static func lines(of library: String) throws -> [(file: String, line: String)] {
    let folder = "Sources/\(library)"
    let files = try #require(FileManager.default.enumerator(atPath: Repository.path + "/" + folder))
      .compactMap { $0 as? String }
      .filter { ["swift", "js"].contains(($0 as NSString).pathExtension) }
      .filter { !["GitChanges.swift", "IgnoredPaths.swift"].contains(($0 as NSString).lastPathComponent) }
    return try files.flatMap { file in
      try Repository.text("\(folder)/\(file)").split(separator: "\n").map { (file, String($0)) }
    }.filter { !$0.line.contains(#/^ *\/\/|setProperty|style: /#) }
  }

  @Test(arguments: ["GamutKit", "GamutAudit", "CPageFiles"])
  func namedOptionsExist(library: String) throws {
    let all = try Self.options.get().values.reduce(into: Set()) { $0.formUnion($1) }
    let named = try Self.lines(of: library).flatMap { place in Self.options(in: place.line).map { (place.file, $0) } }
    // The page names one alone.
    #expect(named.count > (library == "CPageFiles" ? 0 : 1))
    for (file, option) in named { #expect(all.contains(option), "\(option) in \(file)") }
  }

  /// An option behind the name of a command is one of that command.
  @Test func namedCommandsHaveTheOptions() throws {
    let commands = try Self.options.get()
    let named = try ["GamutKit", "GamutAudit"].flatMap(Self.lines).flatMap { place in
      place.line.matches(of: #/gamut ([a-z]+) ([^'"`;|]*)/#).map { (place.file, String($0.1), String($0.2)) }
    }
    for (file, command, words) in named {
      guard let options = commands[command] else { continue }
      for option in Self.options(in: words) { #expect(options.contains(option), "\(command) \(option) in \(file)") }
    }
    #expect(named.contains { $0.1 == "convert" && $0.2.contains("--") })
  }
}
