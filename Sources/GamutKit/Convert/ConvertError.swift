public import Gamut
import PNGCodec

/// The reasons that a file is not converted. The file remains unchanged.
public enum ConvertError: WritingError {
  /// The input cannot be read, or the meaning of its pixels cannot be determined.
  case input(GamutError)
  /// The profile cannot be used as a destination.
  case destination(DeclarationFault)
  /// The image has colours and the profile is for grey.
  case greyDestination
  /// A gamut mapping was requested for a destination without matrix and curves.
  case mappingToTables
  /// The file is an animation, of which only the first image could be converted.
  case animation
  /// The image has a palette, whose entries always have 8 bits, and 16 were requested.
  case paletteDepth
  /// The alpha channel was to be dropped, and this is the first pixel that is not opaque.
  case notOpaque(LossReport.Position)
  /// The output cannot be written.
  case write(WriteError)

  public var code: String {
    switch self {
    case .input(let error): error.code
    case .destination: "destination-unusable"
    case .greyDestination: "destination-grey"
    case .mappingToTables: "destination-tables"
    case .animation: "animation"
    case .paletteDepth: "palette-depth"
    case .notOpaque: "not-opaque"
    case .write(let error): error.code
    }
  }

  /// The closed list of codes, sorted.
  public static let allCodes: [String] = Set(
    GamutError.allCodes + WriteError.allCodes
      + ["destination-grey", "destination-tables", "animation", "palette-depth", "not-opaque"]
  ).sorted()

  public var offset: Int? {
    if case .input(let error) = self { error.offset } else { nil }
  }

  public var message: String {
    switch self {
    case .input(let error): error.message
    case .destination(let fault): "The destination cannot be used: \(fault.message.asSentence)"
    case .greyDestination: "The image has colours and the destination is a grey profile."
    case .mappingToTables:
      "A gamut mapping, and a report of its effect, need a destination of matrix and curves, and this profile has lookup "
        + "tables or is for grey."
    case .animation:
      "This is an animation (APNG), and only its first image could be converted; the others would keep their old "
        + "colours."
    case .paletteDepth: "The image has a palette, whose entries are 8-bit, and 16 bits were asked for."
    case .notOpaque(let position):
      "The pixel at \(position.x), \(position.y) is not opaque, so its colour depends on what is behind the image."
    case .write(let error): error.message
    }
  }

  public var hint: String? {
    switch self {
    case .input(let error): error.hint
    case .destination: "Choose another one."
    case .greyDestination: "Give a colour space (see 'gamut spaces'), or an RGB profile."
    case .mappingToTables:
      "Leave out --mapping, or choose another destination."
    case .animation: "Convert its frames as images of their own."
    case .notOpaque: "Export the image again on a background, or leave out --drop-alpha."
    case .paletteDepth: "Leave out --depth 16, or save the image as RGB first."
    case .write(let error): error.hint
    }
  }
}
