public import PNGCodec

/// The declaration to write into files.
public struct EmbedOptions: Sendable, Hashable {
  /// The declaration that files have afterwards.
  public enum Label: Sendable, Hashable {
    /// A published space, by the project's own profile, or by the grey one for a grey image; or a given profile, whose
    /// header is corrected where programs would not use it (`Profile.repaired`).
    case space(SpaceChoice)
    /// What they declare now, written without faults.
    case same
    /// No declaration: the chunks that declare colours are removed.
    case none

    /// Creates the label that a word of the command stands for; nil if it is none of these.
    package init?(word: String) {
      switch word {
      case "none": self = .none
      case Remedy.same: self = .same
      default: return nil
      }
    }
  }

  /// The declaration that the files have afterwards.
  public var label: Label
  /// Whether to add a cICP chunk.
  public var addsCICP = false
  /// Whether to write an sRGB chunk instead of a profile.
  public var usesSRGBChunk = false
  /// Whether to leave files unchanged that declare anything.
  public var onlyUntagged = false
  /// The meaning of the pixels, which overrides the files' declarations.
  public var assume: SpaceChoice?
  /// The resource limits for the files and profiles that are read.
  public var limits = Limits()

  /// Creates options that give files a label, with a profile alone.
  public init(_ label: Label) { self.label = label }
}

/// The changes to the declaration of a file, made or, in a dry run, only planned.
public struct EmbedReport: WriteReport {
  public var image: ImageHeader
  /// Whether the file is an APNG; its frames remain unchanged.
  public var isAnimated: Bool
  /// The file's old declaration; nil if there is none, or if it cannot be used.
  public var declared: DeclaredColor?
  /// The meaning of the pixels after the change.
  public var meaning: Meaning
  /// The changed chunks in the order of their names; empty if nothing needs to change.
  public var changes: [ColorChunkChange]
  /// Irregularities of the file that remain.
  public var findings: [FileFinding]
  public var metadata: [String] = []
  public var action = WriteAction.unchanged
  public var output: Pathname?
  public var sameFile: Pathname?
  public var removedTemporaryFiles: [Pathname] = []
  public var size = 0
  public var sourceSize = 0

  /// The basis of the new meaning of the pixels.
  public enum Meaning: Sendable, Hashable {
    /// The file declared the same.
    case declared(String)
    /// The user specified it.
    case assumed(String)
    /// The file declared nothing, and the new declaration is assumed to be correct.
    case taken(String)
    /// The file has a declaration and was left alone; its name, if it can be used.
    case kept(String?)
    /// The file no longer declares anything.
    case undeclared

    /// The name of the space.
    public var name: String? {
      switch self {
      case .declared(let name), .assumed(let name), .taken(let name): name
      case .kept(let name): name
      case .undeclared: nil
      }
    }

    /// The value in JSON.
    var basis: String {
      switch self {
      case .declared: "declared"
      case .assumed: "assumed"
      case .taken: "taken"
      case .kept: "kept"
      case .undeclared: "none"
      }
    }
  }
}

/// The change of a colour chunk.
public struct ColorChunkChange: Sendable, Hashable {
  /// The type of the chunk.
  public var kind: ColorChunks.Kind
  /// A description of the old chunk; nil if there was none.
  public var before: String?
  /// A description of the new chunk; nil if there is none.
  public var after: String?

  /// The kind of change in a word: "added", "replaced" or "removed".
  public var action: String { before == nil ? "added" : after == nil ? "removed" : "replaced" }
}

/// The outcome for one input.
public typealias EmbedRow = WriteRow<EmbedReport, EmbedError>
