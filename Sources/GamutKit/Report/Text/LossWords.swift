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
