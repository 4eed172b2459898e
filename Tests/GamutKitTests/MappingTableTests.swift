import Foundation
import Gamut
import PNGCodec
import TestSupport
import Testing

@testable import GamutKit

/// The pixels of a PNG and what they mean.
private struct DecodedImage {
  let layout: PixelLayout
  let meaning: Rendition.Source
  private var rows: [UInt8] = []

  init(_ bytes: [UInt8], assumed: SpaceChoice?) throws {
    let reader = try PNGReader(ByteSource(bytes: bytes))
    meaning = try DeclarationInForce(assumed: assumed).source(
      reader.colorChunks, isGrey: reader.header.colorType.isGrey
    ).meaning
    var decoder = try PNGDecoder(reader)
    layout = PixelLayout(decoder.layout)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while try unsafe decoder.readRows(into: buffer) > 0 { unsafe rows.append(contentsOf: buffer) }
    _ = try decoder.finish()
  }

  private func tables(_ depth: Int, _ mapping: (any GamutMapping)?) -> RenditionTables {
    RenditionTables(
      Rendition(source: meaning, destination: .sRGB, depth: depth, mapping: mapping), sourceDepth: layout.depth)
  }

  func report(depth: Int, _ mapping: any GamutMapping) -> LossReport {
    var analyzer = Analyzer(tables(depth, mapping), layout: layout)
    unsafe rows.withUnsafeBytes { unsafe analyzer.consume($0) }
    return analyzer.finish()
  }

  func preserve(depth: Int) -> PreserveMapping {
    let tables = tables(depth, nil)
    var survey = PreserveSurvey(tables)
    unsafe rows.withUnsafeBytes { unsafe survey.consume($0, layout: layout, tables: tables) }
    return PreserveMapping(survey)
  }
}

/// An image whose verdict is `collapses`, by each mapping.
private struct MappedImage {
  var name: String
  var depth: Int
  var clip, css, preserve: LossReport

  init?(_ name: String, _ bytes: [UInt8], depth: Int, assumed: SpaceChoice?) throws {
    let image = try DecodedImage(bytes, assumed: assumed)
    self.name = name
    self.depth = depth
    clip = image.report(depth: depth, ClipMapping())
    guard clip.verdict == .collapses else { return nil }
    css = image.report(depth: depth, CSSMapping(destination: .sRGB))
    preserve = image.report(depth: depth, image.preserve(depth: depth))
  }

  static func all() throws -> [MappedImage] {
    let samples = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples")
    let images = try samples.filter { $0.hasSuffix(".png") }.sorted().compactMap {
      try MappedImage("Samples/\($0)", Repository.bytes("Samples/\($0)"), depth: 8, assumed: nil)
    }
    return try images
      + GoldenEntry.all.compactMap {
        let options = try $0.reportOptions()
        return try MappedImage($0.name, $0.bytes(), depth: options.depth.rawValue, assumed: options.assume)
      }
  }

  /// The image's three rows of the table.
  var rows: String {
    [("clip", clip), ("css", css), ("preserve", preserve)].map { mapping, report in
      guard let effect = report.mapping else { return "" }
      let title =
        mapping == "clip"
        ? "\(name), to \(depth) bits; \(report.pixels.clipped) of \(report.pixels.analyzed) pixels clip" : ""
      let numbers =
        [report.collapse.visible.groups, report.flattened.visibleRegions, effect.changed].map { "\($0)" }
        + [effect.shift.mean, effect.shift.p95, effect.shift.maximum, effect.inGamutShift].map {
          String(format: "%.4f", $0)
        } + [String(format: "%.2f", effect.hueShift)]
      return "| \(title) | \(mapping) | \(numbers.joined(separator: " | ")) |\n"
    }.joined()
  }
}

@Suite struct MappingTableTests {
  private static let head = """
    | image | mapping | groups | regions | changed | mean | p95 | maximum | in gamut | hue |
    |---|---|---:|---:|---:|---:|---:|---:|---:|---:|

    """

  /// What ``PreserveMapping`` must achieve on every image at hand that collapses, and the table that says so.
  @Test func `The documented table is what the mappings do`() throws {
    let images = try MappedImage.all()
    // Three samples, and the golden images whose expected verdict it is.
    #expect(images.count == 3 + GoldenEntry.all.count { $0.expected["verdict"] == .string("collapses") })
    for image in images {
      let (clip, preserve) = (image.clip, image.preserve)
      let isNoise = image.name.hasPrefix("noise")
      #expect(preserve.collapse.visible.groups <= (isNoise ? clip.collapse.visible.groups / 20 : 0), "\(image.name)")
      #expect(preserve.flattened.visibleRegions == 0, "\(image.name)")
      #expect((preserve.mapping?.inGamutShift ?? 1) <= 0.01, "\(image.name)")
      #expect((preserve.mapping?.hueShift ?? 180) <= 2, "\(image.name)")
    }
    let path = "Documentation/mappings.md"
    let text = try Repository.text(path)
    let table = Self.head + images.map(\.rows).joined()
    let start = try #require(text.range(of: Self.head)).lowerBound
    let end = text[start...].range(of: "|\n\n")?.upperBound ?? text.endIndex
    let written = text.replacingCharacters(in: start..<end, with: table + "\n")
    if ProcessInfo.processInfo.environment["GAMUT_RECORD_MAPPINGS"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Repository.path + "/" + path))
    } else {
      #expect(text == written, "recorded anew by make mappings")
    }
  }
}
