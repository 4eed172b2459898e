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

    /// The name for people.
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
  /// The minimum bit depth of the image; nil for any.
  public var requiredBits: Int?
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// Creates options that require a declaration, to within half a code of 255.
  public init(target: Target) { self.target = target }
}
