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
  /// ICC.2 (iccMAX).
  case unsupportedVersion(Profile.Version)
  /// Profiles of this class cannot be used for images.
  case unsupportedClass(Signature)
  /// The device values are neither RGB nor grey.
  case unsupportedColorSpace(Signature)
  /// The profile connection space is neither XYZ nor Lab.
  case unsupportedPCS(Signature)
  /// A grey profile on an image with three channels.
  case greyProfileOnRGBImage
  /// The curve of a tag cannot be used; `fault` completes the sentence "The curve ...".
  case unusableCurve(Signature, fault: String)
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

  /// The code of the error, for programs.
  public var code: String {
    switch self {
    case .tooShort: "profile-too-short"
    case .notAProfile: "profile-not-icc"
    case .truncated: "profile-truncated"
    case .tagTable: "profile-tag-table"
    case .tagBounds: "profile-tag-bounds"
    case .duplicateTag: "profile-duplicate-tag"
    case .malformedTag: "profile-malformed-tag"
    case .missingTag: "profile-missing-tag"
    case .unsupportedVersion: "profile-version"
    case .unsupportedClass: "profile-class"
    case .unsupportedColorSpace: "profile-color-space"
    case .unsupportedPCS: "profile-pcs"
    case .greyProfileOnRGBImage: "profile-grey-on-rgb"
    case .unusableCurve: "profile-curve"
    case .implausibleColorants, .implausibleTableWhite: "profile-white"
    case .singularColorants: "profile-singular"
    case .notFinite: "profile-not-finite"
    case .littleCMS: "profile-littlecms"
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
}

extension ProfileError: CustomStringConvertible {
  public var description: String { message }

  /// The problem, as a whole sentence without a file name.
  public var message: String {
    switch self {
    case .tooShort(let size): "The ICC profile has \(size) bytes, fewer than the 132 of a header and a tag count."
    case .notAProfile: "This is not an ICC profile: its bytes 36 to 39 are not 'acsp'."
    case .truncated(let declared, let found):
      "The ICC profile is truncated: its header declares \(declared) bytes, and there are \(found)."
    case .tagTable(let count, let size) where count <= (size - 132) / 12:
      "The ICC profile has \(count) tags, more than the limit of \(Profile.maximumTags)."
    case .tagTable(let count, let size): "The ICC profile's table of \(count) tags does not fit into its \(size) bytes."
    case .tagBounds(let tag, let offset, let size, let profileSize):
      "Tag '\(tag)' of the ICC profile (\(size) bytes at \(offset)) does not lie inside the profile's \(profileSize)"
        + " bytes."
    case .duplicateTag(let tag, _): "The ICC profile has two tags '\(tag)'."
    case .malformedTag(let tag, _, let fault): "Tag '\(tag)' of the ICC profile \(fault)."
    case .missingTag(let tag): "The ICC profile has no tag '\(tag)', which its colour space needs."
    case .unsupportedVersion(let version): "ICC version \(version.major) (iccMAX) is not supported."
    case .unsupportedClass(let signature):
      "The ICC profile is of class '\(signature)', which does not say what an image's colours are."
    case .unsupportedColorSpace(let signature):
      "The ICC profile is for \(signature) data, and a PNG holds RGB or grey."
    case .unsupportedPCS(let signature): "The ICC profile's connection space is '\(signature)', neither XYZ nor Lab."
    case .greyProfileOnRGBImage: "The ICC profile is for grey, and the image has red, green and blue."
    case .unusableCurve(let tag, let fault): "The ICC profile's curve '\(tag)' \(fault)."
    case .implausibleColorants(let sum):
      "The ICC profile's colorants add up to XYZ "
        + Self.decimals(SIMD3(Double(sum.x), Double(sum.y), Double(sum.z)) / 65536)
        + ", not to the white (0.9642, 1.0000, 0.8249) within 0.01."
    case .implausibleTableWhite(let white):
      "The ICC profile's tables put white at XYZ " + Self.decimals(white)
        + ", not at (0.9642, 1.0000, 0.8249) within 0.1."
    case .singularColorants:
      "The ICC profile's red, green and blue are not three different colours: their matrix has no inverse."
    case .notFinite: "The ICC profile's tables give colours that are not finite numbers."
    case .littleCMS(let words): "LittleCMS cannot use the ICC profile: \(words)."
    }
  }

  private static func decimals(_ xyz: SIMD3<Double>) -> String {
    "(" + (0..<3).map { decimal(xyz[$0]) }.joined(separator: ", ") + ")"
  }

  private static func decimal(_ value: Double) -> String {
    // Clamped, because a table may contain any value.
    let tenThousandths = Int((min(max(value, -1e9), 1e9) * 10000).rounded())
    let fraction = "\(tenThousandths.magnitude % 10000 + 10000)".dropFirst()
    return (tenThousandths < 0 ? "-" : "") + "\(tenThousandths.magnitude / 10000).\(fraction)"
  }
}

extension String {
  /// A text from a file, limited for display: its first 512 Unicode scalars, and the total number if there are more. A
  /// file of a few kilobytes can contain megabytes of text.
  package var shortened: String {
    let limit = Self.shownScalars
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: unicodeScalars.endIndex),
      end < unicodeScalars.endIndex
    else { return self }
    return shortened(of: unicodeScalars.count)
  }

  /// Returns the first 512 of so many scalars, of which this text is the beginning.
  func shortened(of count: Int) -> String {
    let start = String.UnicodeScalarView(unicodeScalars.prefix(Self.shownScalars))
    return "\(String(start))... (the first \(Self.shownScalars) of \(count) characters)"
  }

  static var shownScalars: Int { 512 }
}
