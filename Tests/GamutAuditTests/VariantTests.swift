import Foundation
import Gamut
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit
@testable import GamutKit

/// Images that lose something in sRGB, and their variants.
@Suite struct VariantTests {
  private static let size = 16
  /// The red values of the two halves of the image, in Display P3 at 8 bits: in sRGB both are #ff0000.
  private static let reds = [0xff, 0xec]

  /// Returns an image of two halves with one colour each.
  private static func halves(
    _ chunks: [PNGChunk], _ colors: [[Int]], width: Int = size, colorType: Int = 2
  ) -> [UInt8] {
    PNGBuilder(width: width, height: size, depth: 8, colorType: colorType) { x, _, channel in
      colors[x < width / 2 ? 0 : 1][channel]
    }.bytes(chunks)
  }

  private static let wide = halves([.iCCP(Profile.displayP3.bytes)], reds.map { [$0, 0, 0] })
  /// Clearly different reds of sRGB.
  private static let good = halves([.sRGB()], [[255, 0, 0], [160, 0, 0]])
  private static let clipped = halves([.sRGB()], [[255, 0, 0], [255, 0, 0]])

  private func rows(_ folder: TemporaryFolder, _ policy: String = "") throws -> [String: AuditRow] {
    let rows = try AuditOfTree(folder, AuditPolicy(policy)).rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0.path.text, $0) })
  }

  /// Returns the findings about losses and variants.
  private func rules(_ row: AuditRow?) -> [AuditRule] {
    let about: Set<AuditRule> = [.collapses, .variantLoses, .hasVariant, .clips]
    return row?.findings.map(\.rule).filter { about.contains($0) } ?? []
  }

  private func finding(_ rule: AuditRule, _ row: AuditRow?) throws -> AuditFinding {
    try #require(row?.findings.first { $0.rule == rule })
  }

  @Test func aVariantTakesThePlaceOfTheLosses() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide, "y.png": Self.wide, "x-srgb.png": Self.good])
    let rows = try rows(folder)
    #expect(rules(rows["x.png"]) == [.hasVariant] && rules(rows["y.png"]) == [.collapses])
    #expect(rules(rows["x-srgb.png"]) == [])
    let note = try finding(.hasVariant, rows["x.png"])
    #expect(note.severity == .note && note.message.contains("x-srgb.png") && note.command(at: Pathname("x.png")) == nil)
    #expect(note.other?.path == Pathname("x-srgb.png") && note.other?.size == Self.good.count)
    let path = Pathname(folder.path + "/x.png")
    #expect(try Reporter().report(path).commands(for: path) == [])
    #expect(rows["x.png"]?.verdict == .collapses)
    // A disabled rule reports nothing.
    #expect(rules(try self.rows(folder, "severity: {collapses: off}")["x.png"]) == [])
  }

  /// Candidates for a variant, each with the fault because of which it does not count.
  static let candidates: [(name: String, bytes: [UInt8], fault: String?)] = {
    let far = [[255, 0, 0], [160, 0, 0]]
    func variant(_ chunks: [PNGChunk]) -> [UInt8] { halves(chunks, far) }
    return [
      ("sRGB chunk", variant([.sRGB()]), nil), ("cICP 1/13", variant([.cICP(1, 13)]), nil),
      ("profile", variant([.iCCP(Profile.sRGB.bytes)]), nil),
      (
        "another profile of sRGB",
        variant([.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.sRGBCurve, called: "mine").bytes())]), nil
      ),
      ("palette", palette([.sRGB()]), nil),
      ("untagged", variant([]), "declares no colour space"),
      ("Display P3", variant([.iCCP(Profile.displayP3.bytes)]), "declares Display P3 and not sRGB"),
      ("gamma", variant([.gAMA(45455)]), "only gAMA"),
      (
        "gamma 1.5 called sRGB",
        variant([.iCCP(ICCBuilder.sRGBPrimaries(curve: ICCData.curve([384]), called: "sRGB").bytes())]),
        "not sRGB"
      ),
      ("a profile that is none", variant([.iCCP(Array("no profile".utf8))]), "cannot be used (iCCP)"),
      ("wider", halves([.sRGB()], far, width: 20), "it has 20 x 16 pixels, and the image 16 x 16"),
      ("cut short", Array(good.dropLast(30)), "cannot be decoded"),
      ("a text", Array("no image".utf8), "cannot be read"), ("nothing", [], "cannot be read"),
    ]
  }()

  private static func palette(_ chunks: [PNGChunk]) -> [UInt8] {
    var builder = PNGBuilder(width: size, height: size, depth: 1, colorType: 3) { x, _, _ in x < size / 2 ? 0 : 1 }
    builder.palette = [255, 0, 0, 160, 0, 0]
    return builder.bytes(chunks)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: candidates.indices) func whatCounts(index: Int) throws {
    let (name, bytes, fault) = Self.candidates[index]
    let folder = try TemporaryFolder(["x.png": Self.wide, "x-srgb.png": bytes])
    let row = try rows(folder)["x.png"]
    guard let fault else {
      #expect(rules(row) == [.hasVariant], "\(name)")
      return
    }
    #expect(rules(row) == [.collapses], "\(name)")
    let found = try finding(.collapses, row)
    #expect(found.message.contains("x-srgb.png does not count as its sRGB variant: "), "\(name)")
    #expect(found.message.contains(fault), "\(name): \(found.message)")
    // It may have been made by hand.
    #expect(found.remedy == nil && found.advice?.contains("x-srgb.png: remove or rename it first") == true)
  }

  @Test func whatIsNoFileDoesNotCount() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide, "y.png": Self.wide, "there.png": Self.good])
    let status = unsafe mkfifo(folder.path + "/x-srgb.png", 0o600)
    #expect(status == 0)
    try folder.link("y-srgb.png", to: "there.png")
    let found = try AuditOfTree(folder).rows
    let first = found.first { $0.path == Pathname("x.png") }
    #expect(rules(first) == [.collapses])
    #expect(try finding(.collapses, first).message.hasSuffix("sRGB variant: it is not a regular file."))
    #expect(rules(found.first { $0.path == Pathname("y.png") }) == [.hasVariant])
  }

  /// Two greys in DIN99o (DIN 6176:2018) differ by their lightness alone: the limit is that of lost pairs, 1.25.
  @Test func whatRemainsOfPairsIsAlike() throws {
    func lightness(_ code: Int) -> Double {
      let v = Double(code) / 255
      let y = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
      let f = y > 216.0 / 24389 ? cbrt(y) : (24389.0 / 27 * y + 16) / 116
      return 303.67 * log(1 + 0.0039 * (116 * f - 16))
    }
    var verdicts: Set<Bool> = []
    for (first, second) in [(128, 129), (128, 130), (128, 132), (40, 41), (40, 42), (10, 14), (254, 248), (254, 251)] {
      let difference = abs(lightness(first) - lightness(second))
      guard abs(difference - 1.25) > 0.02 else { continue }
      let variant = Self.halves([.sRGB()], [first, second].map { [$0, $0, $0] })
      let rows = try rows(try TemporaryFolder(["x.png": Self.wide, "x-srgb.png": variant]))
      let loses = difference < 1.25
      #expect(rules(rows["x-srgb.png"]) == (loses ? [.variantLoses] : []), "\(first) \(second)")
      #expect(rules(rows["x.png"]) == [.hasVariant])
      verdicts.insert(loses)
    }
    #expect(verdicts == [true, false])
  }

  @Test func whatIsClippedOrTransparentIsLost() throws {
    let transparent = Self.halves([.sRGB()], [[255, 0, 0, 0], [160, 0, 0, 255]], colorType: 6)
    let faint = Self.halves([.sRGB()], [[255, 0, 0, 1], [160, 0, 0, 255]], colorType: 6)
    let folder = try TemporaryFolder([
      "x.png": Self.wide, "x-srgb.png": Self.clipped, "y-p3.png": Self.wide, "y-srgb.png": transparent,
      "z.png": Self.wide, "z-srgb.png": faint,
    ])
    let rows = try rows(folder)
    for name in ["x-srgb.png", "y-srgb.png"] { #expect(rules(rows[name]) == [.variantLoses], "\(name)") }
    #expect(rules(rows["z-srgb.png"]) == [])
    let found = try finding(.variantLoses, rows["y-srgb.png"])
    #expect(found.severity == .error && found.message.contains("variant of y-p3.png"))
    #expect(found.message.contains("transparent"))
    #expect(found.remedy == nil && found.advice?.contains("remove it") == true)
    // A policy that tolerates the loss requires no variant, nor does one with another destination.
    #expect(try self.rows(folder, "thresholds: {collapsed: 1}").values.flatMap { rules($0) } == [])
    #expect(try self.rows(folder, "destination: display-p3").values.flatMap { rules($0) } == [])
    #expect(rules(try self.rows(folder, "severity: {variant-loses: off}")["x-srgb.png"]) == [])
  }

  /// Twelve reds that become one, side by side: more pairs of them are lost than the ten that a report lists.
  @Test func allLossesCountNotOnlyTheListed() throws {
    let reds = (0..<12).map { [255 - 19 * ($0 % 2), 4 * ($0 / 2), 0] }
    func image(_ chunks: [PNGChunk], _ colors: [[Int]]) -> [UInt8] {
      PNGBuilder(width: 12 * colors.count, height: 12, depth: 8) { x, _, channel in colors[x / 12][channel] }
        .bytes(chunks)
    }
    let wide = image([.iCCP(Profile.displayP3.bytes)], reds)
    var options = ReportOptions()
    options.top = 1000
    let areas = try Reporter(options).report(png: wide).loss.areas
    #expect(areas.pairs > 10 && areas.largest.count == areas.pairs)
    func isLost(_ one: Int, _ other: Int) -> Bool {
      areas.largest.contains { pair in
        Set([pair.first, pair.second].map { $0.witness.x / 12 }) == [one, other]
      }
    }
    for lost in [nil, 1, 5, 11] {
      // Greys that differ, of which one is that of the first red.
      let greys = (0..<12).map { $0 == lost ? 20 : 20 + 18 * $0 }
      let variant = image([.sRGB()], greys.map { [$0, $0, $0] })
      let folder = try TemporaryFolder(["x.png": wide, "x-srgb.png": variant])
      let rows = try rows(folder)
      #expect(lost.map { isLost(0, $0) } != false)
      #expect(rules(rows["x-srgb.png"]) == (lost == nil ? [] : [.variantLoses]), "\(String(describing: lost))")
      // The same for a variant that is not one of the files.
      let other = try self.rows(folder, "exclude: ['*-srgb.png']")
      #expect(other["x-srgb.png"] == nil)
      #expect(rules(other["x.png"]) == (lost == nil ? [.hasVariant] : [.variantLoses, .hasVariant]))
      if lost != nil {
        let numbers = try finding(.variantLoses, other["x.png"]).numbers
        #expect(numbers.first { $0.name == "lostPairs" }?.value == 1)
        #expect(numbers.first { $0.name == "pairs" }?.value == Double(areas.pairs))
        #expect(numbers == (try finding(.variantLoses, rows["x-srgb.png"])).numbers)
      }
    }
  }

  @Test func onlyOneOfTwoWideImagesHasTheVariant() throws {
    let folder = try TemporaryFolder([
      "x.png": Self.wide, "x-p3.png": Self.wide, "x-srgb.png": Self.good, "y-srgb.png": Self.wide,
    ])
    let rows = try rows(folder)
    #expect(rules(rows["x-p3.png"]) == [.hasVariant] && rules(rows["x.png"]) == [.collapses])
    let found = try finding(.collapses, rows["x.png"])
    #expect(found.advice?.contains("x-srgb.png counts as the sRGB variant of x-p3.png") == true && found.remedy == nil)
    // A file with the name of a variant has none, and in place its colours would be lost.
    #expect(rules(rows["y-srgb.png"]) == [.collapses])
    #expect(try finding(.collapses, rows["y-srgb.png"]).remedy == nil)
  }

  /// A change of either file changes the contents that the findings of both are about.
  @Test func fingerprintsAndBaselinesCoverBothFiles() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide, "x-srgb.png": Self.clipped])
    func state() throws -> (fingerprints: [String], known: Int, baseline: Baseline) {
      var baseline = Baseline()
      var prints: [String] = []
      for row in try AuditOfTree(folder).rows {
        prints += row.findings.filter { $0.rule != .p3EightBit }.map { row.fingerprint(of: $0) }
        baseline.add(row)
      }
      return (prints, prints.count, baseline)
    }
    func new(_ baseline: Baseline) throws -> Set<AuditRule> {
      Set(try state().baseline.entries.filter { !baseline.entries.contains($0) }.map(\.rule))
    }
    let first = try state()
    #expect(try new(first.baseline) == [])
    // Another variant with the same losses; then another image.
    try folder.write(Self.halves([.cICP(1, 13)], [[255, 0, 0], [255, 0, 0]]), to: "x-srgb.png")
    #expect(try new(first.baseline) == [.hasVariant, .variantLoses])
    let second = try state()
    #expect(Set(first.fingerprints).isDisjoint(with: second.fingerprints))
    try folder.write(Self.halves([.iCCP(Profile.displayP3.bytes)], [[255, 0, 0], [235, 0, 0]]), to: "x.png")
    #expect(try new(second.baseline).isSuperset(of: [.hasVariant, .variantLoses]))
    #expect(Set(second.fingerprints).isDisjoint(with: try state().fingerprints))
  }

  /// In an asset catalog, a slot and not the name determines the purpose of a file.
  @Test func catalogsWantASlot() throws {
    let folder = try TemporaryFolder(["Assets.xcassets/icon.imageset/x.png": Self.wide])
    let path = Pathname(folder.path + "/Assets.xcassets/icon.imageset/x.png")
    // The set has a row of its own, because its file is missing.
    let rows = try rows(folder)
    #expect(rows.count == 2)
    let found = try finding(.collapses, rows["Assets.xcassets/icon.imageset/x.png"])
    #expect(found.advice?.hasPrefix("Ship an sRGB slot") == true && found.remedy == nil)
    let report = try Reporter().report(path)
    #expect(report.commands(for: path) == [] && report.variantAdvice(at: path) == found.advice)

    try folder.write(Self.clipped, to: "Assets.xcassets/icon.imageset/x-srgb.png")
    let after = try self.rows(folder)
    let loses = try finding(.variantLoses, after["Assets.xcassets/icon.imageset/x-srgb.png"])
    #expect(loses.remedy == nil && loses.advice == "Make x-srgb.png again.")
  }

  /// A command would change the only image in a wide gamut.
  @Test func aLinkToTheImageIsNoVariant() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide])
    try folder.link("x-srgb.png", to: "x.png")
    let rows = try rows(folder)
    for name in ["x.png", "x-srgb.png"] {
      let found = try finding(.collapses, rows[name])
      #expect(found.remedy == nil, "\(name)")
      let path = Pathname(folder.path + "/" + name)
      #expect(try Reporter().report(path).commands(for: path) == [], "\(name)")
    }
  }

  /// The same text and the same command in every format.
  @Test func oneRemedyEverywhere() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide])
    let report = try Reporter().report(Pathname(folder.path + "/x.png"))
    let audit = try AuditOfTree(folder)
    let found = try finding(.collapses, audit.rows.first)
    let words = try #require(found.advice)
    let command = "gamut convert x.png --to srgb --depth 8 --mapping preserve --output x-srgb.png"
    #expect(found.command(at: Pathname("x.png")) == command)
    #expect(
      report.variantAdvice(at: Pathname("x.png")) == words && report.commands(for: Pathname("x.png")) == [command])
    let details = ReportDetails(report: report, style: TextStyle()).text(path: Pathname("x.png"))
    let flowing = details.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flowing.contains(words) && flowing.contains("$ " + command))
    for format in [AuditFormat.text, .json, .sarif, .junit, .github, .html] {
      let text = String(decoding: audit.bytes(format), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains(words) && text.contains(command), "\(format)")
    }
    let row = ReportRow(path: Pathname("x.png"), result: .success(report))
    #expect(String(decoding: row.json(), as: UTF8.self).contains("\"command\":\"\(command)\""))
    let schema = try Repository.schema("report")
    #expect(schema.faults(in: try JSONValue(parsing: row.json())) == [])
  }

  /// The verdict, and therefore `report --fail-on-verdict`, does not depend on the policy.
  @Test func toleratedLossesAreStillLosses() throws {
    let folder = try TemporaryFolder(["x.png": Self.wide])
    let row = try #require(try rows(folder, "thresholds: {collapsed: 1}")["x.png"])
    #expect(row.verdict == .collapses && rules(row) == [])
  }
}
