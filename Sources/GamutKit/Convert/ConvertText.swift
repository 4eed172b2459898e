import Gamut
import PNGCodec

extension ConvertReport {
  /// Returns a full description of the conversion of a file, for people.
  func details(_ style: TextStyle) -> [String] {
    let indent = "              "
    var lines: [String] = []
    func add(_ label: String, _ words: String) {
      lines.append(words.printable.wrapped(indent: indent, first: ("  " + label).padded(to: indent.count)))
    }
    add("From", "\(sourceWords), \(image.words)")
    add("To", "\(destination), \(result.words)")
    if usesTables { add("", "With lookup tables: relative colorimetric.") }
    if keepsPixels {
      lines.append("  The codes are the same in both, and the image data is unchanged.")
    } else if image.colorType == .palette {
      lines.append("  The palette is converted; the pixels keep their indices.")
    }
    if source.origin == .assumed {
      lines.append(
        "The file has no declaration, and is read as \(source.words.printable); --assume SPACE changes that."
          .wrapped(indent: "  ", first: "  "))
    }
    if let preserve { add("Preserve", preserve.words) }
    if let effect { lines += effect.lines(style) }
    if !dropped.isEmpty {
      lines.append(
        "Removed chunks that no longer apply: \(dropped.joined(separator: ", ").printable)."
          .wrapped(indent: "  ", first: "  "))
    }
    return lines
  }

  /// A short description of the conversion.
  var reasons: [String] {
    var reasons = ["\(source.origin == .assumed ? "untagged, read as " : "")\(source.words) to \(destination)"]
    if result.colorType == .palette, image.colorType != .palette {
      reasons.append("as a palette")
    } else if result.bitDepth != image.bitDepth {
      reasons.append("\(image.bitDepth) to \(result.bitDepth) bits")
    }
    if let effect {
      reasons.append(
        effect.mapping == .clip
          ? effect.after.verdict.rawValue
          : "\(effect.before.verdict.rawValue) by clip, \(effect.after.verdict.rawValue) by \(effect.mapping.rawValue)")
    }
    if let preserve, preserve.remainingLosses > 0 { reasons.append("preserve leaves \(preserve.remainingWords)") }
    if keepsPixels { reasons.append("same codes") }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons
  }

  private var sourceWords: String {
    switch source.origin {
    case .assumed: "\(source.words) (assumed)"
    case .override: "\(source.words) (--override)"
    default: "\(source.words) (\(source.origin.rawValue))"
    }
  }
}

extension PreserveStrength {
  /// The chosen strength and the remaining losses, as whole sentences.
  fileprivate var words: String {
    if level == 0 { return "Clipping loses no detail, so the result is that of clip." }
    let chosen = "Strength \(level) of \(Self.count)"
    return remainingLosses == 0
      ? "\(chosen): the weakest that loses nothing that was seen."
      : "Every strength loses something that was seen. \(chosen) loses the fewest pixels, "
        + "\(Words.count(lostPixels)): \(remainingWords)."
  }

  fileprivate var remainingWords: String {
    let parts = [
      (regions, "vanished place", "vanished places"), (pairs, "pair of colours alike", "pairs of colours alike"),
    ]
    return parts.filter { $0.0 > 0 }.map { Words.count($0, $1, plural: $2) }.joined(separator: ", ")
  }
}

extension ConversionEffect {
  /// Returns a description of the effect on the image's colours.
  fileprivate func lines(_ style: TextStyle) -> [String] {
    let indent = "              "
    func loss(_ name: String, _ loss: LossReport) -> String {
      let verdict = style.verdict(loss.verdict.rawValue, loss.verdict)
      guard loss.verdict == .collapses else { return "  \(name.padded(to: 12))\(verdict): no detail is lost" }
      let share = Words.share(loss.lostPixels, of: loss.pixels.analyzed)
      let regions = Words.count(loss.steps.visibleRegions, "vanished place")
      let pairs = Words.count(loss.areas.pairs, "pair")
      return "  \(name.padded(to: 12))\(verdict): \(share) lost, \(regions), \(pairs) of colours alike"
    }
    let pixels = after.pixels.analyzed
    let share = Words.share(changed, of: pixels)
    func words(_ shift: LossReport.Shift) -> String {
      "by \(Words.difference(shift.mean)) on average, \(Words.difference(shift.p95)) for 95%, "
        + "\(Words.difference(shift.maximum)) at most"
    }
    let changes =
      "\(Words.count(changed)) of \(Words.count(pixels, "pixel")) (\(share)), \(words(shift)) "
      + "(\(GamutReport.unit); \(JSONWriter.text(of: after.jnd)) is just visible)"
    var lines = [changes.wrapped(indent: indent, first: "  Changed     ")]
    let hues = hueShift.map { "; hues turn by \(Words.decimal($0, 2)) degrees on average" } ?? ""
    if before.pixels.clipped < pixels {
      let inside = "Pixels that fit and are not nearly grey move \(words(fitting))\(hues)."
      lines.append(inside.wrapped(indent: indent, first: indent))
    }
    lines.append(loss("By clip", before))
    if mapping != .clip { lines.append(loss("By \(mapping.rawValue)", after)) }
    return lines
  }
}
