public import Gamut
import PNGCodec

/// The published space that a profile or a declaration matches, by its parameters, and the difference from it.
///
/// The measure is `SpaceDifference`: over a grid of 33 x 33 x 33 colours and 100,000 from a fixed seed, the largest
/// difference in a channel between a colour's code and the code of the same colour in the published space. It is 0, and
/// not measured, for a source with the parameters of the space. A profile
/// with tables is measured through its tables, even if it also has a matrix. For a source that matches no space, the
/// closest space is the one with the smallest mean over the same colours, because the largest difference usually occurs
/// in a single corner.
public struct SpaceIdentification: Sendable, Hashable {
  /// A space and the difference from it.
  public struct Match: Sendable, Hashable {
    /// The published space.
    public var reference: ReferenceSpace
    /// The largest difference between the codes of a colour in both spaces.
    public var difference: SpaceDifference
  }

  /// The published space that the source matches at 8 bits or better; otherwise the space with the smallest mean
  /// difference, or nil if that difference is above 20 codes of 255.
  public var nearest: Match?
  /// The space that the name claims, if it is not the closest one.
  public var claimed: Match?
  /// Whether the name claims a published space, rightly or not.
  public var hasClaim: Bool

  /// The precision of the match; nil if the source matches no published space.
  public var level: EquivalenceLevel? { nearest?.difference.level }

  /// The published space that the source matches at 8 bits or better.
  public var space: ReferenceSpace? { level == nil ? nil : nearest?.reference }

  /// Measures a source. `name` is its own name.
  public init(of source: SourceSpace, called name: String?) { self.init(of: ProbedSource(source), called: name) }

  init(of probe: ProbedSource, called name: String?) {
    let claim = name.flatMap { ReferenceSpace(claimedBy: $0) }
    let references = probe.isGrey ? [.sGray] : ReferenceSpace.rgb
    // Spaces with one curve have the same greys. A grey profile with such a curve is that of the space in its name.
    let named = probe.isGrey ? [claim].compactMap(\.self).filter { !$0.hasGreysOfSRGB } : []
    if let known = (references + named).first(where: { probe.isOne(of: $0.variants.flatMap(\.publications)) }) {
      nearest = Match(reference: known, difference: SpaceDifference())
    } else {
      nearest = Self.nearest(probe, among: references, or: named)
    }
    if !probe.isGrey, let claim, claim != nearest?.reference {
      claimed = Self.closest(claim, Self.differences(probe, [claim])[0])
    }
    hasClaim = claim != nil
  }

  /// Returns, for each space, its difference from each published parameter set, first from `ReferenceSpace.space`.
  private static func differences(
    _ probe: ProbedSource, _ references: [ReferenceSpace], every step: Int = 1
  ) -> [[SpaceDifference]] {
    let sets = references.map { $0.variants.flatMap(\.publications) }
    var differences = probe.differences(from: sets.flatMap(\.self), every: step)[...]
    return sets.map { sets in
      defer { differences.removeFirst(sets.count) }
      return Array(differences.prefix(sets.count))
    }
  }

  private static func closest(_ reference: ReferenceSpace, _ differences: [SpaceDifference]) -> Match? {
    differences.min { $0.largest < $1.largest }.map { Match(reference: reference, difference: $0) }
  }

  /// Returns the space that the source matches, or the reference with the smallest mean difference, if it is related.
  private static func nearest(
    _ probe: ProbedSource, among references: [ReferenceSpace], or named: [ReferenceSpace]
  ) -> Match? {
    let spaces = references + named
    let estimates = differences(probe, spaces, every: 101)
    // A mean over 1,300 colours has a relative error of a few hundredths, and the largest is at most the true one.
    let least = estimates.map { $0[0].mean }.min() ?? 0
    let close = zip(spaces, estimates).filter { _, estimates in
      estimates.contains { $0.largest <= 0.02 } || estimates[0].mean <= least + 0.25 * (least + 0.008)
    }.map(\.0)
    let measured = zip(close, differences(probe, close)).compactMap { space, differences in
      closest(space, differences).map { (match: $0, mean: differences[0].mean) }
    }
    let equivalent = measured.map(\.match).min { $0.difference.largest < $1.difference.largest }
    if let equivalent, equivalent.difference.level != nil { return equivalent }
    // Publications of a space differ by far less than two spaces.
    let nearest = measured.filter { references.contains($0.match.reference) }.min { $0.mean < $1.mean }?.match
    return nearest.flatMap { $0.difference.mean <= largestMean ? $0 : nil }
  }

  /// 20 codes of 255. A space with a larger difference is unrelated.
  private static let largestMean = 20.0 / 255
}

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
      "\(name) \(JSONWriter.text(of: 100 * value, significantDigits: 3))%"
    }
    return parts.joined(separator: ", ")
  }
}

extension SpaceIdentification {
  /// Completes "It is ...": "Display P3, to within 0.49 codes of 65,535"; "sRGB, exactly".
  var words: String {
    guard let nearest else { return "no published space, and none is close to it" }
    let name = nearest.reference.name
    if level != nil { return name + nearest.difference.precision }
    let mean = SpaceDifference.number(255 * nearest.difference.mean)
    return "no published space; the closest is \(name), \(mean) codes of 255 apart on average and "
      + "\(nearest.difference.size) at most"
  }
}

extension ColorType {
  var words: String {
    switch self {
    case .grey: "grey"
    case .rgb: "RGB"
    case .palette: "palette"
    case .greyAlpha: "grey with alpha"
    case .rgba: "RGB with alpha"
    }
  }
}
