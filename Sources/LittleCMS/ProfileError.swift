/// The reasons that a profile cannot be read or used.
public enum ProfileError: Error, Sendable, Hashable {
  /// Fewer bytes, or a smaller declared size, than a header and a tag count need.
  case tooShort(size: Int)
  /// The header lacks the `acsp` signature.
  case notAProfile
  /// The header declares more bytes than are present.
  case truncated(declared: Int, found: Int)
  /// The tag table does not fit into the profile, or has more than 1,000 tags.
  case tagTable(count: Int, size: Int)
  /// The data of a tag are not inside the profile.
  case tagBounds(Signature, offset: Int, size: Int, profileSize: Int)
  /// Two tags of one signature.
  case duplicateTag(Signature, offset: Int)
  /// The data of a tag do not match its type; `fault` completes the sentence "Tag x ...".
  case malformedTag(Signature, offset: Int, fault: String)
  /// A tag that the profile must have is missing.
  case missingTag(Signature)
  /// ICC.2 (iccMAX), without the tags that ICC.1 needs.
  case unsupportedVersion(Profile.Version)
  /// Profiles of this class cannot be used for images.
  case unsupportedClass(Signature)
  /// The device values are neither RGB nor grey.
  case unsupportedColorSpace(Signature)
  /// The profile connection space is neither XYZ nor Lab.
  case unsupportedPCS(Signature)
  /// A grey profile on an image with three channels.
  case greyProfileOnRGBImage
  /// The curve of a tag cannot be used.
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

  /// A kind of error, for programs.
  public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The kind in kebab case.
    public let rawValue: String

    /// Creates a kind, possibly one that only another version reports.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes are too few for a profile: `tooShort`.
    public static let tooShort = Code(rawValue: "profile-too-short")
    /// The `acsp` signature is missing: `notAProfile`.
    public static let notAProfile = Code(rawValue: "profile-not-icc")
    /// The header declares more bytes than there are: `truncated`.
    public static let truncated = Code(rawValue: "profile-truncated")
    /// The tag table is too large: `tagTable`.
    public static let tagTable = Code(rawValue: "profile-tag-table")
    /// The data of a tag are outside the profile: `tagBounds`.
    public static let tagBounds = Code(rawValue: "profile-tag-bounds")
    /// Two tags have the same signature: `duplicateTag`.
    public static let duplicateTag = Code(rawValue: "profile-duplicate-tag")
    /// The data of a tag do not match its type: `malformedTag`.
    public static let malformedTag = Code(rawValue: "profile-malformed-tag")
    /// A necessary tag is missing: `missingTag`.
    public static let missingTag = Code(rawValue: "profile-missing-tag")
    /// The profile follows ICC.2 and lacks tags of ICC.1: `unsupportedVersion`.
    public static let unsupportedVersion = Code(rawValue: "profile-version")
    /// The class of the profile is not one for images: `unsupportedClass`.
    public static let unsupportedClass = Code(rawValue: "profile-class")
    /// The device values are neither RGB nor grey: `unsupportedColorSpace`.
    public static let unsupportedColorSpace = Code(rawValue: "profile-color-space")
    /// The connection space is neither XYZ nor Lab: `unsupportedPCS`.
    public static let unsupportedPCS = Code(rawValue: "profile-pcs")
    /// A grey profile belongs to an image with three channels: `greyProfileOnRGBImage`.
    public static let greyProfileOnRGBImage = Code(rawValue: "profile-grey-on-rgb")
    /// A curve cannot be used: `unusableCurve`.
    public static let unusableCurve = Code(rawValue: "profile-curve")
    /// White is too far from D50: `implausibleColorants` or `implausibleTableWhite`.
    public static let implausibleWhite = Code(rawValue: "profile-white")
    /// The matrix of the colorants has no inverse: `singularColorants`.
    public static let singularColorants = Code(rawValue: "profile-singular")
    /// The tables give a number that is not finite: `notFinite`.
    public static let notFinite = Code(rawValue: "profile-not-finite")
    /// Little CMS reports an error: `littleCMS`.
    public static let littleCMS = Code(rawValue: "profile-littlecms")

    /// All kinds that this version reports.
    public static let allCases: [Code] = [
      .tooShort, .notAProfile, .truncated, .tagTable, .tagBounds, .duplicateTag, .malformedTag, .missingTag,
      .unsupportedVersion, .unsupportedClass, .unsupportedColorSpace, .unsupportedPCS, .greyProfileOnRGBImage,
      .unusableCurve, .implausibleWhite, .singularColorants, .notFinite, .littleCMS,
    ]
  }

  /// The kind of the error, which two cases share.
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
