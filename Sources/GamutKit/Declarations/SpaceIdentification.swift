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
  /// The degree to which a space matches its nearest published space, or has the name of one.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// No colour differs by more than one code of 65,535.
    case sixteenBit = "16-bit"
    /// No colour differs by more than half a code of 255.
    case eightBit = "8-bit"
    /// The space has the name of a published one, but differs from it by more.
    case nameOnly = "name-only"
    /// The space matches no published space, and does not have the name of one.
    case none

    /// Whether the parameters match.
    public var isEquivalent: Bool { self == .sixteenBit || self == .eightBit }

    init(_ level: EquivalenceLevel) { self = level == .sixteenBit ? .sixteenBit : .eightBit }
  }

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
  /// The degree of the match.
  public var level: Level

  /// The published space that the source matches at 8 bits or better.
  public var space: ReferenceSpace? { level.isEquivalent ? nearest?.reference : nil }

  /// Measures a source. `name` is its own name.
  public init(of source: SourceSpace, called name: String?) { self.init(of: ProbedSource(source), called: name) }

  /// Measures a source by its probe colours.
  init(of probe: ProbedSource, called name: String?) {
    let isGrey = probe.isGrey
    let claim = name.flatMap { ReferenceSpace(claimedBy: $0) }
    let references = isGrey ? [.sGray] : ReferenceSpace.rgb
    // Spaces with one curve have the same greys. A grey profile with such a curve is that of the space in its name.
    let named = isGrey ? [claim].compactMap { $0 }.filter { !$0.hasGreysOfSRGB } : []
    let spaces = references + named
    if let known = spaces.first(where: { probe.isOne(of: $0.variants.flatMap(\.publications)) }) {
      nearest = Match(reference: known, difference: SpaceDifference())
      level = .sixteenBit
      if let claim, claim != known, !isGrey { claimed = Self.closest(zip([claim], Self.differences(probe, [claim]))) }
      return
    }
    let estimates = Self.differences(probe, spaces, every: 101)
    // An estimate over a few colours never exceeds the true difference.
    let candidates = zip(spaces, estimates).filter { $1.contains { $0.largest <= 0.02 } }.map(\.0)
    let equivalent = Self.closest(
      zip(candidates, Self.differences(probe, candidates, stopAbove: Self.largestEquivalent)))
    if equivalent?.difference.level != nil {
      nearest = equivalent
      if let claim, claim != nearest?.reference, !isGrey {
        claimed = Self.closest(zip([claim], Self.differences(probe, [claim])))
      }
    } else {
      (nearest, claimed) = Self.nearest(
        probe, among: Array(zip(references, estimates)), claim: isGrey ? nil : claim)
    }
    if let equivalence = nearest?.difference.level {
      level = Level(equivalence)
    } else {
      level = claim == nil ? .none : .nameOnly
    }
  }

  /// Returns, for each space, its difference from each of its published parameter sets, first from that of
  /// `ReferenceSpace.space`.
  private static func differences(
    _ probe: ProbedSource, _ references: [ReferenceSpace], every step: Int = 1, stopAbove limit: Double = .infinity
  ) -> [[SpaceDifference]] {
    let sets = references.map { $0.variants.flatMap(\.publications) }
    var differences = probe.differences(from: sets.flatMap { $0 }, every: step, stopAbove: limit)[...]
    return sets.map { sets in
      defer { differences.removeFirst(sets.count) }
      return Array(differences.prefix(sets.count))
    }
  }

  /// Returns the space with the smallest difference.
  private static func closest(_ references: some Sequence<(ReferenceSpace, [SpaceDifference])>) -> Match? {
    references.compactMap { reference, differences in
      differences.min { $0.largest < $1.largest }.map { Match(reference: reference, difference: $0) }
    }.min { $0.difference.largest < $1.difference.largest }
  }

  /// Returns the space with the smallest mean difference, if there is one within the limit, and the space that the name
  /// claims, if it is another one. All are measured together, because the source may take most of the time.
  private static func nearest(
    _ probe: ProbedSource, among references: [(ReferenceSpace, estimates: [SpaceDifference])], claim: ReferenceSpace?
  ) -> (nearest: Match?, claimed: Match?) {
    // A mean over 1,300 colours has a relative error of a few hundredths, and one over 13,000 of less than one.
    var close = closest(references.map { ($0, $1.first?.mean ?? 0) }, within: 0.25)
    if close.count > 1 {
      let means = probe.differences(from: close.map(\.space), every: 10).map(\.mean)
      close = closest(Array(zip(close, means)), within: 0.08)
    }
    let measured = close + (claim.map { close.contains($0) ? [] : [$0] } ?? [])
    let differences = Array(zip(measured, Self.differences(probe, measured)))
    // Publications of a space differ by far less than two spaces.
    let closest = differences.prefix(close.count).min { ($0.1.first?.mean ?? 0) < ($1.1.first?.mean ?? 0) }
    var nearest = closest.flatMap { Self.closest([$0]) }
    if let mean = nearest?.difference.mean, mean > largestMean { nearest = nil }
    let claimed = differences.filter { $0.0 == claim && claim != nearest?.reference }
    return (nearest, Self.closest(claimed))
  }

  /// Returns the spaces that may have the smallest mean difference, if it may be within the limit.
  ///
  /// - Parameter error: the largest relative error of the means.
  private static func closest(
    _ means: [(reference: ReferenceSpace, mean: Double)], within error: Double
  ) -> [ReferenceSpace] {
    func bound(_ mean: Double) -> Double { mean + error * (mean + 0.008) }
    let least = means.map(\.mean).min() ?? 0
    return least > bound(largestMean) ? [] : means.filter { $0.mean <= bound(least) }.map(\.reference)
  }

  /// Half a code of 255. A space with a larger difference at any colour is a different one.
  private static let largestEquivalent = 0.5 / 255

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

extension ColorType {
  /// The name for people.
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
