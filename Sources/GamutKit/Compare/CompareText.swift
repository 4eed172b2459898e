package import Gamut
import PNGCodec

struct CompareTextFormatter: RowFormatter {
  let style: TextStyle
  let isList: Bool
  var counts: [PictureDifference.Verdict: Int] = [:]
  var pairs = 0, alone = 0, failures = 0

  mutating func add(_ row: CompareRow) -> [UInt8] {
    pairs += 1
    if let verdict = row.verdict { counts[verdict, default: 0] += 1 } else { failures += 1 }
    if case .alone = row.outcome { alone += 1 }
    return Array(text(row).utf8)
  }

  private func text(_ row: CompareRow) -> String {
    switch (row.outcome, style.detail) {
    // The complete message of a pair that fails is on standard error.
    case (.failed, _) where !isList: return ""
    case (.compared(let comparison), .normal) where !isList, (.compared(let comparison), .verbose):
      return (pairs > 1 ? "\n" : "") + comparison.text(row, style)
    case (_, .quiet) where row.verdict == .same || row.verdict == .alike: return ""
    case (_, .normal) where isList && !row.isRenamed && row.verdict == .same: return ""
    default: break
    }
    guard let verdict = row.verdict else {
      return style.failure("error".padded(to: Self.width)) + row.names + "  (\(row.failure?.code ?? ""))\n"
    }
    return style.paint(verdict.rawValue.padded(to: Self.width), verdict.severity) + row.names
      + (row.reason.map { "  (\($0))" } ?? "") + "\n"
  }

  private static let width = 9

  func end(_: Void) -> [UInt8] {
    guard isList, pairs > 0, style.detail != .quiet else { return [] }
    var parts = PictureDifference.Verdict.allCases.reversed().map {
      "\(Words.count(counts[$0] ?? 0)) \($0.verb(counts[$0] ?? 0))"
    }
    if alone > 0 { parts[0] += " (\(Words.count(alone)) without a partner)" }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be compared")) }
    let hasLines = failures > 0 || counts.contains { $0.key != .same && $0.value > 0 }
    return Array(
      ((hasLines ? "\n" : "") + style.heading(Words.count(pairs, "pair")) + ": " + parts.joined(separator: ", ") + "\n")
        .utf8)
  }
}

extension PictureDifference.Verdict {
  package var severity: Severity? { self == .differs ? .error : nil }

  fileprivate func verb(_ count: Int) -> String {
    switch self {
    case .same: count == 1 ? "is the same" : "are the same"
    case .alike: count == 1 ? "is alike" : "are alike"
    case .differs: count == 1 ? "differs" : "differ"
    }
  }
}

extension CompareRow {
  package var names: String {
    switch outcome {
    case .alone(.a): a.text.printable
    case .alone(.b): b.text.printable
    default: "\(a.text.printable) and \(b.text.printable)"
    }
  }

  /// The file that a problem is about: B, as A is what it should be.
  package var changed: Pathname { if case .alone = outcome { path } else { b } }

  package var reason: String? {
    switch outcome {
    case .failed: return nil
    case .alone(let side): return "only in \(side == .a ? "A" : "B")"
    case .compared(let comparison):
      let words = (isRenamed ? ["renamed"] : []) + comparison.difference.reasons.map(\.code.rawValue)
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
  }

  package var sentences: String {
    switch outcome {
    case .failed(let error): return error.message
    case .alone(let side): return "There is no \((side == .a ? b : a).text.printable) beside it."
    case .compared(let comparison):
      let verdict = comparison.verdict == .differs ? "differ" : "are \(comparison.verdict.rawValue)"
      return "A, \(a.text.printable), and B, \(b.text.printable), \(verdict). "
        + comparison.sentences.joined(separator: " ")
    }
  }
}

extension Comparison {
  func text(_ row: CompareRow, _ style: TextStyle) -> String {
    func line(_ label: String, _ text: String) -> String {
      text.wrapped(indent: String(repeating: " ", count: 16), first: "  " + label.padded(to: 14))
    }
    var lines = [line("A", words(of: a, row.a)), line("B", words(of: b, row.b))]
    for (index, reason) in difference.reasons.enumerated() {
      lines.append(line(index == 0 ? "Why" : "", words(of: reason)))
    }
    if difference.pixels.unequal > 0 {
      lines += [line("Pixels", pixelWords), line("Shift", shiftWords)]
      if let first = difference.first { lines.append(line("First", words(of: first))) }
    }
    var blocks = ["\(row.names): \(style.paint(verdict.rawValue, verdict.severity))", lines.joined(separator: "\n")]
    if difference.regions > 0 {
      let items = difference.largest.map { "    - \(words(of: $0))" }
      let more = difference.regions - items.count
      blocks.append(
        ([style.heading("  What differs, the worst first")] + items
          + (more > 0 ? ["    and \(Words.count(more)) more (--top)"] : [])).joined(separator: "\n"))
    }
    if a.isPartial || b.isPartial {
      blocks.append("  An animation (APNG): only its first image, which plain PNG readers show, was compared.")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func words(of file: File, _ path: Pathname) -> String {
    "\(path.text.printable): \(file.image.words), \(file.source.wordsWithOrigin)"
  }

  private var pixelWords: String {
    let pixels = difference.pixels
    return "\(Words.count(pixels.codes)) of \(Words.count(pixels.visible, "visible pixel")) "
      + "(\(Words.share(pixels.codes, of: pixels.visible))) have other codes, \(Words.count(pixels.unequal)) other colours, "
      + "and \(Words.count(pixels.differing)) look different."
  }

  private var shiftWords: String {
    let (shift, d) = (difference.shift, difference.direction)
    let ways = [(d.x, "darker", "lighter"), (d.y, "greener", "redder"), (d.z, "bluer", "yellower")]
      .filter { $0.0.magnitude >= 0.05 && $0.0.magnitude >= 0.25 * shift.mean }
      .map { "\($0.0 < 0 ? $0.1 : $0.2) by \(Words.difference($0.0.magnitude))" }
    return "\(Words.difference(shift.mean)) on average, 95% up to \(Words.difference(shift.p95)), "
      + "\(Words.difference(shift.maximum)) at most (DIN99o; \(JSONWriter.text(of: tolerance)) is just visible)."
      + (ways.isEmpty ? "" : " On average, B is \(ways.joined(separator: ", ")).")
  }

  func words(of region: PictureDifference.Region) -> String {
    "\(region.box.width) x \(region.box.height) at \(region.box.x), \(region.box.y) "
      + "(\(Words.count(region.pixels, "pixel"))): by \(Words.difference(region.difference)) at most, "
      + "at \(region.at.x), \(region.at.y)."
  }

  private func words(of first: PictureDifference.Pair) -> String {
    func color(_ code: SIMD4<UInt16>, _ file: File, _ levels: SIMD3<Double>?, _ other: File) -> String {
      let depth = file.image.bitDepth == 16 ? 16 : 8
      let hex = hexText(of: SIMD3(code.x, code.y, code.z), depth: depth)
      let alpha = code.w == (depth == 16 ? 65_535 : 255) ? "" : " with alpha \(code.w)"
      guard let levels, a.source.space == nil || a.source.space != b.source.space else { return hex + alpha }
      let numbers = [levels.x, levels.y, levels.z].map { Words.decimal($0, 3) }.joined(separator: " ")
      return "\(hex)\(alpha) (in \(other.source.words.printable) \(numbers))"
    }
    return "At \(first.position.x), \(first.position.y): A \(color(first.a, a, first.aInB, b)), "
      + "B \(color(first.b, b, first.bInA, a))."
  }

  /// The reasons, and the worst region, in whole sentences.
  public var sentences: [String] {
    var words = difference.reasons.map { self.words(of: $0) }
    if let region = difference.largest.first {
      let verb = difference.regions == 1 ? "differs: " : "differ; the worst is "
      words.append("\(Words.count(difference.regions, "region")) \(verb)" + self.words(of: region))
    }
    return words
  }

  package func words(of reason: PictureDifference.Reason) -> String {
    let (side, other) = reason.side == .a ? ("A", "B") : ("B", "A")
    let (own, others) = reason.side == .a ? (a, b) : (b, a)
    let (space, otherSpace) = (own.source.words.printable, others.source.words.printable)
    switch reason.code {
    case .size:
      return
        "The sizes differ: A has \(a.image.width) x \(a.image.height) pixels, B \(b.image.width) x \(b.image.height)."
    case .alphaDropped: return "\(side) has lost its alpha: it is opaque, and \(other) is not."
    case .alpha: return "Alpha differs."
    case .declaration where reason.side != nil:
      return "\(side) has lost its profile: its codes are those of \(other) (\(otherSpace)), read as \(space)."
    case .declaration: return "The codes are the same, and A declares \(otherSpace), B \(space)."
    case .curve: return "The codes and the primaries are the same, and the declarations have other curves."
    case .reencoded:
      return "\(side) is \(other), converted to \(space) with \(own.image.bitDepth) bits"
        + (verdict == .same ? "." : ", to within a code.")
    case .clipped: return "\(side) is \(other), converted to \(space); colours outside were clipped."
    case .clippedToSRGB: return "\(side) is \(other), clipped to sRGB and stored as \(space)."
    case .mistagged: return "\(side) is \(other), converted to sRGB, and declares \(space)."
    case .quantized:
      return reason.side == nil
        ? "The codes differ by at most one of 255, as after dithering." : "\(side) has fewer codes than \(other)."
    case .premultiplied: return "\(side) is \(other), multiplied by its alpha once more."
    case .hiddenColors: return "Only colours differ that alpha hides."
    case .moved: return "B is A, moved by \(reason.offset?.x ?? 0), \(reason.offset?.y ?? 0)."
    case .shifted: return "Most colours are shifted."
    case .regions: return "Parts of the picture differ."
    default: return "Single pixels differ, and nobody sees it."
    }
  }
}
