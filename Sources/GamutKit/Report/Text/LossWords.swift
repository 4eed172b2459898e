package import Gamut

/// The losses in sentences, which the report, its summary and the audit share.
extension GamutReport {
  /// "716 of 4,096 pixels (17%) are lost."; nil if nothing that was seen is lost.
  package var lostWords: String? {
    guard verdict == .collapses else { return nil }
    return "\(Words.count(loss.lostPixels)) of \(Words.count(loss.pixels.analyzed, "pixel")) "
      + "(\(Words.share(loss.lostPixels, of: loss.pixels.analyzed))) \(loss.lostPixels == 1 ? "is" : "are") lost."
  }

  /// "Two colours look alike"; nil without a lost pair.
  ///
  /// - Parameter place: the place, as in " in sRGB".
  package func alikeWords(_ place: String = "") -> String? {
    let pairs = loss.areas.pairs
    guard pairs > 0 else { return nil }
    return pairs == 1
      ? "Two colours look alike\(place)" : "\(Words.count(pairs)) pairs of colours look alike\(place)"
  }

  /// "#ec0000 at 1, 1 and #ff0000 at 22, 17".
  package func witnessWords(of pair: LossReport.AreaPair) -> String {
    witnessWords(of: pair.first) + " and " + witnessWords(of: pair.second)
  }

  /// "#ec0000 at 1, 1".
  func witnessWords(of area: LossReport.AreaColor) -> String {
    "\(image.text(of: area.color.code)) at \(area.witness.words)"
  }

  /// "A shape 30 x 30 at 17, 17 can no longer be told from its ground: #ff0000 and #ec0000 both become #ff0000. They differ
  /// by 4.2 (DIN99o)."; for a region without a shape, what is around its largest difference.
  package func words(of region: LossReport.LostRegion) -> String {
    let amount = "They differ by \(Words.difference(region.loss)) (\(Self.unit))."
    if let shape = region.shape, loss.areas.largest.indices.contains(shape.pair) {
      let pair = loss.areas.largest[shape.pair]
      return "A shape \(shape.box.sizeWords) can no longer be told from its ground: "
        + "\(changeWords(pair.rarer.color, pair.ground.color)). \(amount)"
    }
    guard region.sides.count == 2 else {
      return "Around \(region.witness.words) an edge or gradient can no longer be seen (\(region.box.sizeWords))."
    }
    return "Around \(region.witness.words) an edge or gradient can no longer be seen (\(region.box.sizeWords)): its two "
      + "sides, on average \(changeWords(region.sides[0], region.sides[1])). \(amount)"
  }

  /// "#ec0000 (3,380 pixels, the first at 0, 0) and #ff0000 (716 pixels, the first at 28, 17) both become #ff0000. They
  /// differ by 4.2 in the file and 0.0 in sRGB (DIN99o)."
  func words(of pair: LossReport.AreaPair) -> String {
    func area(_ area: LossReport.AreaColor) -> String {
      "\(image.text(of: area.color.code)) (\(Words.count(area.pixels, "pixel")), the first at \(area.witness.words))"
    }
    return "\(area(pair.first)) and \(area(pair.second)) \(becomeWords(pair.first.color, pair.second.color)). They differ by "
      + "\(Words.difference(pair.before)) in the file and \(Words.difference(pair.after)) in \(destination.name) "
      + "(\(Self.unit))."
  }

  /// The unit of all differences.
  package static var unit: String { "DIN99o" }

  /// "#ff0000 and #ec0000 both become #ff0000".
  private func changeWords(_ one: LossReport.ChangedColor, _ other: LossReport.ChangedColor) -> String {
    "\(image.text(of: one.code)) and \(image.text(of: other.code)) \(becomeWords(one, other))"
  }

  /// "both become #ff0000", or "become #fc0000 and #ff0000".
  private func becomeWords(_ one: LossReport.ChangedColor, _ other: LossReport.ChangedColor) -> String {
    let (first, second) = (
      hexText(of: one.becomes, depth: destination.bitDepth), hexText(of: other.becomes, depth: destination.bitDepth)
    )
    return first == second ? "both become \(first)" : "become \(first) and \(second)"
  }

  /// "A shape vanishes at 150, 0, 42 x 32 pixels"; nil without a visible region.
  ///
  /// - Parameter place: the place, as in " in sRGB".
  package func vanishedWords(_ place: String = "") -> String? {
    let count = loss.steps.visibleRegions
    guard count > 0 else { return nil }
    let largest = loss.steps.largest.first
    let words = (largest?.shape?.box ?? largest?.box).map { "at \($0.x), \($0.y), \($0.width) x \($0.height) pixels" }
    guard count > 1 else {
      let subject = largest?.shape == nil ? "An edge or gradient" : "A shape"
      return "\(subject) vanishes\(place)" + (words.map { " " + $0 } ?? "")
    }
    return "Edges or gradients vanish\(place) in \(Words.count(count)) places"
      + (words.map { ", the largest " + $0 } ?? "")
  }
}

extension LossReport.Position {
  /// "150, 0": from the left, and from the top.
  package var words: String { "\(x), \(y)" }
}

extension LossReport.Box {
  /// "30 x 30 at 17, 17".
  fileprivate var sizeWords: String { "\(width) x \(height) at \(x), \(y)" }
}
