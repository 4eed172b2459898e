/// Where a command puts what it makes of its inputs, and how careful it is.
public struct WriteOptions: Sendable, Hashable {
  public enum Target: Sendable, Hashable {
    /// Each file is replaced.
    case inPlace
    /// The one output of one input.
    case file(Path)
    case standardOutput
    /// A folder that gets the tree of the inputs.
    case tree(Path)
  }

  public var target: Target
  /// Whether an output that exists is replaced, and a file that is protected by its mode.
  public var overwrites: Bool
  /// Whether a file with several names may be replaced under one of them.
  public var partsHardLinks: Bool
  /// Whether files outside a walked folder are replaced in place where links in it lead to them.
  public var followsLinksOutside: Bool
  /// Whether nothing is to be written.
  public var isDryRun: Bool

  public init(
    _ target: Target, overwrites: Bool = false, partsHardLinks: Bool = false, followsLinksOutside: Bool = false,
    isDryRun: Bool = false
  ) {
    self.target = target
    self.overwrites = overwrites
    self.partsHardLinks = partsHardLinks
    self.followsLinksOutside = followsLinksOutside
    self.isDryRun = isDryRun
  }
}
