package import Gamut

extension SpaceDifference {
  /// "up to 4.42 codes of 255 apart", or in codes of 65,535 if these are more suitable.
  package var words: String { "up to \(size) apart" }

  /// The largest difference in words, such as "4.42 codes of 255".
  var size: String {
    level == nil ? "\(Self.number(codes8)) codes of 255" : "\(Self.number(codes16)) codes of 65,535"
  }

  static func number(_ value: Double) -> String {
    value < 10
      ? Words.decimal(value, 2) : value < 100 ? Words.decimal(value, 1) : Words.count(Int(min(value, 1e9).rounded()))
  }

  /// ", to within 0.49 codes of 65,535", or ", exactly".
  var precision: String { codes16 < 0.005 ? ", exactly" : ", to within \(size)" }
}

extension SIMD3<Double> {
  /// An encoded colour as percentages of each channel: "red 100%, green 0%, blue 3.1%".
  package var codeWords: String {
    let parts = zip(["red", "green", "blue"], [x, y, z]).map { name, value in
      let percent = JSONWriter.text(of: 100 * value, significantDigits: 3)
      return "\(name) \(percent)%"
    }
    return parts.joined(separator: ", ")
  }
}

extension SpaceIdentification {
  /// Completes "It is ...": "Display P3, to within 0.49 codes of 65,535"; "sRGB, exactly".
  var words: String {
    guard let nearest else { return "no published space, and none is close to it" }
    let name = nearest.reference.name
    return switch level {
    case .sixteenBit, .eightBit: name + nearest.difference.precision
    case .nameOnly, .none:
      "no published space; the closest is \(name), \(nearest.meanSize) apart on average and "
        + "\(nearest.difference.size) at most"
    }
  }
}

extension SpaceIdentification.Match {
  /// The mean difference in words, such as "4.42 codes of 255".
  var meanSize: String { "\(SpaceDifference.number(255 * difference.mean)) codes of 255" }
}
