package import Gamut
package import GamutBasics

/// The losses in sentences, which the report, its summary and the audit share.
extension GamutReport {
  /// "716 of 4,096 pixels (17%) are lost."; nil if nothing that was seen is lost.
  package var lostWords: String? {
    guard verdict == .collapses else { return nil }
    return "\(Words.count(loss.lostPixels)) of \(Words.count(loss.pixels.analyzed, "pixel")) "
      + "(\(Words.share(loss.lostPixels, of: loss.pixels.analyzed))) \(loss.lostPixels == 1 ? "is" : "are") lost."
  }

  /// The largest loss of each kind as sentences, with the number of the others; empty if nothing that was seen is lost.
  package var lossSentences: [String] {
    let place = " in \(destination.name)"
    var sentences: [String] = []
    let (regions, pairs) = (loss.steps.visibleRegions, loss.areas.pairs)
    let region = loss.steps.largest.first
    if let region {
      sentences.append(
        (regions > 1 ? "\(Words.count(regions)) things vanish, the largest: " : "") + words(of: region, place))
    } else if regions > 0 {
      sentences.append(
        "\(Words.count(regions, "edge or gradient", plural: "edges or gradients")) can no longer be seen\(place).")
    }
    if pairs == 1, regions == 1, region?.shape != nil { return sentences }
    if let pair = loss.areas.largest.first {
      let (one, other) = (pair.first, pair.second)
      sentences.append(
        (pairs > 1 ? "\(Words.count(pairs)) pairs of colours look the same\(place), the most different: " : "")
          + "\(witnessWords(of: one)) and \(witnessWords(of: other))" + (pairs > 1 ? "" : " look the same\(place)")
          + ": they \(becomeWords(one.color, other.color)), and differ by \(Words.din99o(pair.before)) in the file.")
    } else if pairs > 0 {
      sentences.append("\(Words.count(pairs, "pair")) of colours look the same\(place).")
    }
    return sentences
  }

  /// "#ec0000 at 1, 1".
  private func witnessWords(of area: LossReport.AreaColor) -> String {
    "\(image.text(of: area.color.code)) at \(area.witness.words)"
  }

  /// "A shape 30 x 30 at 17, 17 can no longer be seen on its ground: #ff0000 and #ec0000 both become #ff0000. They differ
  /// by 4.2 (DIN99o)."; for a region without a shape, what is around its largest difference. `place` is as " in sRGB".
  func words(of region: LossReport.LostRegion, _ place: String = "") -> String {
    let amount = "They differ by \(Words.din99o(region.loss))."
    if let shape = region.shape, loss.areas.largest.indices.contains(shape.pair) {
      let pair = loss.areas.largest[shape.pair]
      return "A shape \(shape.box.sizeWords) can no longer be seen on its ground\(place): "
        + "\(changeWords(pair.rarer.color, pair.ground.color)). \(amount)"
    }
    let words =
      "Around \(region.witness.words) an edge or gradient can no longer be seen\(place) (\(region.box.sizeWords))"
    guard region.sides.count == 2 else { return words + "." }
    return words + ": its two sides, on average \(changeWords(region.sides[0], region.sides[1], ",")). \(amount)"
  }

  /// "#ec0000 (3,380 pixels, the first at 0, 0) and #ff0000 (716 pixels, the first at 28, 17) both become #ff0000. They
  /// differ by 4.2 in the file and 0.0 in sRGB (DIN99o)."
  func words(of pair: LossReport.AreaPair) -> String {
    func area(_ area: LossReport.AreaColor) -> String {
      "\(image.text(of: area.color.code)) (\(Words.count(area.pixels, "pixel")), the first at \(area.witness.words))"
    }
    return
      "\(area(pair.first)) and \(area(pair.second)) \(becomeWords(pair.first.color, pair.second.color)). They differ by "
      + "\(Words.difference(pair.before)) in the file and \(Words.difference(pair.after)) in \(destination.name) "
      + "(\(Self.unit))."
  }

  package static var unit: String { "DIN99o" }

  /// "#ff0000 and #ec0000 both become #ff0000".
  private func changeWords(
    _ one: LossReport.ChangedColor, _ other: LossReport.ChangedColor, _ mark: String = ""
  ) -> String {
    "\(image.text(of: one.code)) and \(image.text(of: other.code))\(mark) \(becomeWords(one, other))"
  }

  /// "both become #ff0000", or "become #fc0000 and #ff0000".
  private func becomeWords(_ one: LossReport.ChangedColor, _ other: LossReport.ChangedColor) -> String {
    let (first, second) = (
      hexText(of: one.becomes, depth: destination.bitDepth), hexText(of: other.becomes, depth: destination.bitDepth)
    )
    return first == second ? "both become \(first)" : "become \(first) and \(second)"
  }
}

extension LossReport.Position {
  /// "150, 0": from the left, and from the top.
  package var words: String { "\(x), \(y)" }
}

extension LossReport.Box {
  /// "30 x 30 at 17, 17".
  var sizeWords: String { "\(width) x \(height) at \(x), \(y)" }
}

extension ViewingLoss {
  /// "2 edges vanish, and 1 pair of colours looks the same"; nil if nothing is lost.
  package var words: String? {
    var words: [String] = []
    if regions > 0 { words.append("\(Words.count(regions, "edge")) \(regions == 1 ? "vanishes" : "vanish")") }
    if pairs > 0 { words.append("\(Words.count(pairs, "pair")) of colours \(pairs == 1 ? "looks" : "look") the same") }
    return words.isEmpty ? nil : words.joined(separator: ", and ")
  }

  /// "deuteranopia loses"; nil if nothing is lost.
  var verdictWords: String? { verdict == .keeps ? nil : "\(viewing.name) \(verdict.rawValue)" }

  /// A sentence for each listed region and pair: the worst are the first of each.
  package var sentences: [String] { largest.map(Self.words) + confused.map(Self.words) }

  private static func words(of finding: Finding) -> String {
    guard let box = finding.box else {
      return words(finding) {
        "\(hexText(of: $0.code, depth: 8)) (\(Words.count($0.pixels, "pixel")), the first at \($0.witness.words))"
      }
    }
    return "Around \(finding.sides[0].witness.words) an edge vanishes (\(box.sizeWords)): "
      + words(finding) { hexText(of: $0.shown, depth: 8) }
  }

  private static func words(_ finding: Finding, _ name: (Side) -> String) -> String {
    let (names, seen) = (finding.sides.map(name), finding.sides.map { hexText(of: $0.seen, depth: 8) })
    let words = seen[0] == seen[1] ? "both seen as \(seen[0])" : "seen as \(seen[0]) and \(seen[1])"
    return "\(names[0]) and \(names[1]) are \(words). They differ by \(Words.difference(finding.before)), and by "
      + "\(Words.difference(finding.after)) as they are seen (\(GamutReport.unit))."
  }
}

extension TextStyle {
  package func verdict(_ text: String, _ verdict: LossReport.Verdict) -> String {
    switch verdict {
    case .fits: success(text)
    case .clips: warning(text)
    case .collapses: failure(text)
    }
  }
}
