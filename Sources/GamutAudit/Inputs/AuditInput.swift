public import GamutKit

/// An input of an audit: how to open it, and the path to report.
public struct AuditInput: Sendable, Hashable {
  /// The input as given to the system.
  public var input: Input
  /// Relative to the root; absolute if it is not below the root.
  public var path: Pathname

  /// The other files that a walk found in the folder of the file of a set; nil if they are not known.
  package var neighbors: [String]?

  /// Whether the path is a name that was given to the file.
  package var isNamed = false

  /// How it is read as a palette; nil if it is none.
  package var palette: PaletteUse?

  /// Whether the command or the policy names it as a palette.
  package var isNamedPalette: Bool { palette == .named || palette == .namedBesideSets }

  /// How an input is read as a palette.
  package enum PaletteUse: Sendable, Hashable {
    /// All rules of palettes apply.
    case named
    /// It is a catalog that the policy names as a palette. Its sets are inputs as well, with rules of their own.
    case namedBesideSets
    /// It is a catalog on the way, whose sets are inputs as well.
    case found
  }

  /// Creates an input.
  public init(input: Input, path: Pathname) {
    self.input = input
    self.path = path
  }
}
