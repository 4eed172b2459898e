import Gamut
import PNGCodec

struct ReportDetails {
  let report: GamutReport
  let style: TextStyle

  func text(path: Pathname) -> String {
    let loss = report.loss
    var blocks = ["\(path.text.printable): \(style.verdict(report.verdict.rawValue, report.verdict))"]
    blocks += [facts, losses].map { rows in
      rows.map { $1.labelled($0, margin: 2, width: 14) }.joined(separator: "\n")
    }
    blocks += list(
      "What vanishes, the largest first", loss.steps.largest.map { report.words(of: $0) }, of: loss.steps.visibleRegions
    )
    blocks += list(
      "Colours that look the same in \(report.destination.name), the most different first",
      loss.areas.largest.map { report.words(of: $0) }, of: loss.areas.pairs)
    if let renditions { blocks.append(renditions) }
    let notes = notes
    if !notes.isEmpty { blocks.append(style.heading("  Notes") + "\n" + Self.items(notes)) }
    blocks.append(style.heading("  What to do") + "\n" + Self.items(report.advice(at: path).map(\.printable)))
    if report.verdict == .collapses {
      blocks[blocks.count - 1] += report.commands(for: path).map { "\n    $ " + $0 }.joined()
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func items(_ texts: [String]) -> String {
    texts.count > 1 ? list(texts) : texts.map { $0.wrapped(indent: "    ") }.joined()
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { $0.wrapped(indent: "      ", first: "    - ") }.joined(separator: "\n")
  }

  private static func more(_ count: Int) -> String {
    count > 0 ? "\n    and \(Words.count(count)) more (--top)" : ""
  }

  /// Returns a block with the first items of so many; none without items.
  private func list(_ heading: String, _ items: [String], of count: Int) -> [String] {
    if items.isEmpty { return [] }
    return [style.heading("  " + heading) + "\n" + Self.list(items) + Self.more(count - items.count)]
  }

  private var facts: [(String, String)] {
    [
      ("Image", report.image.words), ("Colour space", report.source.wordsWithOrigin),
      ("Target", "\(report.destination.name), \(report.destination.bitDepth) bits per channel"),
    ]
  }

  private var losses: [(String, String)] {
    let loss = report.loss
    guard loss.pixels.analyzed > 0 else {
      return [("Pixels", "All \(Words.count(loss.pixels.total)) are transparent: nothing can be lost.")]
    }
    guard loss.pixels.clipped > 0 else {
      return [("Lost", "Nothing: every pixel is inside \(report.destination.name).")]
    }
    return [("Lost", lost), ("Clipped", clipped)]
  }

  private var lost: String {
    let loss = report.loss
    guard report.verdict == .collapses else { return "Nothing that is large enough to be seen." }
    return "\(Words.count(loss.lostPixels)) of \(Words.count(loss.pixels.analyzed, "pixel")) "
      + "(\(Words.share(loss.lostPixels, of: loss.pixels.analyzed))): those of "
      + [
        loss.steps.visibleRegions > 0 ? "what vanishes" : nil,
        loss.areas.pairs > 0 ? "colours that look the same in \(report.destination.name)" : nil,
      ].compactMap { $0 }.joined(separator: ", and of ") + "."
  }

  private var clipped: String {
    let loss = report.loss
    let name = report.destination.name
    let darker = loss.pixels.darker
    let black =
      darker > 0 ? " \(Words.count(darker, "pixel")) \(darker == 1 ? "is" : "are") darker than its black." : ""
    return "\(Words.count(loss.pixels.clipped)) of \(Words.count(loss.pixels.analyzed, "pixel")) "
      + "(\(Words.share(loss.pixels.clipped, of: loss.pixels.analyzed))) "
      + "\(loss.pixels.clipped == 1 ? "is" : "are") outside \(name), in "
      + "\(Words.count(loss.clippedColors, "colour"))." + black
      + " Clipping moves colours by \(Words.difference(loss.shift.mean)) on average, "
      + "by \(Words.difference(loss.shift.maximum)) at most (\(GamutReport.unit); \(JSONWriter.text(of: loss.jnd)) is just "
      + "visible)."
  }

  /// What other eyes and other light lose; nil if the report is not about them.
  private var renditions: String? {
    let losses = report.loss.renditions
    guard !losses.isEmpty else { return nil }
    let width = (losses.map(\.viewing.name.count).max() ?? 0) + 2
    return style.heading("  For other eyes, and in other light") + "\n"
      + losses.map { loss in
        let words = loss.verdict.rawValue + (loss.words.map { ": " + $0 + "." } ?? "")
        let line = words.labelled(loss.viewing.name, margin: 4, width: width)
        let listed = loss.sentences
        return line + (listed.isEmpty ? "" : "\n" + Self.list(listed))
          + Self.more(loss.regions + loss.pairs - listed.count)
      }.joined(separator: "\n")
  }

  var notes: [String] {
    var notes = report.findings.map { $0.message.printable }
    if report.isPartial {
      notes.append("This is an animation (APNG); only its first image, which plain PNG readers show, was checked.")
    }
    return notes
  }
}

extension ImageHeader {
  /// "64 x 64 pixels, RGB, 8 bits per channel".
  var words: String {
    "\(width) x \(height) pixels, \(colorType.words)\(isInterlaced ? ", interlaced" : ""), "
      + "\(Words.count(bitDepth, "bit")) per \(colorType == .palette ? "index" : "channel")"
  }

  /// Returns a colour of the file: hexadecimal for 8 bits and more, else the grey level.
  func text(of code: SIMD3<UInt16>) -> String {
    colorType.isGrey && bitDepth < 8 ? "grey \(code.x)" : hexText(of: code, depth: bitDepth == 16 ? 16 : 8)
  }
}

extension DeclaredColor {
  /// "Display P3, from its iCCP chunk".
  var wordsWithOrigin: String {
    // The name by parameters, and the profile's own name if that differs, because a profile may have any name.
    var text = words.printable
    if let space, let description, description != space.name { text += ", called \"\(description.printable)\"" }
    switch origin {
    case .assumed: return text + ", assumed: the file has no declaration"
    case .override: return text + ", by --override"
    default: return text + ", from its \(origin.chunkNames)"
    }
  }
}

extension GamutReport.Destination {
  package var name: String { space?.name ?? description.map { "\"\($0.printable)\"" } ?? "the destination" }
}
