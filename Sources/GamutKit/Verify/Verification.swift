public import Gamut
import LittleCMS
public import PNGCodec

/// Whether a file is what was asked for.
public struct Verification: Sendable, Hashable {
  public var image: ImageHeader
  /// The declaration in force; nil where there is none.
  public var declaration: InspectedDeclaration?
  /// How far it is from what was asked for; nil where that was anything, or the two are not of one kind.
  public var difference: SpaceDifference?
  /// Why the answer is no; empty where it is yes.
  public var reasons: [Reason]
  /// Faults of the file that leave the answer as it is.
  public var findings: [InspectFinding]

  public var isVerified: Bool { reasons.isEmpty }

  /// A reason for a no.
  public struct Reason: Sendable, Hashable {
    /// The list is closed.
    public enum Code: String, Sendable, Hashable, CaseIterable {
      /// The file declares nothing.
      case undeclared
      /// It declares another space; `difference` says how far off.
      case notEquivalent = "not-equivalent"
      /// It declares what cannot be the space asked for, being of another kind: PQ or HLG, narrow range, a profile for
      /// CMYK, or one for grey in an RGB image.
      case otherKind = "other-kind"
      /// The image has fewer bits than required.
      case bits
    }

    public var code: Code
    /// Whole sentences for a person.
    public var message: String
  }
}
