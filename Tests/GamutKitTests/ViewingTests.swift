import Dispatch
import Foundation
import Gamut
import LittleCMS
import PNGCodec
import Synchronization
import TestSupport
import Testing

@testable import GamutKit

/// What other eyes and other light lose of the images in `Viewings`, against what two independent programs found there.
@Suite struct ViewingTests {
  private static let folder = "Tests/GamutKitTests/Viewings/"

  private static func list(_ name: String) -> [String: [String: JSONValue]] {
    let list = (try? JSONValue(parsing: Repository.bytes(folder + name)))?.object ?? [:]
    return list.mapValues { $0.object ?? [:] }
  }

  /// By image, and by rendition.
  private static let expected = list("expected.json")
  static let names = expected.keys.sorted()

  private static func bytes(_ name: String) throws -> [UInt8] { try Repository.bytes(folder + name) }

  @Test func `All images have six renditions`() {
    #expect(Self.names.count == 40)
    #expect(Self.expected.values.allSatisfy { Set($0.keys) == Set(Viewing.all.map(\.name)) })
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: names)
  func `Every verdict and count is that of two independent programs`(name: String) throws {
    let report = try Reporter { $0.viewings = Viewing.all }.report(png: Self.bytes(name))
    for loss in report.loss.renditions {
      let cell = try #require(Self.expected[name]?[loss.viewing.name])
      #expect(loss.verdict.rawValue == cell["verdict"]?.string, "\(loss.viewing.name)")
      #expect(loss.regions == cell["regions"]?.integer, "\(loss.viewing.name)")
      #expect(loss.boxes == cell["boxes"]?.integer, "\(loss.viewing.name)")
      #expect(loss.pairs == cell["pairs"]?.integer, "\(loss.viewing.name)")
      let first = loss.confused.first.map { $0.sides.map { hexText(of: $0.code, depth: 8) } }
      #expect(first == cell["first"]?.array?.map { "#" + ($0.string ?? "") }, "\(loss.viewing.name)")
    }
  }

  /// What a person sees: of 35 losses all are found, and of 175 harmless cells two are not `keeps`, both gradients.
  @Test func `Verdicts are what a person sees`() {
    let labels = Self.list("labels.json")
    var (lost, missed, harmless, found) = (0, [String](), 0, [String]())
    for name in Self.names {
      for viewing in Viewing.all {
        let isKept = Self.expected[name]?[viewing.name]?["verdict"]?.string == "keeps"
        switch labels[name]?[viewing.name]?.string ?? "harmless" {
        case "lost":
          lost += 1
          if isKept { missed.append(name) }
        case "harmless":
          harmless += 1
          if !isKept { found.append("\(name) \(viewing.name)") }
        default: break
        }
      }
    }
    #expect(lost == 35 && missed == [] && harmless == 175)
    #expect(found == ["m_grad_blue_yellow.png tritanopia", "m_grad_blue_yellow.png achromatopsia"])
  }

  /// The verdicts of each image, changed in the same way.
  private static func verdicts(_ change: @Sendable (Picture) -> Picture) -> [[ViewingLoss.Verdict]] {
    let verdicts = Mutex([[ViewingLoss.Verdict]](repeating: [], count: names.count))
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      guard let picture = try? Picture(png: bytes(names[index])) else { return }
      let found = change(picture).report(Viewing.all).renditions.map(\.verdict)
      verdicts.withLock { $0[index] = found }
    }
    return verdicts.withLock { $0 }
  }

  private static let plain = verdicts { $0 }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: Picture.Move.symmetries + Picture.Move.crops)
  func `Flips, turns and crops of one pixel change no verdict`(move: Picture.Move) {
    #expect(Set(Self.plain.joined()) == Set(ViewingLoss.Verdict.allCases))
    #expect(Self.verdicts { $0.moved(move) } == Self.plain)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func `A copy of 16 bits has the same verdict`() {
    #expect(Self.verdicts(\.with16Bits) == Self.plain)
  }

  /// A report that is read again is equal.
  @Test(arguments: ["m_pie_husl.png", "m_text_deut.png"])
  func `The JSON contains the whole report`(name: String) throws {
    let report = try Reporter { $0.viewings = Viewing.all }.report(png: Self.bytes(name)).rounded
    let json = JSONWriter.object { $0.members(of: report) }
    let again = try #require(GamutReport(JSONReader.read(json)))
    #expect(again.loss == report.loss)
    #expect(report.loss.renditions.contains { !$0.largest.isEmpty || !$0.confused.isEmpty })
  }

  /// The kinds of files whose renditions are written.
  enum Kind: CaseIterable {
    case sRGB, displayP3, deep, palette, grey
  }

  /// Colours within sRGB and outside of it, and greys.
  private static let samples: [UInt16] = [
    0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 30, 90, 17, 180, 140, 250, 240, 10, 128, 128, 128, 255, 255, 255,
  ]

  private static func file(_ kind: Kind) throws -> [UInt8] {
    let values = samples.map { UInt8($0) }
    let count = samples.count / 3
    let profile = [NewColorChunk.iCCP(name: "P3", profile: Profile.displayP3.bytes)]
    let (type, depth): (ColorType, Int) =
      kind == .palette ? (.palette, 8) : kind == .grey ? (.grey, 8) : (.rgb, kind == .deep ? 16 : 8)
    var encoder = try PNGEncoder(
      ImageHeader(width: kind == .grey ? 3 * count : count, height: 1, bitDepth: depth, colorType: type),
      palette: kind == .palette
        ? stride(from: 0, to: values.count, by: 3).map { SIMD3(values[$0], values[$0 + 1], values[$0 + 2]) } : [],
      color: kind == .sRGB || kind == .grey ? [.sRGB(intent: 0)] : profile)
    switch kind {
    case .palette: try encoder.write((0..<count).map { UInt8($0) })
    case .deep: try encoder.write(values.flatMap { [$0, $0] })
    default: try encoder.write(values)
    }
    return try encoder.finish()
  }

  /// What a rendition makes of codes of 8 bits by the formulas of IEC 61966-2-1 and the matrix between the primaries of
  /// SMPTE EG 432-1 and Rec. 709, in fractions of the range.
  private static func seen(_ codes: ArraySlice<UInt16>, _ viewing: Viewing, isP3: Bool) -> [Double] {
    func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    func encoded(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
    let rows: [SIMD3<Double>] = [
      [1.2249401763, -0.2249401763, 0], [-0.0420569547, 1.0420569547, 0], [-0.0196375546, -0.0786360456, 1.0982736001],
    ]
    let back: [SIMD3<Double>] = [
      [0.8224619687, 0.1775380313, 0], [0.0331941989, 0.9668058011, 0], [0.0170826307, 0.0723974407, 0.9105199286],
    ]
    func times(_ matrix: [SIMD3<Double>], _ v: SIMD3<Double>) -> SIMD3<Double> {
      isP3 ? SIMD3((matrix[0] * v).sum(), (matrix[1] * v).sum(), (matrix[2] * v).sum()) : v
    }
    let own = SIMD3(codes.map { linear(Double($0) / 255) })
    let shown = times(rows, own).clamped(lowerBound: .zero, upperBound: .one)
    let result = times(back, viewing(shown)).clamped(lowerBound: .zero, upperBound: .one)
    return (0..<3).map { encoded(result[$0]) }
  }

  @Test(arguments: Kind.allCases)
  func `Renditions are written in the space and depth of the file`(kind: Kind) throws {
    let folder = try TemporaryFolder()
    let input = Pathname(try folder.write(Self.file(kind), to: "image@2x.png"))
    let viewings = Viewing.all + [try #require(Viewing("sun+protanopia"))]
    let plans = viewings.map { viewing in
      (
        picture: ReportPicture.rendition(viewing),
        plan: OutputPlan(
          [.file(input)], named: [input], options: WriteOptions(.tree(Pathname(folder.path + "/Seen"))),
          suffix: "-" + viewing.name)
      )
    }
    try Reporter { $0.viewings = viewings }.writePictures(of: [.file(input)], plans, jobs: 2) { _, path, error in
      Issue.record("\(path): \(error)")
    }
    for viewing in viewings {
      let file = try folder.bytes("Seen/image-\(viewing.name)@2x.png")
      let reader = try PNGReader(ByteSource(bytes: file))
      #expect(reader.header.bitDepth == (kind == .deep ? 16 : 8))
      #expect(
        reader.colorChunks.declarations
          == (try PNGReader(ByteSource(bytes: Self.file(kind))).colorChunks.declarations))
      var decoder = try PNGDecoder(reader)
      let bytes = try decoder.samples()
      let maximum = kind == .deep ? 65535.0 : 255
      let found =
        kind == .deep
        ? stride(from: 0, to: bytes.count, by: 2).map { Double(UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
        : bytes.map(Double.init)
      let expected =
        kind == .grey
        ? Self.samples.flatMap { Self.seen([$0, $0, $0], viewing, isP3: false).prefix(1) }
        : stride(from: 0, to: Self.samples.count, by: 3).flatMap {
          Self.seen(Self.samples[$0..<($0 + 3)], viewing, isP3: kind != .sRGB)
        }
      #expect(found.count == expected.count)
      // A profile's numbers are rounded to 1/65536.
      let tolerance = kind == .deep ? 24.0 : 1
      for (code, value) in zip(found, expected) {
        #expect((code - value * maximum).magnitude <= tolerance, "\(viewing.name) \(code) \(value * maximum)")
      }
    }
  }
}
