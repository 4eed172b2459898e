import Gamut
package import GamutBasics
import GamutPalettes

extension ColorComparison {
  /// The maximum number of colours that are all shown in full, with all their pairs.
  private static let fewColors = 3

  package func text(_ style: TextStyle) -> String {
    if style.detail == .quiet { return problems(style) }
    var parts: [String] = []
    if colors.count <= Self.fewColors || style.detail == .verbose {
      parts = colors.map { $0.text(style) }
    } else {
      parts = [table(style)]
    }
    if !pairs.isEmpty { parts.append(pairsText(style)) }
    let caution = "These are simulations of vision without one kind of cones; most deficiencies are milder."
    parts.append(caution.wrapped(indent: "") + "\n")
    return parts.joined(separator: "\n")
  }

  private func problems(_ style: TextStyle) -> String {
    let outside = colors.filter(\.facts.color.isClipped).map { color in
      "\(color.given.text.printable)  outside sRGB by \(Words.din99o(color.facts.color.shift))\n"
    }
    return (outside + changed.map { line(for: $0, style) }).joined()
  }

  /// The pairs about which there is something to say, worst first.
  private var changed: [ColorPair] { pairs.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight } }

  private func table(_ style: TextStyle) -> String {
    var rows = [["colour", "sRGB", "Display P3", "shift (DIN99o)", "on white", "on black"]]
    rows[0] += Viewing.ofPalettes.map(\.name)
    for color in colors {
      rows.append([
        color.given.text.printable, color.sRGB.hex, color.displayP3.isInside ? color.displayP3.hex : "outside",
        color.facts.color.isClipped ? Words.decimal(color.facts.color.shift, 1) : "-",
        Words.decimal(color.facts.white.least, 2), Words.decimal(color.facts.black.least, 2),
      ])
      rows[rows.count - 1] += color.seen.map { ColorCode(linear: $0.linear).hex }
    }
    return rows.alignedLines.enumerated().map { index, line in
      index == 0
        ? style.heading((style.showsSwatches ? "     " : "") + line) + "\n"
        : style.swatch(colors[index - 1].sRGB.codes8) + line + "\n"
    }.joined()
  }

  private func pairsText(_ style: TextStyle) -> String {
    let isFew = colors.count <= Self.fewColors || style.detail == .verbose
    let listed = isFew ? pairs : changed
    var lines = listed.map { isFew ? differences(of: $0, style) : line(for: $0, style) }
    if !isFew {
      let others = pairs.count - listed.count
      let words = listed.isEmpty ? "All \(Words.count(others, "pair"))" : "The other \(Words.count(others, "pair"))"
      if others > 0 { lines.append("  \(words) stay\(others == 1 ? "s" : "") apart, in sRGB and for every eye.\n") }
    }
    return style.heading("Pairs") + "\n" + lines.joined()
  }

  private func line(for pair: ColorPair, _ style: TextStyle) -> String {
    var words: [String] = []
    if pair.merges { words.append(style.failure("merge in sRGB (DIN99o \(Words.decimal(pair.inSRGB, 1)))")) }
    for (verdict, start) in [(ColorPair.Verdict.confusable, "confused with "), (.doubtful, "hard to tell apart with ")]
    {
      let names = pair.seen.filter { $0.verdict == verdict }
        .map { "\($0.eye.rawValue) (DIN99o \(Words.decimal($0.difference, 1)))" }
      guard !names.isEmpty else { continue }
      let text = start + Words.list(names)
      words.append(verdict == .confusable ? style.failure(text) : style.warning(text))
    }
    return names(of: pair, style)
      + "  DIN99o \(Words.decimal(pair.difference, 1)): \(words.joined(separator: "; "))\n"
  }

  private func names(of pair: ColorPair, _ style: TextStyle) -> String {
    let (first, second) = (colors[pair.first], colors[pair.second])
    return "  " + style.swatch(first.sRGB.codes8) + first.given.text.printable + "  "
      + style.swatch(second.sRGB.codes8) + second.given.text.printable
  }

  private func differences(of pair: ColorPair, _ style: TextStyle) -> String {
    var text = names(of: pair, style) + "\n"
    text += "      DIN99o \(Words.decimal(pair.difference, 1)), in sRGB \(Words.decimal(pair.inSRGB, 1))"
    if pair.merges { text += ": " + style.failure("they merge") }
    let orders = pair.reverse.map { [pair.contrast.words("first on second"), $0.words("second on first")] }
    text += "\n      contrast " + (orders?.joined(separator: ", ") ?? pair.contrast.words(""))
    text += "\n      as seen: "
    text += pair.seen.map { seen in
      var words = "\(seen.eye.rawValue) \(Words.decimal(seen.difference, 1))"
      if let own = seen.original, pair.isClipped { words += " (\(Words.decimal(own, 1)) for the colours themselves)" }
      switch seen.verdict {
      case .apart: return words
      case .doubtful: return style.warning(words + ", hard to tell apart")
      case .confusable: return style.failure(words + ", confused")
      }
    }.joined(separator: "; ")
    return text + "\n"
  }
}

extension [[String]] {
  /// The rows as lines, in which columns begin below each other.
  var alignedLines: [String] {
    let count = map(\.count).max() ?? 0
    let widths = (0..<count).map { column in map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return map { row in
      zip(row, widths).enumerated().map { $0 == row.count - 1 ? $1.0 : $1.0.padded(to: $1.1) }.joined(separator: "  ")
    }
  }
}

extension ColorPair {
  fileprivate var weight: Int {
    (merges ? 100 : 0) + seen.reduce(0) { $0 + ($1.verdict == .confusable ? 10 : $1.verdict == .doubtful ? 1 : 0) }
  }
}

extension ColorReport {
  fileprivate func text(_ style: TextStyle) -> String {
    let color = facts.color
    var rows: [(String, String)] = []
    func add(_ name: String, _ words: String) { rows.append((name, words)) }
    add(
      "space",
      given.color.space.rawValue + (given.color.alpha < 1 ? ", alpha \(Words.decimal(given.color.alpha, 2))" : ""))
    let (l, c, h) = facts.oklch
    add("OKLCH", "\(Words.decimal(max(l, 0), 3)) \(Words.decimal(c, 3)) \(Words.decimal(h < 359.95 ? h : 0, 1))")
    add("sRGB", "\(sRGB.hex), \(sRGB.hex16)")
    if color.isClipped {
      add("", style.warning("outside; clipping shifts it by \(Words.din99o(color.shift))"))
      add("", "the mapping of CSS takes \(mapped.hex), a shift of \(Words.din99o(mapped.shift))")
    }
    add("Display P3", "\(displayP3.hex), \(displayP3.hex16)" + (displayP3.isInside ? "" : style.warning(", outside")))
    add("contrast", facts.white.words("on white") + ", " + facts.black.words("on black"))
    for seen in seen {
      let (code, own) = (ColorCode(linear: seen.linear), ColorCode(linear: seen.original))
      let original = own.hex == code.hex ? "" : " (\(own.hex) for the colour itself)"
      add(seen.eye.rawValue, style.swatch(code.codes8) + code.hex + original)
    }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { "  " + $0.0.padded(to: width) + "  " + $0.1 + "\n" }
    return style.swatch(sRGB.codes8) + style.heading(given.text.printable) + "\n" + lines.joined()
  }
}

extension ColorFacts.OnBackground {
  /// The ratio, and that of Display P3 if it is another one.
  fileprivate func words(_ place: String) -> String {
    let (narrow, wide) = (Words.decimal(sRGB, 2), Words.decimal(self.wide, 2))
    return narrow + (place.isEmpty ? "" : " \(place)") + (wide == narrow ? "" : " (\(wide) in Display P3)")
  }
}
