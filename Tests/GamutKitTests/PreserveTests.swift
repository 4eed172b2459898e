import Foundation
import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// An image to convert, with the options of its report.
struct PreserveCase: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var depth = Depth.eight
  var assume: SpaceChoice?

  var testDescription: String { name }

  /// All convertible samples and golden images that are in colour.
  static let all: [PreserveCase] = {
    let samples = (try? FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples")) ?? []
    let named = samples.filter { $0.hasSuffix(".png") }.sorted().compactMap { name in
      (try? Repository.bytes("Samples/\(name)")).map { PreserveCase(name: "Samples/\(name)", bytes: $0) }
    }
    let golden = GoldenEntry.all.compactMap { entry -> PreserveCase? in
      guard let bytes = try? entry.bytes(), let options = try? entry.reportOptions() else { return nil }
      return PreserveCase(name: entry.name, bytes: bytes, depth: options.depth, assume: options.assume)
    }
    return (named + golden).filter { (try? $0.report()) != nil && (try? $0.convert(.clip)) != nil }
  }()

  static let collapsing = all.filter { (try? $0.report().loss.verdict) == .collapses }

  /// Returns the losses in sRGB, with all lost pairs.
  func report() throws -> GamutReport {
    var options = ReportOptions()
    options.depth = depth
    options.assume = assume
    options.top = 1000
    return try Reporter(options).report(png: bytes)
  }

  func converter(_ mapping: ConvertOptions.Mapping) throws -> Converter {
    try ConvertTests.converter {
      $0.mapping = mapping
      $0.depth = depth == .sixteen ? .sixteen : .eight
      $0.assume = assume
    }
  }

  func convert(_ mapping: ConvertOptions.Mapping) throws -> (bytes: [UInt8], report: ConvertReport) {
    try converter(mapping).convert(png: bytes)
  }

  /// Returns the whole report of a rendition, of which the search for a strength asks only for the losses.
  func report(_ rendition: Rendition) throws -> LossReport {
    let original = OpenedInput(bytes: bytes)
    return try ReportAnalysis(threads: 1, memory: 1 << 30).run(
      original.reader(Limits()), tables: { RenditionTables(rendition, sourceDepth: $0) },
      again: { () throws(GamutError) in
        try GamutError.reading { () throws(PNGError) in try original.reader(Limits()) }
      }
    ).loss
  }

  /// Returns a pixel of each colour of all lost pairs.
  static func pairs(_ loss: LossReport) -> [(first: LossReport.Position, second: LossReport.Position)] {
    loss.areas.largest.map { ($0.first.witness, $0.second.witness) }
  }
}

/// The effect of a mapping on an image, with the parameters that `preserve` chooses.
struct MeasuredMapping {
  let strength: PreserveStrength?
  /// The report of the mapping's own codes.
  let loss: LossReport

  init(_ image: PreserveCase, _ mapping: ConvertOptions.Mapping) throws {
    let converter = try image.converter(mapping)
    let original = OpenedInput(bytes: image.bytes)
    let reader = try original.reader(Limits())
    let depth = reader.header.colorType == .palette ? 8 : converter.resultDepth(of: reader.header)
    let color = try converter.source(reader.colorChunks, isGrey: false).color
    let chosen = try converter.chosenMapping(color, isGrey: false, depth: depth, threads: 1, original)
    strength = chosen.strength
    loss = try image.report(
      Rendition(source: color.meaning, destination: .sRGB, depth: depth, mapping: chosen.mapping))
  }
}

/// The pixels of a file whose codes have a known space.
struct KnownPixels {
  let width: Int
  /// Linear values of sRGB, not clamped.
  let linear: [SIMD3<Double>]
  let labs: [DIN99o]

  init(_ bytes: [UInt8], in space: RGBSpace = .sRGB) throws {
    let decoded = try ConvertTests.decode(bytes)
    let (channels, maximum) = (decoded.layout.channels, Double(1 << decoded.layout.depth - 1))
    let toSRGB = RGBSpace.sRGB.fromPCS * space.toPCS
    width = decoded.layout.width
    linear = stride(from: 0, to: decoded.samples.count, by: channels).map { start in
      let code = (0..<3).map { Double(decoded.samples[start + (channels < 3 ? 0 : $0)]) / maximum }
      let values = SIMD3(space.red(code[0]), space.green(code[1]), space.blue(code[2]))
      return space == .sRGB ? values : toSRGB * values
    }
    labs = linear.map { DIN99o(linearSRGB: $0) }
  }

  func index(_ position: LossReport.Position) -> Int { position.y * width + position.x }

  /// Returns the smallest difference of a pair.
  func leastDifference(_ pairs: [(first: LossReport.Position, second: LossReport.Position)]) -> Double {
    pairs.map { labs[index($0.first)].difference(to: labs[index($0.second)]) }.min() ?? .infinity
  }
}

/// `preserve` makes only the necessary changes.
@Suite(.enabled(if: Thoroughness.hasTime)) struct PreserveTests {
  /// If clamping loses no detail, the result is that of clamping.
  @Test(arguments: PreserveCase.all) func whereNothingIsLostTheFileIsThatOfClip(image: PreserveCase) throws {
    guard try image.report().loss.verdict != .collapses else { return }
    let (clip, preserve) = (try image.convert(.clip), try image.convert(.preserve))
    #expect(preserve.bytes == clip.bytes)
    #expect(preserve.report.preserve == PreserveStrength())
  }

  /// The two colours of every lost pair differ in the converted file, by more than what may remain of a lost pair.
  @Test(arguments: PreserveCase.collapsing) func nothingIsLost(image: PreserveCase) throws {
    let before = try image.report().loss
    let pairs = PreserveCase.pairs(before)
    if !pairs.isEmpty {
      #expect(try KnownPixels(try image.convert(.clip).bytes).leastDifference(pairs) <= 1.26)
    }
    let (bytes, report) = try image.convert(.preserve)
    let preserve = try #require(report.preserve)
    let after = try MeasuredMapping(image, .preserve).loss
    #expect(preserve.level > 0)
    #expect((after.verdict == .collapses) == (preserve.remainingLosses > 0))
    if Self.unsolved.contains(image.name) {
      #expect(after.lostPixels <= before.lostPixels)
    } else {
      #expect(try KnownPixels(bytes).leastDifference(pairs) > 1.24)
      #expect(after.verdict == .clips && preserve.remainingLosses == 0)
    }
  }

  /// The search asks for the losses alone. They are those of a report, whatever the mapping.
  @Test(arguments: PreserveCase.collapsing) func lossesAloneAreThoseOfAReport(image: PreserveCase) throws {
    let depth = image.depth == .sixteen ? 16 : 8
    var survey = PreserveSurvey(destination: .sRGB, depth: depth)
    for color in Set(try KnownPixels(image.bytes, in: .displayP3).linear) { survey.absorb(color) }
    let analysis = ConversionAnalysis(
      source: .rgb(.displayP3), destination: .sRGB, depth: depth, threads: 1, limits: Limits(), memory: 1 << 30)
    let mappings: [(any GamutMapping)?] = [
      nil, CSSMapping(destination: .sRGB), PreserveMapping(survey, .room(share: 0.1, evenness: 0.5)),
    ]
    for mapping in mappings {
      let losses = try analysis.losses(mapping, OpenedInput(bytes: image.bytes)).loss
      var rendition = Rendition(
        source: .rgb(.displayP3), destination: .sRGB, depth: depth, top: 1, mapping: mapping)
      rendition.listedAreas = 4096
      let report = try image.report(rendition)
      #expect(losses.steps == report.steps && losses.areas == report.areas)
      #expect(losses.lostPixels == report.lostPixels)
      #expect((losses.verdict == .collapses) == (report.verdict == .collapses))
    }
  }

  /// The images for which no strength is enough.
  static let unsolved: Set<String> = ["red_to_white_8", "red_to_white_16"]

  @Test func allOfThemAreThere() {
    let golden = GoldenEntry.all.filter { $0.expected["verdict"] == .string("collapses") }.map(\.name)
    let samples = ["flat-gradient", "swatches", "two-reds"].map { "Samples/\($0).png" }
    #expect(Set(PreserveCase.collapsing.map(\.name)) == Set(golden + samples))
  }

  /// Repeats the choice by trying all parameters in their order, with codes computed by the test.
  @Test(arguments: ["red_ramp_8", "three_steps_8", "two_reds_16", "Samples/swatches.png"])
  func theWeakestIsChosen(name: String) throws {
    let image = try #require(PreserveCase.collapsing.first { $0.name == name })
    let source = try KnownPixels(image.bytes, in: .displayP3)
    let header = try PNGReader(ByteSource(bytes: image.bytes)).header
    var survey = PreserveSurvey(destination: .sRGB, depth: 8)
    for color in Set(source.linear) { survey.absorb(color) }

    /// Returns the codes of some parameters, if they are sufficient.
    func codes(_ parameters: PreserveParameters) throws -> [[Int]]? {
      let mapping = PreserveMapping(survey, parameters)
      var made: [SIMD3<Double>: [Int]] = [:]
      for color in Set(source.linear) {
        let mapped = mapping(color)
        made[color] = (0..<3).map { Int(RGBSpace.sRGBCurve.inverse(mapped[$0]) * 255 + 0.5) }
      }
      let analysis = ConversionAnalysis(
        source: .rgb(.displayP3), destination: .sRGB, depth: 8, threads: 1, limits: Limits(), memory: 1 << 30)
      let after = try analysis.losses(mapping, OpenedInput(bytes: image.bytes)).loss
      return after.verdict == .collapses ? nil : source.linear.map { made[$0] ?? [] }
    }
    for (index, sets) in PreserveParameters.strengths.enumerated() {
      guard let first = try sets.compactMap({ try codes($0) }).first else { continue }
      let (bytes, report) = try image.convert(.preserve)
      #expect(report.preserve?.level == index + 1)
      let decoded = try ConvertTests.decode(bytes)
      #expect(decoded.header.width == header.width)
      #expect(decoded.samples == first.flatMap { $0 })
      return
    }
    Issue.record("no strength is enough")
  }

  /// The remaining losses are reported.
  @Test func whereNoStrengthIsEnough() throws {
    let file = try #require(PreserveCase.collapsing.first { $0.name == "red_to_white_8" })
    #expect(try file.report().loss.verdict == .collapses)
    let report = try file.convert(.preserve).report
    let preserve = try #require(report.preserve)
    #expect(preserve.regions + preserve.pairs > 0 && preserve.lostPixels > 0)
    let row = ConvertRow(path: Pathname("a.png"), result: .success(report))
    for isList in [false, true] {
      var writer = ConvertDocument(TextStyle(), isList: isList).text
      let text = String(decoding: writer.add(row), as: UTF8.self)
      #expect(text.contains(isList ? "preserve leaves " : "Every strength loses something"), "\(text)")
    }
    let json = try JSONValue(parsing: row.json())
    #expect(try Repository.schema("convert").faults(in: json) == [])
    #expect(json["preserve.left.regions"] == .integer(preserve.regions))
    #expect(json["preserve.left.pairs"] == .integer(preserve.pairs))
    #expect(json["preserve.left.pixels"] == .integer(preserve.lostPixels))
  }

  /// The result does not depend on the number of threads.
  @Test func threadsDoNotMatter() throws {
    let image = try #require(PreserveCase.collapsing.first { $0.name == "large_region_at_floor_8" })
    let converter = try ConvertTests.converter { $0.mapping = .preserve }
    #expect(
      try converter.convert(png: image.bytes, threads: 1).bytes == converter.convert(png: image.bytes, threads: 4).bytes
    )
  }
}

/// A logo of one colour on white.
struct Logo: Sendable, CustomTestStringConvertible {
  /// A space larger than sRGB, given by its profile.
  struct Space: Sendable {
    var name: String
    var profile: [UInt8]
    /// The 16-bit code of its most saturated green.
    static let outside = [0, 65535, 0]
  }

  enum Shape: String, CaseIterable { case disc, bar, ring }

  var shape: Shape
  /// 8-bit codes of sRGB.
  var color: [Int]

  var testDescription: String { "\(shape) of \(color.map(String.init).joined(separator: ","))" }

  static let size = 32

  /// Thirty logos: ten colours of sRGB, in three shapes.
  static let all: [Logo] = [
    [0, 204, 51], [200, 30, 40], [30, 60, 200], [230, 140, 20], [120, 40, 160], [20, 150, 160], [200, 60, 130],
    [90, 110, 40], [60, 60, 70], [225, 200, 40],
  ].flatMap { color in Shape.allCases.map { Logo(shape: $0, color: color) } }

  /// Display P3, Rec. ITU-R BT.2020 and ROMM RGB; the last two have the colorants of their ICC profiles, adapted to
  /// D50.
  static let spaces: [Space] = {
    func profile(_ colorants: [[Int32]]) -> [UInt8] {
      let curve = ICCData.sRGBCurve
      return ICCBuilder.matrix(colorants, red: curve, green: curve, blue: curve).bytes()
    }
    return [
      Space(name: "Display P3", profile: Profile.displayP3.bytes),
      Space(name: "Rec. 2020", profile: profile([[44134, 18286, -126], [10857, 44259, 1965], [8199, 2991, 52222]])),
      Space(name: "ProPhoto RGB", profile: profile([[52277, 18877, 0], [8860, 46653, 0], [2053, 6, 54061]])),
    ]
  }()

  private func contains(_ x: Int, _ y: Int) -> Bool {
    let (dx, dy) = (2 * x - Self.size + 1, 2 * y - Self.size + 1)
    let square = dx * dx + dy * dy
    return switch shape {
    case .disc: square < 400
    case .bar: dx.magnitude < 24 && dy.magnitude < 10
    case .ring: square < 500 && square > 150
    }
  }

  /// Returns the position of an outside pixel.
  private func place(_ index: Int) -> [Int] {
    if shape == .bar { return [12 + index, 16] }
    return [2 + 3 * index, index % 2 == 0 ? 2 : 16]
  }

  /// Returns the logo in the codes of a space, with the given number of pixels of its most saturated green: separate
  /// from each other, or, in the bar, in a row.
  func image(outside: Int, in space: Space) throws -> PreserveCase {
    let meaning = try SourceColor(.profile(try Profile(bytes: space.profile)), origin: .override, isGrey: false).meaning
    guard case .rgb(let rgb) = meaning else { throw GamutError.changedWhileRead }
    let linear =
      rgb.fromPCS * RGBSpace.sRGB.toPCS
      * SIMD3(
        RGBSpace.sRGBCurve(Double(color[0]) / 255), RGBSpace.sRGBCurve(Double(color[1]) / 255),
        RGBSpace.sRGBCurve(Double(color[2]) / 255))
    let code = (0..<3).map { Int(min(max(rgb[$0].inverse(linear[$0]), 0), 1) * 65535 + 0.5) }
    let pixels = (0..<Self.size * Self.size).flatMap { index -> [Int] in
      let (x, y) = (index % Self.size, index / Self.size)
      if (0..<outside).contains(where: { place($0) == [x, y] }) { return Space.outside }
      return contains(x, y) ? code : [65535, 65535, 65535]
    }
    var image = PNGBuilder(width: Self.size, height: Self.size, depth: 16, samples: pixels.map { UInt16($0) })
    image.colorChunks = [.iCCP(space.profile)]
    image.level = 1
    return PreserveCase(name: "\(self)", bytes: image.bytes)
  }
}
