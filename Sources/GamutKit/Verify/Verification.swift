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

extension DeclarationFault {
  /// Whether the declaration is clear, and clearly not a space of matrix and curves for this image. One that is damaged
  /// could have been anything.
  var isOtherKind: Bool {
    switch self {
    case .narrowRange: true
    case .profile(let error): [.unsupportedClass, .unsupportedColorSpace, .greyProfileOnRGBImage].contains(error.code)
    // H.273 reserves 0, 3 and what is beyond 18, and 2 leaves it open.
    case .transfer(let code): code == 1 || (4...18).contains(code)
    case .chunk, .contents, .primaries, .matrix, .rangeFlag, .zeroGamma, .gamma, .chromaticity, .whiteOutsidePrimaries,
      .chromaticities, .tables:
      false
    }
  }
}
