public import PNGCodec

/// What was done to the declaration of a file, or would be.
public struct EmbedReport: WriteReport {
  /// The image as its header describes it.
  public var image: ImageHeader
  /// Whether it is an APNG; its frames stay as they are.
  public var isAnimated: Bool
  /// What the file declared; nil if nothing, or nothing that can be used.
  public var declared: DeclaredColor?
  /// What the pixels mean from now on.
  public var meaning: Meaning
  /// In the order of the chunk names; empty if all was there already.
  public var changes: [ColorChunkChange]
  /// What is irregular about the file and stays so.
  public var findings: [Finding]
  public var action = WriteAction.unchanged
  /// Where the result is, as it was named; nil for standard output and for bytes.
  public var output: Path?
  /// Another name of the same file, which stands for both.
  public var sameFile: Path?
  /// What was removed that an earlier run had left beside the output.
  public var removedTemporaries: [Path] = []

  /// Why the pixels mean what the file says from now on.
  public enum Meaning: Sendable, Hashable {
    /// The file declared the same.
    case declared(String)
    /// The user says so.
    case assumed(String)
    /// The file declared nothing, and it is taken to be so.
    case taken(String)
    /// Nothing is declared any more.
    case undeclared

    /// The name of the space.
    public var name: String? {
      switch self {
      case .declared(let name), .assumed(let name), .taken(let name): name
      case .undeclared: nil
      }
    }

    /// As JSON has it.
    var basis: String {
      switch self {
      case .declared: "declared"
      case .assumed: "assumed"
      case .taken: "taken"
      case .undeclared: "none"
      }
    }
  }
}

/// What became of a colour chunk.
public struct ColorChunkChange: Sendable, Hashable {
  public var kind: ColorChunks.Kind
  /// What the old chunk said, in words; nil if there was none.
  public var before: String?
  /// What the new one says; nil if there is none.
  public var after: String?

  /// "added", "replaced" or "removed".
  public var action: String { before == nil ? "added" : after == nil ? "removed" : "replaced" }
}

extension SourceOrigin {
  /// The verb for the chunk or chunks.
  var says: String { self == .gammaAndChromaticities ? "say" : "says" }
}
