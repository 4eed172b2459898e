public import LittleCMS
public import PNGCodec

/// The reasons that a declaration, or a given space, does not define the colours of codes.
public enum DeclarationFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The profile cannot be extracted from its iCCP chunk.
  case contents(EmbeddedProfile.Fault)
  /// The bytes are not a usable profile.
  case profile(ProfileError)
  /// H.273 primaries that are reserved, unspecified, or not defined by three chromaticities.
  case primaries(UInt8)
  /// A transfer function whose meaning depends on the display or scene (PQ, HLG), or that is not supported.
  case transfer(UInt8)
  /// Matrix coefficients other than 0, which PNG does not allow.
  case matrix(UInt8)
  /// Samples in narrow range, which is not supported.
  case narrowRange
  /// A range flag other than 0 and 1, which indicates damage.
  case rangeFlag(UInt8)
  /// The value of gAMA is 0.
  case zeroGamma
  /// gAMA, in units of 1/100,000, below 10,000 or above 1,000,000.
  case gamma(UInt32)
  /// cHRM has an impossible colour (x + y above 1), or chromaticities that do not span a space with white in it.
  case chromaticities
  /// A destination must be matrix and curves.
  case tables

  public var code: String {
    switch self {
    case .contents: "iccp-unreadable"
    case .profile(let error): error.code
    case .primaries: "cicp-primaries"
    case .transfer: "cicp-transfer"
    case .matrix: "cicp-matrix"
    case .narrowRange: "cicp-narrow-range"
    case .rangeFlag: "cicp-range"
    case .zeroGamma: "gama-zero"
    case .gamma: "gama-implausible"
    case .chromaticities: "chrm-implausible"
    case .tables: "profile-tables"
    }
  }

  public var description: String { message }

  /// The problem, without a file name and without a solution, which depends on the command.
  public var message: String {
    switch self {
    case .contents(let fault): fault.message
    case .profile(let error): error.message
    case .primaries(let code): "its colour primaries are \(CodePoints.primariesName(code)), which are not supported"
    case .transfer(let code) where isHighDynamicRange:
      "its transfer function is \(CodePoints.transferName(code)), of high dynamic range: what its codes look like depends "
        + "on the display, and gamut does not compute with it"
    case .transfer(let code): "its transfer function is \(CodePoints.transferName(code)), which is not supported"
    case .matrix(let code): "its matrix coefficients are \(code), and PNG allows only 0"
    case .narrowRange: "its samples are in narrow range, which is not supported; full range is"
    case .zeroGamma: "gAMA is 0"
    case .rangeFlag(let value): "its range flag is \(value), and only 0 and 1 exist"
    case .gamma(let value): "gAMA is \(value), and only 10,000 to 1,000,000 is plausible (exponents from 0.1 to 10)"
    case .chromaticities: "the chromaticities of cHRM do not span a colour space"
    case .tables: "it is a profile with lookup tables or for grey, and a matrix with curves is needed"
    }
  }

  /// `message` for a fault that does not concern an image.
  var messageAboutDestination: String {
    switch self {
    case .profile(.greyProfileOnRGBImage): "the ICC profile is for grey."
    case .profile(.unsupportedColorSpace(let signature)): "the ICC profile is for \(signature) data."
    case .tables: "the ICC profile works with lookup tables."
    default: message.asClause
    }
  }

  /// Whether the transfer function is PQ or HLG (ITU-T H.273, table 3): the file is valid, but not supported.
  package var isHighDynamicRange: Bool { self == .transfer(16) || self == .transfer(18) }

  /// Whether the declaration is unambiguous, and definitely not a space of matrix and curves for this image. A damaged
  /// declaration could have been any space.
  var isOtherKind: Bool {
    switch self {
    case .narrowRange: true
    case .profile(.unsupportedClass), .profile(.unsupportedColorSpace), .profile(.greyProfileOnRGBImage): true
    case .profile: false
    // H.273 reserves 0, 3 and values above 18, and leaves 2 unspecified.
    case .transfer(let code): code == 1 || (4...18).contains(code)
    case .contents, .primaries, .matrix, .rangeFlag, .zeroGamma, .gamma, .chromaticities, .tables: false
    }
  }
}
