public import LittleCMS
public import PNGCodec

/// Why a declaration, or a space that was given, cannot say what colours codes are.
public enum DeclarationFault: Error, Sendable, Hashable {
  /// A chunk of the declaration is damaged, misplaced or not the only one.
  case chunk(PNGError)
  /// The profile cannot be taken out of its iCCP chunk.
  case contents(EmbeddedProfile.Fault)
  /// The bytes are not a profile that can be used.
  case profile(ProfileError)
  /// H.273 primaries that the standard reserves, leaves open, or that are not three chromaticities.
  case primaries(UInt8)
  /// A transfer function whose meaning depends on the display or scene (PQ, HLG), or that is not supported.
  case transfer(UInt8)
  /// Matrix coefficients other than 0, which PNG does not allow.
  case matrix(UInt8)
  case narrowRange
  /// gAMA 0.
  case zeroGamma
  /// Chromaticities that do not span a space.
  case chromaticities
  /// A destination must be matrix and curves.
  case tables

  /// A stable word in kebab case.
  public var code: String {
    switch self {
    case .chunk(let error): error.code.rawValue
    case .contents: "iccp-unreadable"
    case .profile(let error): error.code.rawValue
    case .primaries: "cicp-primaries"
    case .transfer: "cicp-transfer"
    case .matrix: "cicp-matrix"
    case .narrowRange: "cicp-narrow-range"
    case .zeroGamma: "gama-zero"
    case .chromaticities: "chrm-implausible"
    case .tables: "profile-tables"
    }
  }

  static let allCodes =
    [
      "iccp-unreadable", "cicp-primaries", "cicp-transfer", "cicp-matrix", "cicp-narrow-range", "gama-zero",
      "chrm-implausible", "profile-tables",
    ] + ProfileError.Code.allCases.map(\.rawValue)

  /// What is wrong, without a file name and without what to do, which depends on who asked.
  public var message: String {
    switch self {
    case .chunk(let error): error.message
    case .contents(let fault): fault.message
    case .profile(let error): error.fault
    case .primaries(let code): "its colour primaries are \(CodePoints.primariesName(code)), which are not supported"
    case .transfer(let code) where isHighDynamicRange:
      "its transfer function is \(CodePoints.transferName(code)), of high dynamic range: what its codes look like depends "
        + "on the display, and gamut does not compute with it"
    case .transfer(let code): "its transfer function is \(CodePoints.transferName(code)), which is not supported"
    case .matrix(let code): "its matrix coefficients are \(code), and PNG allows only 0"
    case .narrowRange: "its samples are in narrow range, which is not supported; full range is"
    case .zeroGamma: "its gamma is 0"
    case .chromaticities: "its chromaticities do not span a colour space"
    case .tables: "it is a profile with lookup tables or for grey, and a matrix with curves is needed"
    }
  }

  /// `message` where it is not an image that has the fault.
  var messageAboutDestination: String {
    switch self {
    case .profile(.greyProfileOnRGBImage): "the ICC profile is for grey."
    case .profile(.unsupportedColorSpace(let signature)): "the ICC profile is for \(signature) data."
    case .tables: "the ICC profile works with lookup tables."
    default: message.asClause
    }
  }

  /// Whether `message` says what to do.
  var hasRemedy: Bool { if case .chunk = self { true } else { false } }

  /// Whether the transfer function is PQ or HLG (ITU-T H.273, table 3): the file is in order, and not for gamut.
  var isHighDynamicRange: Bool { self == .transfer(16) || self == .transfer(18) }
}
