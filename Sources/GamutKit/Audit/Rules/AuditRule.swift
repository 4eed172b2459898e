/// What an audit looks for. The worst comes first: that is the order of findings of one severity.
public enum AuditRule: String, Sendable, Hashable, CaseIterable {
  case collapses
  case flattens
  case variantLoses = "variant-loses"
  case declarationsDisagree = "declarations-disagree"
  case profileUnreadable = "profile-unreadable"
  case profileUnusable = "profile-unusable"
  case profileKind = "profile-kind"
  case unexpectedProfile = "unexpected-profile"
  case wideUntagged = "wide-untagged-16bit"
  case untagged
  case gammaOnly = "gamma-only"
  case profileMisnamed = "profile-misnamed"
  case profileDevice = "profile-device"
  case chunkFault = "chunk-fault"
  case trailingData = "trailing-data"
  case apng
  case hasVariant = "has-variant"
  case tolerated
  case clips
  case p3Unneeded = "p3-unneeded"
  case p3EightBit = "p3-8bit"
  case sRGBKnownBad = "srgb-known-bad"

  /// What a policy that says nothing of the rule makes of it.
  public var defaultSeverity: Severity {
    switch self {
    case .collapses, .flattens, .variantLoses, .declarationsDisagree, .profileUnreadable, .profileUnusable,
      .profileKind:
      .error
    case .unexpectedProfile, .wideUntagged, .untagged, .gammaOnly, .profileMisnamed, .profileDevice, .chunkFault,
      .trailingData, .apng:
      .warning
    case .hasVariant, .tolerated, .clips, .p3Unneeded, .p3EightBit, .sRGBKnownBad: .note
    }
  }

  var rank: Int { Self.ranks[self] ?? 0 }

  private static let ranks = Dictionary(uniqueKeysWithValues: zip(allCases, 0...))

  /// What a finding of the rule says, in a few words.
  public var title: String {
    switch self {
    case .collapses: "Flat colours that look different become one"
    case .flattens: "Shapes or gradients vanish"
    case .variantLoses: "An sRGB variant loses what it is there to keep"
    case .declarationsDisagree: "The colour chunks of a file contradict each other"
    case .profileUnreadable: "The profile cannot be read"
    case .profileUnusable: "The declaration cannot say what colours are"
    case .profileKind: "The profile is for another kind of image"
    case .unexpectedProfile: "Not what the policy wants for this path"
    case .wideUntagged: "16 bits per channel, and no colour space declared"
    case .untagged: "No colour space declared"
    case .gammaOnly: "Only gAMA declares the colours, alone or with cHRM"
    case .profileMisnamed: "The profile is not what it is called"
    case .profileDevice: "The profile of one monitor, scanner or printer"
    case .chunkFault: "The file breaks the rules of PNG"
    case .trailingData: "Bytes follow the end of the image"
    case .apng: "An animation, of which only the first image was judged"
    case .hasVariant: "What is lost in sRGB, an sRGB variant keeps"
    case .tolerated: "What is lost is within the policy's threshold"
    case .clips: "Pixels clip, but no visible difference vanishes"
    case .p3Unneeded: "Display P3, and every colour fits sRGB"
    case .p3EightBit: "Display P3 in 8 bits per channel"
    case .sRGBKnownBad: "The sRGB profile of 1998 that libpng warns of"
    }
  }
}
