import Foundation
import GamutAudit
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// The manual pages generated from the command's own descriptions.
@Suite struct ManualTests {
  private static let subcommands = [
    "audit", "color", "compare", "convert", "embed", "init", "inspect", "merge", "palette", "report", "spaces",
    "verify",
  ]

  /// The pages by name.
  private static let pages = Result { () throws -> [String: String] in
    let folder = try TemporaryFolder()
    let description = try GamutProcess.run(["--experimental-dump-help"])
    let run = try GamutProcess.run(
      ["manual", folder.path, "2025-12-31"], program: "MakeAssets", input: description.output)
    #expect(run.status == 0, "\(run.errors)")
    return try folder.contents().mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func page(_ command: String) throws -> String {
    try #require(try Self.pages.get()[command == "gamut" ? "gamut.1" : "gamut-\(command).1"])
  }

  @Test func everySubcommandHasAPage() throws {
    #expect(try Self.pages.get().keys.sorted() == Self.subcommands.map { "gamut-\($0).1" } + ["gamut.1"])
    for command in Self.subcommands { #expect(try page("gamut").contains("gamut\\-\(command)\\fR(1)")) }
  }

  /// The sections and their order according to man-pages(7).
  @Test(arguments: subcommands)
  func sectionsAreThoseOfManuals(command: String) throws {
    let headings = try page(command).split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
    let special = command == "audit" ? ["RULES", "FILES"] : []
    #expect(
      headings == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"].map { $0[...] } + special.map { $0[...] }
        + ["EXIT STATUS", "EXAMPLES", "SEE ALSO"].map { $0[...] })
    #expect(
      try page(command).hasPrefix(".TH \"GAMUT\\-\(command.uppercased())\" 1 \"2025-12-31\" \"gamut \(gamutVersion)\""))
  }

  /// Every option of the help is in the manual with its value, and every example is unchanged.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: subcommands)
  func whatTheHelpHasTheManualHas(command: String) throws {
    let plain = try page(command).replacing("\\-", with: "-").replacing(#/\\f[BIR]/#, with: "")
      .replacing("\\(aq", with: "'").replacing("\\&", with: "")
    let help = try Repository.text("Tests/CommandLineTests/Help/\(command).txt").split(separator: "\n")
    let options = help.compactMap { $0.firstMatch(of: #/^  (-[^ ]+( --[a-z-]+)?( <[^>]+>)?)/#)?.1 }
    let least = ["spaces": 2, "color": 7, "init": 3, "merge": 8]
    #expect(options.count >= least[command, default: 10])
    for option in options {
      let tag = option.replacing("<", with: "").replacing(">", with: "")
      let isThere = plain.contains(".TP\n\(tag)\n")
      #expect(isThere, "\(tag)")
    }
    let examples = help.filter { $0.hasPrefix("  ") && $0.contains("gamut \(command)") }
    #expect(!examples.isEmpty)
    for example in examples {
      let isThere = plain.contains("\n" + example.dropFirst(2))
      #expect(isThere, "\(example)")
    }
  }

  @Test func theAuditsPageExplainsItsRules() throws {
    for rule in AuditRule.allCases {
      #expect(
        try page("audit").contains(
          "\\fB\(rule.rawValue.replacing("-", with: "\\-"))\\fR (\(rule.defaultSeverity.rawValue))\n"))
    }
  }

  /// groff(1) with all warnings.
  @Test(.enabled(if: Thoroughness.hasTime), .enabled(if: GamutProcess.isInstalled("groff"), "groff is not installed"))
  func groffHasNothingToSay() throws { try expectSilence(of: "groff", ["-man", "-ww", "-Tutf8", "-z"]) }

  /// mandoc(1), which macOS has.
  @Test(.enabled(if: GamutProcess.isInstalled("mandoc"), "mandoc is not installed"))
  func mandocHasNothingToSay() throws { try expectSilence(of: "mandoc", ["-Tlint", "-Wwarning"]) }

  private func expectSilence(of reader: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    for (name, text) in try Self.pages.get() {
      let file = try folder.write(text, to: name)
      let run = try GamutProcess.run(options + [file], program: "/usr/bin/" + reader)
      #expect(run.status == 0 && run.text + run.errors == "", "\(run.text)\(run.errors)")
    }
  }
}
