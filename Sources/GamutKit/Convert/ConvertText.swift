import Gamut
import PNGCodec

/// Rows of `gamut convert` for people.
struct ConvertText {
  let row: ConvertRow
  let style: TextStyle

  private static let width = 14

  /// One line, for lists.
  func line() -> String {
    switch row.result {
    case .failure(let error):
      return style.failure("error".padded(to: Self.width)) + row.path.text.printable + "  (\(error.code))\n"
    case .success(let report):
      let word = report.action.words.padded(to: Self.width)
      let reasons = report.sameFile.map { ["another name of \($0.text.printable)"] } ?? report.reasons
      return (report.action == .unchanged ? word : style.heading(word)) + row.path.text.printable + place(report)
        + "  (\(reasons.map(\.printable).joined(separator: "; ")))\n"
    }
  }

  /// All that was done to a file.
  func details() -> String {
    guard case .success(let report) = row.result else { return line() }
    var lines = [style.heading(row.path.text.printable + place(report)) + ": " + report.action.words]
    if let other = report.sameFile {
      lines.append("  Another name of \(other.text.printable), which stands for both.")
      return lines.joined(separator: "\n") + "\n"
    }
    let from = "\(report.source.words) (\(report.source.origin.rawValue)), \(report.image.words)"
    lines.append(from.printable.wrapped(indent: "              ", first: "  From        "))
    lines.append(
      "\(report.destination), \(report.output.words)".printable.wrapped(indent: "              ", first: "  To          "))
    if report.keepsPixels {
      lines.append("  The codes are the same in both, and the image data stays as it is.")
    } else if report.image.colorType == .palette {
      lines.append("  The entries of the palette are new, and the pixels name the same ones.")
    }
    if let effect = report.effect { lines += effect.lines(style) }
    if !report.dropped.isEmpty {
      lines.append(
        "Chunks that speak of the old pixels are left out: \(report.dropped.joined(separator: ", ").printable)."
          .wrapped(indent: "  ", first: "  "))
    }
    for finding in report.findings {
      lines.append(("Note: " + finding.message.asSentence.printable).wrapped(indent: "    ", first: "  "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func place(_ report: ConvertReport) -> String {
    report.path.flatMap { $0 == row.path ? nil : " -> " + $0.text.printable } ?? ""
  }
}

extension ConvertReport {
  /// What was done in a few words.
  fileprivate var reasons: [String] {
    var reasons = ["\(source.words) to \(destination)"]
    if output.bitDepth != image.bitDepth { reasons.append("\(image.bitDepth) to \(output.bitDepth) bits") }
    if let effect {
      reasons.append(
        effect.mapping == .clip
          ? effect.after.verdict.rawValue
          : "\(effect.before.verdict.rawValue) by clip, \(effect.after.verdict.rawValue) by \(effect.mapping.rawValue)")
    }
    if keepsPixels { reasons.append("same codes") }
    if !findings.isEmpty { reasons.append(Words.count(findings.count, "note")) }
    return reasons
  }
}

extension ConversionEffect {
  /// What was done to the image's colours.
  fileprivate func lines(_ style: TextStyle) -> [String] {
    let indent = "              "
    func loss(_ name: String, _ loss: LossReport) -> String {
      let verdict = style.verdict(loss.verdict.rawValue, loss.verdict)
      let merges = Words.count(loss.collapse.visible.groups, "visible merge")
      let areas = Words.count(loss.flattened.visibleRegions, "visible flat area")
      return "  \(name.padded(to: 12))\(verdict): \(merges), \(areas)"
    }
    let pixels = after.pixels.analyzed
    let share = Words.share(changed, of: pixels)
    let (mean, p95) = (Words.difference(shift.mean), Words.difference(shift.p95))
    let most = Words.difference(shift.maximum)
    let changes =
      "\(Words.count(changed)) of \(Words.count(pixels, "pixel")) (\(share)), by \(mean) on average, \(p95) for 95%, "
      + "\(most) at most (0.02 is just visible)"
    var lines = [changes.wrapped(indent: indent, first: "  Changed     ")]
    if let hueShift {
      let inside = Words.difference(inGamutShift)
      let degrees = Words.decimal(hueShift, 2)
      let more = "Pixels that fit move by \(inside) on average; hues turn by \(degrees) degrees on average."
      lines.append(more.wrapped(indent: indent, first: indent))
    }
    lines.append(loss("By clip", before))
    if mapping != .clip { lines.append(loss("By \(mapping.rawValue)", after)) }
    return lines
  }
}

extension ImageHeader {
  /// "64 x 64 pixels, RGB, 8 bits per channel".
  fileprivate var words: String {
    let kind =
      switch colorType {
      case .grey: "grey"
      case .rgb: "RGB"
      case .palette: "palette"
      case .greyAlpha: "grey and alpha"
      case .rgba: "RGB and alpha"
      }
    return "\(width) x \(height) pixels, \(kind), \(bitDepth) \(bitDepth == 1 ? "bit" : "bits") per "
      + (colorType == .palette ? "pixel" : "channel")
  }
}
