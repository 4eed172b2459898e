import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

@Suite struct AuditTests {
  /// Audits one file named x.png.
  private func audit(_ bytes: [UInt8], _ policy: String = "") throws -> AuditRow {
    let folder = try TemporaryFolder()
    let path = Pathname(try folder.write(bytes, to: "x.png"))
    return try Auditor(AuditPolicy(policy)).audit(AuditInput(input: .file(path), path: Pathname("x.png")))
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: AuditCase.all)
  func everyRuleFiresWhereItShouldAndOnlyThere(entry: AuditCase) throws {
    let row = try audit(entry.bytes, entry.policy)
    #expect(Set(row.findings.map(\.rule)) == entry.rules)
    #expect(row.findings.count == entry.rules.count)
    #expect(row.error == nil)
    for finding in row.findings {
      #expect(finding.severity == entry.severities[finding.rule] ?? finding.rule.defaultSeverity)
      #expect(finding.message.hasSuffix(".") && finding.message.first?.isLowercase == false)
    }
    #expect((row.image?.content ?? row.content == nil) == entry.rules.isEmpty)
  }

  /// There are cases for both sides of each rule: files that violate it, and files that do not.
  @Test(arguments: AuditRule.allCases)
  func everyRuleHasACase(rule: AuditRule) {
    // Rules about two files are tested in `VariantTests`, those about slots in `CatalogAuditTests` and `SetImageTests`,
    // those about what is shipped in `ShippedTests`, and those about palettes in `PaletteAuditTests`.
    let isElsewhere =
      rule.isOfPalettesOnly
      || [
        .variantLoses, .hasVariant, .gamutSlotMismatch, .needless16Bit, .scaleMismatch, .profileStripped, .appIconAlpha,
      ].contains(rule)
    let isAboutSets = SetAuditCase.all.contains { $0.rules.values.contains { $0.contains(rule) } }
    #expect((isAboutSets || AuditCase.all.contains { $0.rules.contains(rule) }) != isElsewhere)
    #expect(AuditCase.all.contains { $0.rules.isEmpty })
    #expect(rule.explanation.split(separator: " ").count > 25)
  }

  @Test func animationsAreNeverSaidToFit() throws {
    var builder = PNGBuilder.rgb
    builder.colorChunks = [.sRGB()]
    #expect(try audit(builder.bytes).verdict == .fits)
    #expect(try audit(PNGBuilder.file(builder.animated([builder.samples]))).verdict == .partial)
  }

  /// The size of the chunk: 12 bytes and its data.
  @Test func whatAnUnneededProfileCosts() throws {
    let chunk = PNGChunk.iCCP(Profile.displayP3.bytes)
    let finding = try #require(try audit(PNGBuilder.rgb16.bytes([chunk])).findings.first)
    #expect(finding.rule == .p3Unneeded && finding.numbers == [.init("declarationBytes", chunk.bytes.count)])
  }

  @Test func filesThatAreNoneAreFindingsOfAnyBaseline() throws {
    for bytes in [[], Array("GIF89a, not a PNG".utf8), Array(PNGBuilder.signature)] {
      var row = try audit(bytes)
      #expect(row.error == nil && row.image == nil && row.findings.count == 1 && row.verdict == .unjudged)
      var baseline = Baseline()
      baseline.add(row)
      var known = KnownFindings(baseline, root: Pathname("/nonexistent"))
      known.remove(from: &row)
      #expect(row.findings.isEmpty && row.known == 1)
    }
    let missing = try Auditor().audit(AuditInput(input: .file(Pathname("/nonexistent.png")), path: Pathname("x")))
    #expect(missing.error?.code == "io")
  }

  /// What most files need comes first, whatever its severity is.
  @Test func imagesAreFetchedFirst() throws {
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8)
    let tree = try AuditOfTree(["a.png": [1, 2, 3], "b.png": pointer, "c.png": pointer])
    let text = String(decoding: tree.bytes(.text), as: UTF8.self)
    #expect(text.contains("\n\nStart with 'lfs-pointer' (2 files): git lfs pull"), "\(text)")
  }

  /// Files of tests have notes, which hide no warning; pointers are one finding, as severe as the worst.
  @Test func notesAreNotWhatToStartWith() throws {
    let pointer = Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".utf8)
    let bad = PNGBuilder.rgb.bytes([.sRGB()]) + [UInt8](repeating: 1, count: 10_000)
    let tree = try AuditOfTree(["a.png": bad, "tests/b.png": pointer, "tests/c.png": bad])
    let text = String(decoding: tree.bytes(.text), as: UTF8.self)
    #expect(text.hasPrefix("warning chunk-fault") && text.contains("Start with 'chunk-fault' (1 file): "), "\(text)")
    let all = try AuditOfTree(["a.png": pointer, "tests/a.png": pointer])
    let totals = String(decoding: all.bytes(.text), as: UTF8.self)
    #expect(totals.contains("0 errors, 1 warning, 0 notes"), "\(totals)")
  }
}
