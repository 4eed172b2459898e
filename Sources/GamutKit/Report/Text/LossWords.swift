package import Gamut

/// The visible losses in sentences, which the report, its summary and the audit share.
extension GamutReport {
  /// "At least 1,024 of 4,096 pixels (25%) no longer stand out."; nil if no detail is lost.
  package var lostWords: String? {
    guard verdict == .collapses else { return nil }
    return "At least \(Words.count(loss.lostPixels)) of \(Words.count(loss.pixels.analyzed, "pixel")) "
      + "(\(Words.share(loss.lostPixels, of: loss.pixels.analyzed))) no longer \(loss.lostPixels == 1 ? "stands" : "stand") out."
  }

  /// "2 flat colours become one"; nil without a visible group.
  ///
  /// - Parameter place: the place, as in " in sRGB".
  package func mergedWords(_ place: String = "") -> String? {
    let visible = loss.collapse.visible
    guard visible.groups > 0 else { return nil }
    let result = visible.groups == 1 ? "one" : Words.count(visible.groups)
    // Every visible group has at least two flat colours; a report does not contain how many of the others are flat.
    let flat = 2 * visible.groups
    return visible.colors == flat
      ? "\(Words.count(flat)) flat colours become \(result)\(place)"
      : "\(Words.count(visible.colors)) colours become \(result)\(place), at least \(Words.count(flat)) of them flat"
  }

  /// "#ec0000 at 1, 1 and #ff0000 at 22, 17"; nil for a group that is not visible.
  package func witnessWords(of group: LossReport.CollapseGroup) -> String? {
    let lines = witnessLines(of: group)
    return lines.isEmpty ? nil : lines.joined(separator: " and ")
  }

  /// Returns the two flat colours that differ most, with a position of each.
  func witnessLines(of group: LossReport.CollapseGroup) -> [String] {
    guard let witnesses = group.witnesses, group.members.count >= 2 else { return [] }
    return zip(group.members, [witnesses.first, witnesses.second]).map { member, place in
      "\(image.text(of: member.code)) at \(place.words)"
    }
  }

  /// "A shape or gradient vanishes at 150, 0, 42 x 32 pixels"; nil without a visible region.
  ///
  /// - Parameter place: the place, as in " in sRGB".
  package func vanishedWords(_ place: String = "") -> String? {
    let count = loss.flattened.visibleRegions
    guard count > 0 else { return nil }
    let largest = loss.flattened.regions.first.map { "at \($0.x), \($0.y), \($0.width) x \($0.height) pixels" }
    return count == 1
      ? "A shape or gradient vanishes\(place)" + (largest.map { " " + $0 } ?? "")
      : "Shapes or gradients vanish\(place) in \(Words.count(count)) areas"
        + (largest.map { ", the largest " + $0 } ?? "")
  }
}

extension LossReport.Position {
  /// "150, 0": from the left, and from the top.
  package var words: String { "\(x), \(y)" }
}
