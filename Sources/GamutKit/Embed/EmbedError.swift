import PNGCodec

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

  /// The closed list of codes, sorted.
  public static let allCodes: [String] = Set(
    GamutError.allCodes + WriteError.allCodes
      + [
        "label-unusable", "label-rgb-on-grey", "label-without-cicp", "label-not-srgb", "declaration-differs",
        "assumption-differs",
      ]
  ).sorted()

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
    case .noCodePoints: "Leave out --cicp, or take \(Self.spacesWithCodePoints)."
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

  private static var spacesWithCodePoints: String {
    let names = ReferenceSpace.rgb.filter { $0.codePoints != nil }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
