import Foundation
import Gamut
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// An image whose verdict is `collapses`, with the effects of clip, css and preserve.
private struct MappedImage {
  var image: PreserveCase
  var effects: [MeasuredMapping]

  init(_ image: PreserveCase) throws {
    self.image = image
    effects = try ConvertOptions.Mapping.allCases.map { try MeasuredMapping(image, $0) }
  }

  /// The image's row of the table without its name: the numbers of the mappings side by side.
  var row: String {
    func cell(_ number: (MeasuredMapping) -> String) -> String { effects.map(number).joined(separator: " / ") }
    let pixels = effects[0].loss.pixels
    let cells = [
      "to \(image.depth.rawValue) bits; \(pixels.clipped) of \(pixels.analyzed) pixels clip",
      "\(effects[2].strength?.level ?? 0)", cell { "\($0.loss.steps.visibleRegions)" },
      cell { "\($0.loss.areas.pairs)" }, cell { "\($0.loss.lostPixels)" }, cell { decimal($0.fitting.mean) },
      cell { decimal($0.fitting.p95) }, cell { decimal($0.fitting.maximum) },
    ]
    return cells.joined(separator: " | ") + " |\n"
  }
}

private func decimal(_ value: Double) -> String { String(format: "%.4f", value) }

extension Logo {
  /// Returns for each space the maximum shift of fitting pixels with clip and preserve, if ten others do not fit; of ten files,
  /// each is that of clip.
  fileprivate func cells() throws -> [String] {
    try Self.spaces.map { space in
      for outside in 1...10 {
        let file = try image(outside: outside, in: space)
        #expect(try file.convert(.clip).bytes == file.convert(.preserve).bytes, "\(testDescription), \(space.name)")
      }
      let file = try image(outside: 10, in: space)
      let effects = try [ConvertOptions.Mapping.clip, .preserve].map { try MeasuredMapping(file, $0) }
      #expect(effects[0].loss.pixels.clipped == 10)
      return effects.map { decimal($0.fitting.maximum) }.joined(separator: " / ")
    }
  }
}

@Suite struct MappingTableTests {
  private static let head = """
    | image | strength | regions | pairs | lost | fitting mean | p95 | maximum |
    |---|---:|---:|---:|---:|---:|---:|---:|

    """
  private static let logoHead = """
    | colour | Display P3 | Rec. 2020 | ProPhoto RGB |
    |---|---:|---:|---:|

    """

  /// The requirements of `preserve` for every available image that collapses, and the documented table of the results.
  @Test func `The documented tables are what the mappings do`() throws {
    // Those of the labelled images are many, and named by numbers.
    let images = try PreserveCase.collapsing.filter { !$0.name.hasPrefix("label_") }.map { try MappedImage($0) }
    for image in images {
      let preserve = image.effects[2].loss
      #expect(
        preserve.verdict != .collapses || PreserveTests.unsolved.contains(image.image.name), "\(image.image.name)")
    }
    var rows: Set<String> = []
    try hold(
      Self.head,
      images.filter { rows.insert($0.row).inserted }.map { "| \($0.image.name), \($0.row)" }.joined())
    // The three shapes of a colour have the same numbers.
    let logos = try Dictionary(grouping: Logo.all, by: \.color).mapValues { try Set($0.map { try $0.cells() }) }
    let colors = Logo.all.filter { $0.shape == .disc }.map(\.color)
    try hold(
      Self.logoHead,
      try colors.map { color in
        let cells = try #require(logos[color].flatMap { $0.count == 1 ? $0.first : nil }, "\(color)")
        return "| \(color.map(String.init).joined(separator: ",")) | \(cells.joined(separator: " | ")) |\n"
      }.joined())
  }

  /// Checks that a table of the documentation equals the given one or, on request, updates it.
  private func hold(_ head: String, _ rows: String) throws {
    let path = "Documentation/mappings.md"
    let text = try Repository.text(path)
    let start = try #require(text.range(of: head)).lowerBound
    let end = text[start...].range(of: "|\n\n")?.upperBound ?? text.endIndex
    let written = text.replacingCharacters(in: start..<end, with: head + rows + (end == text.endIndex ? "" : "\n"))
    if ProcessInfo.processInfo.environment["GAMUT_RECORD_MAPPINGS"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Repository.path + "/" + path))
    } else {
      #expect(text == written, "recorded anew by make docs WHAT=mappings")
    }
  }
}
