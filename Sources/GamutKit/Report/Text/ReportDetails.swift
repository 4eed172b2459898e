import Gamut
import PNGCodec

struct ReportDetails {
  let report: GamutReport
  let style: TextStyle

  func text(path: Pathname) -> String {
    var blocks = ["\(path.text.printable): \(style.verdict(report.verdict.rawValue, report.verdict))", facts, losses]
    if let regions { blocks.append(regions) }
    if let pairs { blocks.append(pairs) }
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

  private static func row(_ label: String, _ text: String) -> String {
    text.wrapped(indent: String(repeating: " ", count: 16), first: "  " + label.padded(to: 14))
  }

  private var facts: String {
    return [
      Self.row("Image", report.image.words),
      Self.row("Colour space", report.source.wordsWithOrigin),
      Self.row(
        "Target", "\(report.destination.name), \(report.destination.bitDepth) bits per channel"),
    ].joined(separator: "\n")
  }

  private var losses: String {
    let loss = report.loss
    guard loss.pixels.analyzed > 0 else {
      return Self.row("Pixels", "All \(Words.count(loss.pixels.total)) are transparent: nothing can be lost.")
    }
    guard loss.pixels.clipped > 0 else {
      return Self.row("Lost", "Nothing: every pixel is inside \(report.destination.name).")
    }
    return [
      Self.row("Lost", lost),
      Self.row("Clipped", clipped),
    ].joined(separator: "\n")
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

  private var regions: String? {
    let listed = report.loss.steps.largest
    guard !listed.isEmpty else { return nil }
    return style.heading("  What vanishes, the largest first") + "\n" + Self.list(listed.map { report.words(of: $0) })
      + more(report.loss.steps.visibleRegions - listed.count)
  }

  private var pairs: String? {
    let listed = report.loss.areas.largest
    guard !listed.isEmpty else { return nil }
    return style.heading("  Colours that look the same in \(report.destination.name), the most different first") + "\n"
      + Self.list(listed.map { report.words(of: $0) }) + more(report.loss.areas.pairs - listed.count)
  }

  /// What other eyes and other light lose; nil if the report is not about them.
  private var renditions: String? {
    let losses = report.loss.renditions
    guard !losses.isEmpty else { return nil }
    let width = (losses.map(\.viewing.name.count).max() ?? 0) + 2
    return style.heading("  For other eyes, and in other light") + "\n"
      + losses.map { loss in
        let words = loss.verdict.rawValue + (loss.words.map { ": " + $0 + "." } ?? "")
        let line = words.wrapped(
          indent: String(repeating: " ", count: width + 4), first: "    " + loss.viewing.name.padded(to: width))
        let listed = loss.sentences
        let more = more(loss.regions + loss.pairs - listed.count)
        return line + (listed.isEmpty ? "" : "\n" + Self.list(listed)) + more
      }.joined(separator: "\n")
  }

  private static func list(_ texts: [String]) -> String {
    texts.map { $0.wrapped(indent: "      ", first: "    - ") }.joined(separator: "\n")
  }

  private func more(_ count: Int) -> String { count > 0 ? "\n    and \(Words.count(count)) more (--top)" : "" }

  var notes: [String] {
    var notes = report.findings.map { $0.message.printable }
    if report.isPartial {
      notes.append("This is an animation (APNG); only its first image, which plain PNG readers show, was checked.")
    }
    let isReported = report.findings.contains { $0.kind == .disagreement }
    if let fallback = report.withoutCICP, !isReported {
      notes.append("A reader without support for cICP \(fallback.words).")
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

extension GamutReport.Fallback {
  /// Completes "A reader without support for cICP ...".
  fileprivate var words: String {
    if error != nil { return "finds only a \(color.origin.chunkNames) that it cannot use" }
    let name = color.words.printable
    return color.origin == .assumed
      ? "finds no declaration and uses \(name)" : "sees \(name) (\(color.origin.rawValue))"
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
    case .gammaAndChromaticities: return text + ", from its gAMA and cHRM chunks"
    case .cICP, .iCCP, .sRGB, .gamma: return text + ", from its \(origin.rawValue) chunk"
    }
  }
}

extension GamutReport.Destination {
  package var name: String { space?.name ?? description.map { "\"\($0.printable)\"" } ?? "the destination" }
}
