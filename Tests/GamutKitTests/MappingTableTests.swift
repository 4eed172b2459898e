import Foundation
import Gamut
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// An image whose verdict is `collapses`, with the results of each mapping.
private struct MappedImage {
  var image: PreserveCase
  /// The reports of clip, css and preserve.
  var reports: [ConvertReport] = []

  init(_ image: PreserveCase) throws {
    self.image = image
    for mapping in ConvertOptions.Mapping.allCases {
      reports.append(try image.convert(mapping) { $0.measuresEffect = true }.report)
    }
  }

  /// The image's three rows of the table.
  var rows: String {
    reports.map { report in
      guard let effect = report.effect else { return "" }
      let after = effect.after
      let title =
        effect.mapping == .clip
        ? "\(image.name), to \(image.depth.rawValue) bits; \(after.pixels.clipped) of \(after.pixels.analyzed) pixels clip"
        : ""
      let mapping = effect.mapping.rawValue + (report.preserve.map { " \($0.level)" } ?? "")
      let shift = effect.shift
      let numbers =
        ["\(after.steps.visibleRegions)", "\(after.areas.pairs)", "\(after.lostPixels)"]
        + ["\(effect.changed)", decimal(shift.mean), decimal(shift.p95), decimal(shift.maximum)]
        + [effect.fitting.mean, effect.fitting.p95, effect.fitting.maximum].map(decimal)
        + [effect.hueShift.map { String(format: "%.2f", $0) } ?? ""]
      return "| \(title) | \(mapping) | \(numbers.joined(separator: " | ")) |\n"
    }.joined()
  }
}

private func decimal(_ value: Double) -> String { String(format: "%.4f", value) }

extension Logo {
  /// Returns the logo's row: for each space, the number of files out of ten in which no code differs from clip, and the
  /// maximum shift of fitting pixels if ten others do not fit.
  fileprivate func row() throws -> String {
    let cells = try Self.spaces.map { space in
      let same = try (1...10).count { outside in
        let file = try image(outside: outside, in: space)
        return try file.convert(.clip).bytes == file.convert(.preserve).bytes
      }
      #expect(same == 10, "\(testDescription), \(space.name)")
      let file = try image(outside: 10, in: space)
      let effects = try [ConvertOptions.Mapping.clip, .preserve].map { mapping in
        try #require(try file.convert(mapping) { $0.measuresEffect = true }.report.effect)
      }
      #expect(effects[0].before.pixels.clipped == 10)
      return "\(same) | \(decimal(effects[0].fitting.maximum)) | \(decimal(effects[1].fitting.maximum))"
    }
    return "| \(testDescription) | \(cells.joined(separator: " | ")) |\n"
  }
}

@Suite struct MappingTableTests {
  private static let head = """
    | image | mapping | regions | pairs | lost | changed | mean | p95 | maximum | fitting mean | p95 | maximum | hue |
    |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|

    """
  private static let logoHead = """
    | logo | Display P3: same | clip | preserve | Rec. 2020: same | clip | preserve | ProPhoto RGB: same | clip | preserve |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|

    """

  /// The requirements of `preserve` for every available image that collapses, and the documented table of the results.
  @Test func `The documented tables are what the mappings do`() throws {
    // Those of the labelled images are many, and named by numbers.
    let images = try PreserveCase.collapsing.filter { !$0.name.hasPrefix("label_") }.map { try MappedImage($0) }
    for image in images {
      let preserve = try #require(image.reports[2].effect)
      #expect(
        preserve.after.verdict != .collapses || PreserveTests.unsolved.contains(image.image.name),
        "\(image.image.name)")
      #expect((preserve.hueShift ?? 180) <= 2, "\(image.image.name)")
    }
    try hold(Self.head, images.map(\.rows).joined())
    try hold(Self.logoHead, try Logo.all.map { try $0.row() }.joined())
  }

  /// Checks that a table of the documentation equals the given one or, on request, updates it.
  private func hold(_ head: String, _ rows: String) throws {
    let path = "Documentation/mappings.md"
    let text = try Repository.text(path)
    let start = try #require(text.range(of: head)).lowerBound
    let end = text[start...].range(of: "|\n\n")?.upperBound ?? text.endIndex
    let written = text.replacingCharacters(in: start..<end, with: head + rows + "\n")
    if ProcessInfo.processInfo.environment["GAMUT_RECORD_MAPPINGS"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Repository.path + "/" + path))
    } else {
      #expect(text == written, "recorded anew by make docs WHAT=mappings")
    }
  }
}
