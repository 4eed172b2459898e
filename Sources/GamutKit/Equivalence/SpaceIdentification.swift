public import Gamut

/// Which published space a profile or a declaration is, by its numbers, and how far it is from it.
///
/// The measure is `SpaceDifference`: over a grid of 33 x 33 x 33 colours and 100,000 of a fixed seed, the largest
/// difference in a channel between a colour's code and the code of the same colour in the published space. A profile
/// with tables is measured through its tables, whatever matrix stands beside them.
public struct SpaceIdentification: Sendable, Hashable {
  /// How much of the truth a space's name is.
  public enum Level: String, Sendable, Hashable, CaseIterable {
    /// No colour differs by more than one code of 65,535.
    case sixteenBit = "16-bit"
    /// No colour differs by more than half a code of 255.
    case eightBit = "8-bit"
    /// It is called so, but differs by more.
    case nameOnly = "name-only"
    /// It is no published space, and is not called one.
    case none

    /// Whether the numbers say so.
    public var isEquivalent: Bool { self == .sixteenBit || self == .eightBit }

    init(_ level: EquivalenceLevel) { self = level == .sixteenBit ? .sixteenBit : .eightBit }
  }

  /// A space and the difference from it.
  public struct Match: Sendable, Hashable {
    public var reference: ReferenceSpace
    public var difference: SpaceDifference
  }

  /// The closest published space.
  public var nearest: Match
  /// The space that the name claims, where that is another than the closest.
  public var claimed: Match?
  public var level: Level

  /// The space that it is at 8 bits or better.
  public var space: ReferenceSpace? { level.isEquivalent ? nearest.reference : nil }

  /// Measures a source. `name` is what it calls itself.
  public init(of source: Rendition.Source, called name: String?) {
    let probe = ProbedSource(source)
    var isGrey = false
    if case .grey = source { isGrey = true }
    let match = { (reference: ReferenceSpace) in
      Match(reference: reference, difference: probe.difference(fromPublished: reference.space))
    }
    nearest =
      Self.candidates(probe, among: isGrey ? [.sGray] : ReferenceSpace.rgb).map(match)
      .min { $0.difference.largest < $1.difference.largest } ?? match(.sRGB)
    let claim = name.flatMap { ReferenceSpace(claimedBy: $0) }
    if let claim, claim != nearest.reference, !isGrey { claimed = match(claim) }
    if let equivalence = nearest.difference.level {
      level = Level(equivalence)
    } else {
      level = claim == nil ? .none : .nameOnly
    }
  }

  /// The spaces that can be the closest: an estimate over few colours is never above the true difference, so one that
  /// is far from the best is far in truth.
  private static func candidates(_ probe: ProbedSource, among references: [ReferenceSpace]) -> [ReferenceSpace] {
    let estimates = references.map { ($0, probe.difference(from: $0.space, every: 101).largest) }
    let least = estimates.map(\.1).min() ?? 0
    return estimates.filter { $0.1 <= 2 * least + 0.01 }.map(\.0)
  }
}
