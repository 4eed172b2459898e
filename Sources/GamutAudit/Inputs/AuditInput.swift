public import GamutKit

/// An input of an audit: how to open it, and the path to report.
public struct AuditInput: Sendable, Hashable {
  /// The input as given to the system.
  public var input: Input
  /// Relative to the root; absolute if it is not below the root.
  public var path: Pathname

  /// The other files that a walk found in the folder of the file of a set; nil if they are not known.
  package var neighbors: [String]?

  /// Whether it is read as a palette.
  package var isPalette = false
  /// Whether it is a catalog, whose sets are inputs as well.
  package var isBesideSets = false

  /// Creates an input.
  public init(input: Input, path: Pathname) {
    self.input = input
    self.path = path
  }
}
