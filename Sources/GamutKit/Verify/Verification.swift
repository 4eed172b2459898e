public import Gamut
import LittleCMS
public import PNGCodec

/// The requirements for files.
public struct VerifyOptions: Sendable {
  /// The required declaration.
  public enum Target: Sendable, Hashable {
    /// Any declaration that defines the codes.
    case any
    /// A declaration of this space, to the precision of `level`.
    case space(SpaceChoice)

    var name: String {
      switch self {
      case .any: "any colour space"
      case .space(.known(let known)): known.name
      case .space(.profile(let profile)): profile.description.map { "\"\($0)\"" } ?? "the profile asked for"
      }
    }
  }

  /// The required declaration.
  public var target: Target
  /// The required precision of the match.
  public var level = EquivalenceLevel.eightBit
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// Creates options that require a declaration, to within half a code of 255.
  public init(target: Target) { self.target = target }
}

/// The result of verifying a file against a requirement.
public struct Verification: Sendable, Hashable {
  /// The image as its header describes it.
  public var image: ImageHeader
  /// The declaration in force; nil if there is none.
  public var declaration: InspectedDeclaration?
  /// The difference from the required space; nil if any space is accepted, or if the two are of different kinds.
  public var difference: SpaceDifference?
  /// The reasons for a negative result; empty if the result is positive.
  public var reasons: [Reason]
  /// Faults of the file that do not affect the result.
  public var findings: [FileFinding]

  /// Whether the file meets the requirement.
  public var isVerified: Bool { reasons.isEmpty }

  /// A reason for a negative result.
  public struct Reason: Sendable, Hashable {
    /// A kind of reason.
    public enum Code: String, Sendable, Hashable, CaseIterable {
      /// The file declares nothing.
      case undeclared
      /// The file declares another space; `difference` is the difference from that space.
      case notEquivalent = "not-equivalent"
      /// The declaration is of a different kind than the required space: PQ or HLG, narrow range, a profile for CMYK,
      /// or a grey profile in an RGB image.
      case otherKind = "other-kind"
      /// The numbers of the profile are right, and libpng drops it, so that most programs do not see it.
      case ignored = "profile-ignored"
    }

    /// The kind of reason.
    public var code: Code
    /// The reason in whole sentences, for people.
    public var message: String
  }
}
