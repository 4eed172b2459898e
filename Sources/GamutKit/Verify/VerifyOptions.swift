public import Gamut
import LittleCMS
public import PNGCodec

/// What is asked of files.
public struct VerifyOptions: Sendable {
  /// What the declaration in force must be.
  public enum Target: Sendable, Hashable {
    /// Anything that says what the codes are.
    case any
    case space(SpaceChoice)

    /// As people write it.
    var name: String {
      switch self {
      case .any: "any colour space"
      case .space(.known(let known)): known.name
      case .space(.profile(let profile)): profile.description.map { "\"\($0)\"" } ?? "the profile asked for"
      }
    }
  }

  public var target: Target
  /// How finely it must be that.
  public var level = EquivalenceLevel.eightBit
  /// The least bit depth of the image; nil where any will do.
  public var requiredBits: Int?
  public var limits = Limits()

  public init(target: Target) { self.target = target }
}
