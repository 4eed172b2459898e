import Foundation
import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct ReportTextTests {
  /// - Parameter options: the options of the golden entry, unless given.
  private func row(_ name: String, _ options: ReportOptions? = nil) throws -> ReportRow {
    let bytes = try Repository.bytes("Tests/GamutKitTests/Golden/\(name).png")
    let options = try options ?? GoldenEntry.all.first { $0.name == name }?.reportOptions() ?? ReportOptions()
    return ReportRow(
      path: Pathname(name + ".png"), result: .success(try Reporter(options).report(png: bytes)))
  }

  private func text(_ rows: [ReportRow], style: TextStyle = TextStyle()) -> String {
    var writer = ReportTextFormatter(style: style, isList: rows.count > 1)
    let body = rows.flatMap { writer.add($0) }
    return String(decoding: body + writer.end(), as: UTF8.self)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: GoldenEntry.all.map(\.name))
  func textFitsIntoEightyColumnsWithoutColor(name: String) throws {
    for rows in [[try row(name)], [try row(name), try row("two_reds_16")]] {
      let text = text(rows, style: TextStyle(detail: .verbose))
      #expect(!text.contains("\u{1b}"))
      // Commands and lines of HTML and CSS must not be wrapped, so that they can be copied.
      let whole = ["    $ ", "      <", "        <", "      .image", "      @media"]
      for line in text.split(separator: "\n") where !whole.contains(where: { line.hasPrefix($0) }) {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  /// The advice depends on the properties of the file as well as on the verdict. Colours, positions and counts are
  /// those of `Golden/expected.json`.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("two_reds_16", ["collapses", "#ff0000", "#ffff00000000", "Ship a separate sRGB variant"]),
      (
        "two_reds_16",
        [
          "Lost 1,792 of 4,096 pixels (44%): those of what vanishes, and of colours that look the same in sRGB.",
          "A shape 32 x 32 at 16, 16 can no longer be seen on its ground: #ed8000000000 and #ffff00000000 both become "
            + "#ff0000.",
          "#ed8000000000 (1,024 pixels, the first at 16, 16) and #ffff00000000 (3,072 pixels, the first at 0, 0) both "
            + "become #ff0000.",
          "(DIN99o; 1.75 is just visible)",
        ]
      ),
      ("two_blues_8", ["clips", "Nothing: automatic conversion to sRGB is good enough. No change is visible."]),
      (
        "legend_8",
        [
          "#ee0000 (600 pixels, the first at 80, 10) and #ff0000 (600 pixels, the first at 10, 10) both become #ff0000. "
            + "They differ by 3.8 in the file and 0.0 in sRGB (DIN99o)."
        ]
      ),
      (
        "red_ramp_8",
        [
          "Around 480, 0 an edge or gradient can no longer be seen (27 x 32 at 470, 0): its two sides, on average #e80000 "
            + "and #f80000, become #fc0000 and #ff0000. They differ by 3.6 (DIN99o)."
        ]
      ),
      (
        "green_ramp_16",
        [
          "clips", "Lost Nothing that is large enough to be seen",
          "Nothing, if duller colours will do: those that clip shift by",
        ]
      ),
      ("blue_ramp_16", ["clips", "Nothing: automatic conversion to sRGB is good enough."]),
      ("flat_below_floor_8", ["clips", "Nothing that is large enough to be seen."]),
      ("red_ramp_8_jnd_0_9", ["(DIN99o; 0.9 is just visible)"]),
      ("srgb_chunk_16", ["fits", "Nothing: it is already in sRGB"]),
      ("grey_ramp_16", ["fits"]),
      ("untagged_8", ["fits", "has no colour profile", "--assume display-p3"]),
      ("cicp_over_iccp_16", ["for older decoders declares sRGB", "one declaration"]),
      ("all_transparent_16", ["fits", "transparent", "no pixel is visible"]),
      ("adam7_16", ["interlaced"]),
    ])
  func oneImageInWords(name: String, expected: [String]) throws {
    let text = text([try row(name)]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in expected { #expect(text.contains(words), "\(words) in: \(text)") }
  }

  /// The text names each loss, its extent, its position and its colours, according to `Golden/expected.json`.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: GoldenEntry.all)
  func whatVanishesIsNamed(entry: GoldenEntry) throws {
    func words(_ place: JSONValue?, _ x: String, _ y: String) -> String {
      "\(place?[x]?.integer ?? -1), \(place?[y]?.integer ?? -1)"
    }
    let row = try entry.report()
    let plain = text([row]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let expected = entry.expected
    let collapses = expected["verdict"] == .string("collapses")
    if collapses {
      let lost = Words.count(try #require(expected["lost.pixels"]?.integer))
      #expect(plain.contains("Lost \(lost) of "))
    }
    #expect(plain.contains("What vanishes, the largest first") == !entry.regions.isEmpty)
    for (region, reported) in zip(entry.regions, try row.result.get().loss.steps.largest) {
      if let shape = reported.shape {
        #expect(
          plain.contains(
            "A shape \(shape.box.width) x \(shape.box.height) at \(shape.box.x), \(shape.box.y) can no longer"))
      } else {
        let size = "\(region["width"]?.integer ?? 0) x \(region["height"]?.integer ?? 0)"
        #expect(
          plain.contains(
            "Around \(words(region, "at.0", "at.1")) an edge or gradient can no longer be seen (\(size) at "
              + "\(words(region, "x", "y")))"))
      }
      #expect(plain.contains("They differ by \(Words.difference(reported.loss)) (DIN99o)."))
    }
    #expect(plain.contains("Colours that look the same in sRGB, the most different first") == !entry.pairs.isEmpty)
    for pair in entry.pairs {
      for index in 0...1 {
        let count = try #require(pair["pixels.\(index)"]?.integer)
        let place = words(pair["witnesses.\(index)"], "0", "1")
        #expect(plain.contains("(\(Words.count(count, "pixel")), the first at \(place))"))
      }
      let (before, after) = (try #require(pair["difference"]?.number), try #require(pair["after"]?.number))
      #expect(
        plain.contains(
          "They differ by \(Words.difference(before)) in the file and \(Words.difference(after)) in sRGB (DIN99o)."))
    }
    // No word of the definitions that people have to look up.
    for word in [" step", " witness", " a region"] { #expect(!plain.contains(word), "\(word) in: \(plain)") }
  }

  @Test func aWideGamutFileThatFitsSaysTheSameInSRGB() throws {
    var options = ReportOptions()
    options.override = .displayP3
    let text = text([try row("grey_ramp_8", options)])
    #expect(!text.contains("an sRGB"))
    #expect(text.contains("Every colour fits: a file in sRGB shows the same colours"))
  }

  @Test func severalImagesEndWithCountsAndTheWorst() throws {
    let rows =
      try ["green_ramp_8", "red_ramp_8", "srgb_chunk_16", "two_reds_16"].map { try row($0) }
      + [ReportRow(path: Pathname("broken.png"), result: .failure(.png(.folder)))]
    let text = text(rows)
    // The worst first; an image that fits is not listed, and one that could not be processed only counted.
    let list = text.split(separator: "\n").prefix(3).map { $0.prefix { $0 != "(" } }
    #expect(
      list == ["collapses  two_reds_16.png  ", "collapses  red_ramp_8.png  ", "clips      green_ramp_8.png  "])
    #expect(!text.contains("broken.png"))
    #expect(text.contains("5 images: 2 collapse, 1 clips, 1 fits, 1 could not be processed"))
    let worst = try #require(text.range(of: "Worst first"))
    let last = text[worst.upperBound...]
    // Sorted by the share of lost pixels: 44% and 5.3%.
    let places = try ["two_reds_16.png", "red_ramp_8.png", "green_ramp_8.png"].map {
      try #require(last.range(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
    #expect(!text.contains("srgb_chunk_16"))
  }

  @Test func theSummaryHasTheThreeWorst() throws {
    // In the order of the names; the shift of the last one makes it the best.
    let one = try row("two_reds_16")
    let rows = try (10..<40).map { index in
      var report = try one.result.get()
      report.loss.shift.maximum = 1 / Double(index)
      return ReportRow(path: Pathname("\(index).png"), result: .success(report))
    }
    let text = text(rows)
    let list = try #require(text.range(of: "Worst first")).upperBound
    for name in ["10", "11", "12"] { #expect(text[list...].contains("  \(name).png\n")) }
    #expect(!text[list...].contains("  13.png"))
    // Copies are one entry.
    let copies = self.text((10..<40).map { ReportRow(path: Pathname("\($0).png"), result: one.result) })
    #expect(copies.contains("  10.png  (29 more with the same losses)\n") && !copies.contains("  11.png"))
  }

  /// Files with the same losses, as copies have, are one line.
  @Test func copiesAreOneLine() throws {
    let one = try row("two_reds_16")
    let names = ["a.png", "b/a.png", "c.png"]
    let text = text(names.map { ReportRow(path: Pathname($0), result: one.result) } + [try row("green_ramp_8")])
    let list = text.split(separator: "\n").prefix { !$0.hasSuffix("fit") }
    #expect(list.count == 2 && list[0].hasPrefix("collapses  a.png") && list[0].contains("2 more with the same losses"))
  }

  @Test func quietIsALineForEachLoss() throws {
    let rows = [try row("two_reds_16"), try row("untagged_8")]
    #expect(text(rows, style: TextStyle(detail: .quiet)).split(separator: "\n").count == 1)
    #expect(text([rows[1]], style: TextStyle(detail: .quiet)).isEmpty)
    #expect(text([rows[0]], style: TextStyle(detail: .quiet)).split(separator: "\n").count == 1)
  }

  @Test func colorsAreAddedAndNothingElse() throws {
    let rows = [try row("two_reds_16"), try row("untagged_8")]
    let plain = text(rows)
    let colored = text(rows, style: TextStyle(usesColor: true))
    #expect(colored.contains("\u{1b}[1;31mcollapses"))
    #expect(colored.replacing(#/\u{1b}\[[0-9;]*m/#, with: "") == plain)
  }

  /// A name, or a profile's description, must not control the terminal or fake a line.
  @Test(arguments: [
    ("a\nb", "a\\nb"), ("\u{1b}[2J", "\\u{1b}[2J"), ("x\u{202e}gnp", "x\\u{202e}gnp"), ("\u{9b}1m", "\\u{9b}1m"),
    ("plain é 😀", "plain é 😀"),
  ])
  func controlCharactersAreEscaped(name: String, shown: String) throws {
    #expect(name.printable == shown)
    let report = ReportRow(path: Pathname(name), result: try row("untagged_8").result)
    #expect(text([report]).hasPrefix(shown + ": "))
  }

  @Test(arguments: [
    (0, 10, "0%"), (1, 100_000, "under 0.1%"), (1, 3, "33%"), (3, 100, "3.0%"), (999_999, 1_000_000, "over 99.9%"),
    (995, 1000, "99.5%"), (5, 5, "100%"), (0, 0, "0%"),
  ])
  func shares(part: Int, whole: Int, text: String) { #expect(Words.share(part, of: whole) == text) }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (16_777_216, "16,777,216")])
  func counts(value: Int, text: String) { #expect(Words.count(value) == text) }
}
