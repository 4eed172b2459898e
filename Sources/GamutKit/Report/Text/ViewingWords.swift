package import Gamut

/// What other eyes and other light lose, in sentences.
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
