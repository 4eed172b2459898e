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
  public var size = 0
  public var sourceSize = 0

  /// What the pixels mean after the change, and why.
  public struct Meaning: Sendable, Hashable {
    /// Why the pixels have this meaning.
    public enum Basis: String, Sendable, Hashable {
      /// The file declared the same.
      case declared
      /// The user specified it.
      case assumed
      /// The file declared nothing, and the new declaration is assumed to be correct.
      case taken
      /// The file has a declaration and was left alone.
      case kept
      /// The file no longer declares anything.
      case undeclared = "none"
    }

    /// Why the pixels have this meaning.
    public var basis: Basis
    /// The name of the space; nil if nothing that can be used is declared.
    public var name: String?
  }
}

/// The change of a colour chunk.
public struct ColorChunkChange: Sendable, Hashable {
  /// The type of the chunk.
  public var kind: ColorChunks.Kind
  /// The kind of change in a word: "added", "replaced" or "removed".
  public var action: String
}

/// The outcome for one input.
public typealias EmbedRow = WriteRow<EmbedReport, EmbedError>

/// The reasons that a file cannot get the requested declaration. The file remains unchanged.
public enum EmbedError: WritingError {
  /// The input cannot be read.
  case input(GamutError)
  /// The profile cannot declare the colours of this image.
  case profile(DeclarationFault)
  /// The image is grey and the profile is not.
  case rgbProfileOnGrey
  /// cICP has no code points for this space.
  case noCodePoints(String)
  /// An sRGB chunk can declare only sRGB.
  case notSRGB(String)
  /// The file's declaration cannot be used, so that the meaning of the pixels is unknown.
  case declaration(SourceOrigin, DeclarationFault, offset: Int?)
  /// The file declares a different space.
  case differs(declared: DeclaredColor, wanted: String, offset: Int?)
  /// The option for the meaning of the pixels gives a different space.
  case assumptionDiffers(assumed: String, wanted: String)
  /// The output cannot be written.
  case write(WriteError)

  public var code: String {
    switch self {
    case .input(let error): error.code
    case .profile: "label-unusable"
    case .rgbProfileOnGrey: "label-rgb-on-grey"
    case .noCodePoints: "label-without-cicp"
    case .notSRGB: "label-not-srgb"
    case .declaration(_, let fault, _): fault.code
    case .differs: "declaration-differs"
    case .assumptionDiffers: "assumption-differs"
    case .write(let error): error.code
    }
  }

  public var offset: Int? {
    switch self {
    case .input(let error): error.offset
    case .declaration(_, _, let offset): offset
    case .differs(_, _, let offset): offset
    case .profile, .rgbProfileOnGrey, .noCodePoints, .notSRGB, .assumptionDiffers, .write: nil
    }
  }

  public var message: String {
    switch self {
    case .input(let error): error.message
    case .profile(let fault): "The profile cannot be embedded: \(fault.message.asClause)"
    case .rgbProfileOnGrey: "The image is grey and the profile is for RGB."
    case .noCodePoints(let name): "cICP has no code points for \(name)."
    case .notSRGB(let name): "An sRGB chunk cannot declare \(name)."
    case .declaration(let origin, let fault, let offset) where fault.isOtherKind:
      "The \(origin.chunkNames)\(offset.map { " at byte \($0)" } ?? "") cannot be replaced: "
        + "\(fault.message.asClause) Embed does not change pixels."
    case .declaration(let origin, let fault, let offset):
      "The \(origin.chunkNames)\(offset.map { " at byte \($0)" } ?? "") cannot be used, so the colour space of "
        + "the pixels is unknown: \(fault.message.asClause)"
    case .differs(let declared, let wanted, _):
      "The \(declared.origin.chunkNames) \(declared.origin == .gammaAndChromaticities ? "declare" : "declares") \(declared.words). Embed "
        + "does not change pixels, and as \(wanted) they would look different."
    case .assumptionDiffers(let assumed, let wanted):
      "The assumed colour space is \(assumed), and \(wanted) is another one. Embed does not change pixels."
    case .write(let error): error.message
    }
  }

  public var hint: String? {
    switch self {
    case .input(let error): error.hint
    case .profile: "Choose another one."
    case .rgbProfileOnGrey: "Give a grey profile, or a colour space (see 'gamut spaces'), which has one."
    case .noCodePoints: "Leave out --cicp, or take a space that has them (see 'gamut spaces')."
    case .notSRGB: "Leave out --srgb-chunk, or take --profile srgb."
    case .declaration(_, let fault, _):
      fault.isOtherKind
        ? "If that declaration is wrong, name the colour space with --assume SPACE."
        : "Name their colour space with --assume SPACE."
    case .differs(_, let wanted, _):
      "To change the pixels use 'gamut convert'. If the declaration is wrong and the pixels are in "
        + "\(wanted), add --assume with that space."
    case .assumptionDiffers: "'gamut convert' does."
    case .write(let error): error.hint
    }
  }
}
