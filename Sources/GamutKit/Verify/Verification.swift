public import Gamut
import LittleCMS
public import PNGCodec

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
    /// The list is closed.
    public enum Code: String, Sendable, Hashable, CaseIterable {
      /// The file declares nothing.
      case undeclared
      /// It declares another space; `difference` is the difference from it.
      case notEquivalent = "not-equivalent"
      /// Its declaration is of a different kind than the required space: PQ or HLG, narrow range, a profile for CMYK,
      /// or one for grey in an RGB image.
      case otherKind = "other-kind"
      /// The image has fewer bits than required.
      case bits
    }

    /// The kind of reason.
    public var code: Code
    /// Whole sentences, for people.
    public var message: String
  }
}
