import Foundation
import TestSupport
import Testing

/// What people typed who had read only the README, in `Guesses.txt`: each line works, is answered by the command that
/// does it, or is refused because nothing does it; and none does harm.
@Suite struct GuessListTests {
  struct Guess: Sendable, CustomTestStringConvertible {
    enum Expectation: String { case works, hint, refused }

    var expected: Expectation
    var line: String
    /// The first command that a hint prints.
    var command = ""

    var testDescription: String { line }
  }

  static let guesses = Result { () throws -> [Guess] in
    var guesses: [Guess] = []
    for line in try Repository.text("Tests/CommandLineTests/Guesses.txt").split(separator: "\n") {
      if line.hasPrefix(" ") {
        guesses[guesses.count - 1].command = line.trimmingCharacters(in: .whitespaces)
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let expected = Guess.Expectation(rawValue: String(words[0])) else { continue }
      guesses.append(Guess(expected: expected, line: words[1].trimmingCharacters(in: .whitespaces)))
    }
    return guesses
  }

  /// A repository with the files that the lines name; `isWhole` leaves out those that are damaged.
  private static func project(isWhole: Bool = false) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let icon = try Repository.bytes("Samples/two-reds.png")
    for name in ["icon.png", "ICON2.PNG", "my icon.png", "pngnamed.jpg", "Assets/star.png"] {
      try folder.write(icon, to: name)
    }
    for (sample, name) in [("p3-that-fits", "bolt"), ("untagged", "plain"), ("srgb", "srgb")] {
      try folder.copy("Samples/\(sample).png", to: "Assets/\(name).png")
    }
    try folder.copy("Profiles/DisplayP3.icc", to: "project/Profiles/DisplayP3.icc")
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8) + [0]
    for name in ["real.jpg", "icon.jpg"] { try folder.write(jpeg, to: name) }
    try folder.write("RIFF\0\0\0\0WEBPVP8 ", to: "real.webp")
    try folder.write("<svg/>", to: "x.svg")
    try folder.write("version: 1\n", to: ".gamut.yml")
    try folder.makeFolder("empty")
    if !isWhole {
      try folder.write(jpeg, to: "jpgnamed.png")
      try folder.write([], to: "zero.png")
      try folder.write(Array(icon.prefix(100)), to: "trunc.png")
    }
    // A browser that opens nothing.
    try folder.write("#!/bin/sh\n", to: ".bin/xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/.bin/xdg-open")
    return folder
  }

  /// Runs a line of a shell in a project, which is a repository of git with one commit where the line asks git.
  private static func run(_ line: String, in folder: TemporaryFolder) throws -> GamutProcess {
    let asksGit = line.contains(#/changed|since|staged|cached|diff/#)
    let bin = folder.path + "/.bin"
    return try GamutProcess.run(
      ["-c", line], program: "/bin/sh",
      environment: ["PATH": "\(bin):\(GamutProcess.builtFolder):/usr/bin:/bin", "TMPDIR": bin],
      preparation: asksGit
        ? "git init -q -b main .; git add -A; git -c user.name=a -c user.email=a@b.c commit -q -m a" : ":",
      at: folder.path)
  }

  /// The bytes of all files.
  private static func contents(of folder: TemporaryFolder) throws -> [String: [UInt8]] {
    try folder.contents().filter { !$0.key.hasPrefix(".git/") && !$0.key.hasPrefix(".bin/") }
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: try guesses.get())
  func guess(_ guess: Guess) throws {
    let folder = try Self.project(isWhole: guess.expected == .works)
    let before = try Self.contents(of: folder)
    let run = try Self.run(guess.line, in: folder)
    let said = "\(run.status): \(run.text.prefix(500))\n\(run.errors)"
    let commands = run.errors.split(separator: "\n").filter { $0.hasPrefix("  $ ") }.map { String($0.dropFirst(4)) }
    #expect(commands.count <= 3, "\(said)")
    switch guess.expected {
    case .works: #expect([0, 1].contains(run.status), "\(said)")
    case .refused: #expect(run.status != 0 && !run.errors.isEmpty, "\(said)")
    case .hint:
      #expect(run.status != 0 && commands.first == guess.command, "\(said)")
      let source = guess.line.contains("| gamut") ? guess.line.prefix { $0 != "|" } + "| " : ""
      let right = try Self.run(source + guess.command, in: try Self.project(isWhole: true))
      #expect([0, 1].contains(right.status), "\(right.errors)")
    }
    for (name, bytes) in try Self.contents(of: folder) where before[name] != bytes {
      let folder = name.split(separator: "/").first.map(String.init) ?? name
      let isNamed = guess.line.contains(folder)
      let isExpected = ["gamut init --force": ".gamut.yml", "gamut audit --fix icon.png": "icon-srgb.png"][guess.line]
      #expect(isNamed && before[name] == nil || name == isExpected, "\(name) has changed")
    }
  }

  @Test func mostWorkOrAreAnswered() throws {
    let guesses = try Self.guesses.get()
    #expect(guesses.count == 281)
    #expect(guesses.count { $0.expected == .works } >= 120)
    #expect(guesses.count { $0.expected != .refused } >= 220)
    #expect(guesses.allSatisfy { ($0.expected == .hint) == $0.command.contains("gamut ") })
  }
}
