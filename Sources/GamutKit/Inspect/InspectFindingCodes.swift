import LittleCMS
import PNGCodec

extension InspectFinding {
  /// Findings that only `inspect` reports. The list is closed.
  package enum Kind: String, CaseIterable {
    case declaresNothing = "declares-nothing"
    case rgbProfileOnGrey = "rgb-profile-on-grey"
    case disagreement = "declarations-disagree"
    case misleadingName = "misleading-name"
    case chromaticitiesAlone = "chrm-without-gama"
    case masteringWithoutCICP = "mdcv-without-cicp"
    case sRGBBesideProfile = "srgb-beside-iccp"
    case renderingIntent = "rendering-intent"
    case significantBits = "significant-bits"
    case profileID = "profile-id"
    case version5 = "profile-version-5"
    case cameraCurve = "camera-curve"
    case profileSurplus = "profile-surplus"
    case tablesBesideMatrix = "tables-beside-matrix"
    case unlisted = "unlisted"
  }

  /// The closed list of codes, sorted.
  public static let allCodes: [String] =
    Set(GamutError.allCodes + Finding.Kind.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue)).sorted()

  init(_ kind: Kind, _ severity: Severity, _ message: String, offset: Int? = nil, chunk: String? = nil) {
    self.init(code: kind.rawValue, severity: severity, message: message, offset: offset, chunk: chunk)
  }

  init(_ fault: PNGError) {
    self.init(
      code: fault.code.rawValue, severity: .error, message: fault.message.asSentence, offset: fault.offset,
      chunk: fault.chunk)
  }

  init(_ finding: Finding) {
    self.init(
      code: finding.kind.rawValue, severity: .warning, message: finding.message.asSentence, offset: finding.offset,
      chunk: finding.chunk)
  }
}
