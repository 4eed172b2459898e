import Foundation
import Gamut
import GamutPalettes
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

@Suite struct PaletteAuditTests {
  @Test(arguments: PaletteAuditCase.all)
  func palettesHaveTheFindingsOfTheirCase(entry: PaletteAuditCase) throws {
    let row = try entry.row()
    #expect(row.error == nil && row.verdict == .palette)
    #expect(entry.differences(from: row.findings).joined(separator: "\n") == "")
    for (first, second) in zip(row.findings, row.findings.dropFirst()) { #expect(!second.isWorse(than: first)) }
    for finding in row.findings { #expect(finding.message.hasSuffix(".") && !finding.message.contains("..")) }
  }

  @Test func thereAreCasesOfAllRulesAndFormats() {
    let cases = PaletteAuditCase.all
    for rule in AuditRule.allCases where rule.paletteCheck != nil {
      let formats = Set(cases.filter { $0.findings.contains { $0.rule == rule.rawValue } }.map(\.file))
      #expect(formats.count >= 2, "\(rule): \(formats)")
    }
    #expect(Set(cases.map(\.testDescription)).count == cases.count)
  }

  /// 30 greys that differ by one or two codes from each other.
  @Test func aRuleHasAllFindings() throws {
    let greys = (0..<30).map { "--g\($0): rgb(\(100 + $0) \(100 + $0) \(100 + $0));" }.joined()
    let entry = PaletteAuditCase(
      "greys", "a.css", ":root { \(greys) }", "", policy: "severity: {near-duplicate: warning}")
    let found = try entry.row().findings.filter { $0.rule == .nearDuplicate }
    // By the formula of DIN 6176, 303.67 ln(1 + 0.0039 L*), four codes are at most 1.66 apart, and five at least 1.9.
    let near = 29 + 28 + 27 + 26
    #expect(found.count == near && found.allSatisfy { $0.severity == .warning })
    // Neighbours are the nearest; in DIN99o steps are smaller for lighter greys, and two are equal in 1/256.
    #expect(found.first?.message.contains("g27 (rgb(127 127 127)) and --g28 (rgb(128 128 128))") == true)
    #expect(found.allSatisfy { $0.numbers.first?.name == "difference" })
  }

  private static let greys = (0..<256).map { "--g\($0): rgb(\($0) \($0) \($0));" }.joined()

  /// The number of pairs of greys that are nearer than 1.75 by the formula of DIN 6176.
  private static let near: Int = {
    let lightness = (0..<256).map { code in
      let v = Double(code) / 255
      let y = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      let f = y > 216.0 / 24389 ? cbrt(y) : (24389.0 / 27 * y + 16) / 116
      return 303.67 * log(1 + 0.0039 * (116 * f - 16))
    }
    return lightness.indices.map { i in lightness[..<i].count { lightness[i] - $0 < 1.75 } }.reduce(0, +)
  }()

  private static func greysRow(_ css: String) throws -> AuditRow {
    try PaletteAuditCase("all", "a.css", css, "", policy: "severity: {near-duplicate: note}").row()
  }

  /// All are listed, and known when one of them is gone.
  @Test func sumsHaveAllFindings() throws {
    let row = try Self.greysRow(":root { \(Self.greys) }")
    var totals = AuditTotals()
    totals.add(row)
    #expect(totals.rules[.nearDuplicate] == Self.near)
    #expect(row.findings.count { $0.rule == .nearDuplicate } == Self.near)
    var baseline = Baseline()
    baseline.add(row)
    var fixed = try Self.greysRow(":root { \(Self.greys.replacing("--g99: rgb(99 99 99);", with: "")) }")
    var known = KnownFindings(baseline, root: Pathname("/nonexistent"))
    known.remove(from: &fixed)
    #expect(fixed.findings.isEmpty && fixed.known + fixed.stale == Self.near)
  }

  /// Of the pairs of 49 themes, 50,000 are listed.
  @Test(.enabled(if: Thoroughness.hasTime)) func whatIsNotListedIsCounted() throws {
    let row = try Self.greysRow((1...49).map { ".t\($0) { \(Self.greys) }" }.joined())
    var totals = AuditTotals()
    totals.add(row)
    #expect(totals.rules[.nearDuplicate] == 49 * Self.near && 49 * Self.near > 50_000)
    #expect(row.findings.count { $0.rule == .nearDuplicate } == 50_000)
    #expect(
      row.findings.compactMap { $0.numbers.first { $0.name == "unlisted" }?.value } == [Double(49 * Self.near - 50_000)]
    )
  }

  /// The right numbers are those of coloraide. A colour typed twice has one alpha in both spaces. Two greys differ by 0.2 (DIN99o), and nobody sees that.
  @Test func numbersOfSRGBInDisplayP3AreFound() throws {
    let text = """
      :root { --brand: #2a78ba; --grey: #808182;
        --brand-wide: color(display-p3 0.1647 0.4706 0.7294); --other: color(display-p3 0.1647 0.4706 0.78);
        --grey-wide: color(display-p3 0.50196 0.50588 0.5098); --corner: color(display-p3 1 0 0); --red: #f00;
        --thin: #2a78ba40; --thin-wide: color(display-p3 0.1647 0.4706 0.7294 / 0.25);
        --thick-wide: color(display-p3 0.1647 0.4706 0.7294 / 0.5); }
      @media (color-gamut: p3) { :root { --own: color(display-p3 0.8 0.3 0.2); } }
      html { --own: rgb(204 76.5 51); }
      """
    let entry = PaletteAuditCase("spaces", "a.css", text, "")
    let found = try entry.row().findings.filter { $0.rule == .numbersInWrongSpace }
    #expect(found.map { "\($0.line ?? 0) \($0.severity.rawValue)" } == ["2 warning", "4 warning", "6 note"])
    for words in ["--brand-wide", "--brand (#2a78ba)", "(a.css:1)", "0.254, 0.464, 0.709"] {
      #expect(found.first?.message.contains(words) == true, "\(words)")
    }
    #expect(found.last?.message.contains("0.742, 0.333, 0.237") == true)
  }

  /// A pair that carries a meaning is listed, although there are more than 20 worse ones of steps of scales.
  @Test func stepsOfScalesHideNoOtherPair() throws {
    let steps = (0..<12).map { index in
      // Reds and greens whose lightness is nearly the same for deuteranopia, from dark to light.
      "--red-\(index)00: rgb(\(110 + 11 * index) 0 0); --green-\(index)00: rgb(0 \(64 + 7 * index) 0);"
    }
    let text = ":root { \(steps.joined()) --go: #5c7d00; --stop: #a46a00 }"
    let entry = PaletteAuditCase("steps", "a.css", text, "", policy: "vision: {distinct: 10}")
    let found = try entry.row().findings.filter { $0.rule == .confusableColors }
    #expect(found.filter { $0.severity == .warning }.contains { $0.message.hasPrefix("--go (#5c7d00) and --stop") })
    #expect(found.contains { $0.severity == .note })
  }

  @Test func findingsOfManyContextsAreListed() throws {
    let themes = (0..<30).map { ".theme\($0) { --a: #ff3b30; --b: #777\($0 % 10) }" }.joined(separator: "\n")
    let entry = PaletteAuditCase(
      "themes", "a.css", themes + "\n:root { --background: #fff; --label: #888 }", "", policy: "platforms: [apple]")
    let row = try entry.row()
    #expect(row.palette?.contexts.count == 31)
    #expect(row.findings.count { $0.rule == .systemColor } == 30)
  }

  static let unreadable: [(name: String, bytes: [UInt8], words: String)] = [
    ("a.tokens", Array("{\n\"a\": {\n".utf8), "Line 3: "), ("a.json", Array("[]".utf8), "Line 1: "),
    ("a.tokens", Array("{}".utf8), "'$value'"),
    ("a.txt", Array("hello\nworld\n".utf8), "not a known palette"), ("data", [0, 1, 2], "not a known palette"),
    ("a.png", Array("\u{89}PNG\r\n\u{1a}\n".utf8), "not a known palette"),
  ]

  @Test(arguments: unreadable.indices) func whatCannotBeReadIsAnError(index: Int) throws {
    let (name, bytes, words) = Self.unreadable[index]
    let row = try PaletteAuditCase(name, name, "", "").row(in: TemporaryFolder([name: bytes]))
    let error = try #require(row.error)
    #expect(error.code == "palette-unreadable" && row.verdict == .unjudged && row.findings.isEmpty)
    #expect(error.message.contains(words) && error.message.hasSuffix("."), "\(error.message)")
    #expect(!error.message.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func aMissingFileIsNoPalette() throws {
    let row = try PaletteAuditCase("missing", "missing.css", "", "").row(in: TemporaryFolder())
    #expect(row.error != nil && row.error?.code != "palette-unreadable")
  }
}

@Suite(.enabled(if: Thoroughness.hasTime)) struct PaletteAuditMutationTests {
  /// Damaged palettes have an answer, or an error with a message.
  @Test func damagedPalettesAreAnsweredOrRefused() throws {
    var random = RandomSource(seed: 0x7061_6c65_7474_6573)
    let cases = PaletteAuditCase.all.compactMap { item in item.bytes.map { (item: item, bytes: $0) } }
      .filter { !$0.bytes.isEmpty }
    var problems: [String] = []
    var answers = 0
    for round in 0..<4000 {
      let (item, original) = cases[round % cases.count]
      let bytes = random.mutated(original, marks: Self.marks, edits: 4, reach: 12)
      do throws(PaletteFault) {
        let palette = try PaletteFile.palette([Palette.Source(bytes)], item.file)
        let policy = (try? AuditPolicy(item.policy)) ?? AuditPolicy()
        let found = PaletteSubject(palette, policy).findings(at: Pathname(item.file))
        answers += 1
        let lines = bytes.count { $0 == 0x0a || $0 == 0x0d } + 1
        for finding in found {
          let isPlain = !finding.message.unicodeScalars.contains { $0.value < 0x20 }
          if !isPlain || !(1...lines).contains(finding.line ?? 1) || finding.weight < 0 {
            problems.append("\(round): \(finding)")
          }
        }
      } catch {
        if error.message.isEmpty { problems.append("\(round): no message") }
      }
    }
    #expect(problems.prefix(10).joined(separator: "\n") == "")
    #expect(answers > 1000)
  }

  private static let marks = Array("{}()[];:,!@#$%\\/*\"'<>=~&.-+ \n\r\t0123456789evarlightdkp3--é\0".utf8)
}
