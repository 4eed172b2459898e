public import Gamut

/// The published space that a profile or a declaration matches, by its parameters, and the difference from it.
///
/// The measure is `SpaceDifference`: over a grid of 33 x 33 x 33 colours and 100,000 from a fixed seed, the largest
/// difference in a channel between a colour's code and the code of the same colour in the published space. A profile
/// with tables is measured through its tables, even if it also has a matrix. For a source that matches no space, the
/// closest space is the one with the smallest mean over the same colours, because the largest difference usually occurs
/// in a single corner.
public struct SpaceIdentification: Sendable, Hashable {
  /// How well a space matches its name.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// No colour differs by more than one code of 65,535.
    case sixteenBit = "16-bit"
    /// No colour differs by more than half a code of 255.
    case eightBit = "8-bit"
    /// It has the name of the space, but differs by more.
    case nameOnly = "name-only"
    /// It is not a published space, and does not have the name of one.
    case none

    /// Whether the parameters match.
    public var isEquivalent: Bool { self == .sixteenBit || self == .eightBit }

    init(_ level: EquivalenceLevel) { self = level == .sixteenBit ? .sixteenBit : .eightBit }
  }

  /// A space and the difference from it.
  public struct Match: Sendable, Hashable {
    /// The published space.
    public var reference: ReferenceSpace
    /// The largest difference between the codes of a colour in both.
    public var difference: SpaceDifference
  }

  /// The published space that it matches at 8 bits or better; else the one with the smallest mean difference, or nil if
  /// that is above 20 codes of 255.
  public var nearest: Match?
  /// The space that the name claims, if it is not the closest one.
  public var claimed: Match?
  /// How well the space matches the nearest one.
  public var level: Level

  /// The space that it matches at 8 bits or better.
  public var space: ReferenceSpace? { level.isEquivalent ? nearest?.reference : nil }

  /// Measures a source. `name` is its own name.
  public init(of source: SourceSpace, called name: String?) {
    let probe = ProbedSource(source)
    var isGrey = false
    if case .grey = source { isGrey = true }
    let claim = name.flatMap { ReferenceSpace(claimedBy: $0) }
    let references = isGrey ? [.sGray] : ReferenceSpace.rgb
    // Spaces with one curve have the same greys. A grey profile with such a curve is that of the space in its name.
    let named = isGrey ? [claim].compactMap { $0 }.filter { !$0.hasGreysOfSRGB } : []
    let candidates = Self.equivalent(probe, among: references + named)
    let equivalent = Self.match(probe, candidates, stopAbove: Self.largestEquivalent)
    nearest = equivalent?.difference.level != nil ? equivalent : Self.closest(probe, among: references)
    if let claim, claim != nearest?.reference, !isGrey { claimed = Self.match(probe, [claim]) }
    if let equivalence = nearest?.difference.level {
      level = Level(equivalence)
    } else {
      level = claim == nil ? .none : .nameOnly
    }
  }

  /// Returns the space with the smallest difference. The search ends, for each space, at a colour that differs by more
  /// than the limit.
  private static func match(
    _ probe: ProbedSource, _ references: [ReferenceSpace], stopAbove limit: Double = .infinity
  ) -> Match? {
    let variants = references.flatMap { reference in reference.variants.map { (reference, $0) } }
    let differences = probe.differences(fromPublished: variants.map(\.1), stopAbove: limit)
    return zip(variants, differences).map { Match(reference: $0.0, difference: $1) }
      .min { $0.difference.largest < $1.difference.largest }
  }

  /// Returns the candidate spaces: an estimate over a few colours never exceeds the true difference. Of two
  /// publications of one space, it uses the first.
  private static func equivalent(_ probe: ProbedSource, among references: [ReferenceSpace]) -> [ReferenceSpace] {
    let variants = references.map(\.variants)
    let estimates = probe.differences(from: variants.flatMap { $0 }, every: 101, stopAbove: 0.02)
    var close = estimates.map { $0.largest <= 0.02 }[...]
    return zip(references, variants).compactMap { reference, variants in
      defer { close.removeFirst(variants.count) }
      return close.prefix(variants.count).contains(true) ? reference : nil
    }
  }

  /// Returns the space with the smallest mean difference, if there is one within the limit.
  private static func closest(_ probe: ProbedSource, among references: [ReferenceSpace]) -> Match? {
    let estimates = probe.differences(from: references.map(\.space), every: 101).map(\.mean)
    let least = estimates.min() ?? 0
    // A mean over 1,300 colours has a relative error of a few hundredths.
    let close = zip(references, estimates).filter { $0.1 <= 1.25 * least + 0.002 }.map(\.0)
    // Publications of a space differ by far less than two spaces.
    var closest = close.first
    if close.count > 1 {
      let means = probe.differences(from: close.map(\.space)).map(\.mean)
      closest = zip(close, means).min { $0.1 < $1.1 }?.0
    }
    guard let match = closest.flatMap({ match(probe, [$0]) }), match.difference.mean <= largestMean else { return nil }
    return match
  }

  /// Half a code of 255. A space with a larger difference at any colour is a different one.
  private static let largestEquivalent = 0.5 / 255

  /// 20 codes of 255. A space with a larger difference is unrelated.
  private static let largestMean = 20.0 / 255
}
