public import GamutKit

/// An input of an audit: how to open it, and the path to report.
public struct AuditInput: Sendable, Hashable {
  /// The input as given to the system.
  public var input: Input
  /// The path relative to the root, or the absolute path of an input that is not below the root.
  public var path: Pathname

  /// The other files that a walk found in the folder of the file of a set; nil if they are not known.
  package var neighbors: [String]?

  /// Whether the path is a name that was given to the file.
  package var isNamed = false

  /// The way in which the input is read as a palette; nil if it is not a palette.
  package var palette: PaletteUse?

  /// Whether the command or the policy names it as a palette.
  package var isNamedPalette: Bool { palette == .named || palette == .namedBesideSets }

  /// The way in which an input is read as a palette, which determines the rules.
  package enum PaletteUse: Sendable, Hashable {
    /// The command or the policy names the palette, so that all rules for palettes apply.
    case named
    /// A catalog that the policy names as a palette. Its sets are inputs as well, with their own rules.
    case namedBesideSets
    /// A catalog that was found in a folder. Its sets are inputs as well.
    case found
  }

  /// Creates an input.
  public init(input: Input, path: Pathname) {
    self.input = input
    self.path = path
  }
}
