/// The reasons that a profile cannot be read or used.
public enum ProfileError: Error, Sendable, Hashable {
  /// Fewer bytes, or a smaller declared size, than a header and a tag count need.
  case tooShort(size: Int)
  /// The header lacks the `acsp` signature.
  case notAProfile
  /// The header declares more bytes than are present.
  case truncated(declared: Int, found: Int)
  /// The tag table does not fit into the profile.
  case tagTable(count: Int, size: Int)
  /// The data of a tag are not inside the profile.
  case tagBounds(Signature, offset: Int, size: Int, profileSize: Int)
  /// Two tags of one signature.
  case duplicateTag(Signature, offset: Int)
  /// The data of a tag do not match its type; `fault` completes the sentence "Tag x ...".
  case malformedTag(Signature, offset: Int, fault: String)
  case missingTag(Signature)
  /// ICC.2 (iccMAX), without the tags that ICC.1 needs.
  case unsupportedVersion(Profile.Version)
  case unsupportedClass(Signature)
  case unsupportedColorSpace(Signature)
  case unsupportedPCS(Signature)
  /// A grey profile on an image with three channels.
  case greyProfileOnRGBImage
  case unusableCurve(Signature, ToneCurve.Fault)
  /// White, the sum of the colorants times 65,536, is more than 0.01 away from D50.
  case implausibleColorants(sum: SIMD3<Int>)
  /// The matrix of the colorants has no inverse.
  case singularColorants
  /// Tables whose white is more than 0.1 away from D50 in X, Y or Z.
  case implausibleTableWhite(SIMD3<Double>)
  /// The tables give a colour that is not a finite number.
  case notFinite
  /// LittleCMS failed, with its own message.
  case littleCMS(String)

  /// The closed list of codes, for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    case tooShort = "profile-too-short"
    case notAProfile = "profile-not-icc"
    case truncated = "profile-truncated"
    case tagTable = "profile-tag-table"
    case tagBounds = "profile-tag-bounds"
    case duplicateTag = "profile-duplicate-tag"
    case malformedTag = "profile-malformed-tag"
    case missingTag = "profile-missing-tag"
    case unsupportedVersion = "profile-version"
    case unsupportedClass = "profile-class"
    case unsupportedColorSpace = "profile-color-space"
    case unsupportedPCS = "profile-pcs"
    case greyProfileOnRGBImage = "profile-grey-on-rgb"
    case unusableCurve = "profile-curve"
    case implausibleWhite = "profile-white"
    case singularColorants = "profile-singular"
    case notFinite = "profile-not-finite"
    case littleCMS = "profile-littlecms"
  }

  public var code: Code {
    switch self {
    case .tooShort: .tooShort
    case .notAProfile: .notAProfile
    case .truncated: .truncated
    case .tagTable: .tagTable
    case .tagBounds: .tagBounds
    case .duplicateTag: .duplicateTag
    case .malformedTag: .malformedTag
    case .missingTag: .missingTag
    case .unsupportedVersion: .unsupportedVersion
    case .unsupportedClass: .unsupportedClass
    case .unsupportedColorSpace: .unsupportedColorSpace
    case .unsupportedPCS: .unsupportedPCS
    case .greyProfileOnRGBImage: .greyProfileOnRGBImage
    case .unusableCurve: .unusableCurve
    case .implausibleColorants, .implausibleTableWhite: .implausibleWhite
    case .singularColorants: .singularColorants
    case .notFinite: .notFinite
    case .littleCMS: .littleCMS
    }
  }

  /// The position in the profile, in bytes from its start; nil if the fault has no single position.
  public var offset: Int? {
    switch self {
    case .tooShort, .truncated: 0
    case .notAProfile: 36
    case .tagTable: 128
    case .tagBounds(_, let offset, _, _), .duplicateTag(_, let offset), .malformedTag(_, let offset, _): offset
    case .unsupportedVersion: 8
    case .unsupportedClass: 12
    case .unsupportedColorSpace, .greyProfileOnRGBImage: 16
    case .unsupportedPCS: 20
    case .missingTag, .unusableCurve, .implausibleColorants, .implausibleTableWhite, .singularColorants, .notFinite,
      .littleCMS:
      nil
    }
  }

  /// Whether this is the error of an ICC.2 profile with features that ICC.1 does not define: other tags and types, a
  /// spectral connection space, or classes and colour spaces that are not in ICC.1:2022, tables 18 and 19.
  var isOfVersion5: Bool {
    switch self {
    case .missingTag, .malformedTag, .unsupportedPCS, .littleCMS: true
    case .unsupportedClass(let signature): !["link", "abst", "nmcl"].contains(signature)
    case .unsupportedColorSpace(let signature):
      !["XYZ ", "Lab ", "Luv ", "YCbr", "Yxy ", "GRAY", "HSV ", "HLS ", "CMYK", "CMY "].contains(signature)
        && !signature.description.hasSuffix("CLR")
    default: false
    }
  }
}
