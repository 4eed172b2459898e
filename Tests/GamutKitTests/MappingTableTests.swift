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
      cell { "\($0.loss.areas.pairs)" }, cell { "\($0.loss.lostPixels)" },
    ]
    return cells.joined(separator: " | ") + " |\n"
  }
}

@Suite(.enabled(if: Thoroughness.hasTime)) struct MappingTableTests {
  private static let head = """
    | image | strength | regions | pairs | lost |
    |---|---:|---:|---:|---:|

    """

  /// The requirements of `preserve` for every available image that collapses, and the documented table of the results.
  @Test func `The documented table is what the mappings do`() throws {
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
  }

  /// Few pixels that do not fit, on a logo of one colour, do not change the others.
  @Test(arguments: Logo.all) func `Logos stay as they are`(logo: Logo) throws {
    for space in Logo.spaces {
      for outside in 1...10 {
        let file = try logo.image(outside: outside, in: space)
        #expect(try file.convert(.clip).bytes == file.convert(.preserve).bytes, "\(space.name)")
      }
    }
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
