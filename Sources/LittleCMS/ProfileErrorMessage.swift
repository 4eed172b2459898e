extension ProfileError: CustomStringConvertible {
  public var description: String { message }

  /// The problem, as a whole sentence without a file name.
  public var message: String {
    switch self {
    case .tooShort(let size):
      "The ICC profile has \(size) bytes, fewer than the 132 of a header and a tag count."
    case .notAProfile:
      "This is not an ICC profile: its bytes 36 to 39 are not 'acsp'."
    case .truncated(let declared, let found):
      "The ICC profile is truncated: its header declares \(declared) bytes, and there are \(found)."
    case .tagTable(let count, let size) where count <= (size - 132) / 12:
      "The ICC profile has \(count) tags, more than the limit of \(Profile.maximumTags)."
    case .tagTable(let count, let size):
      "The ICC profile's table of \(count) tags does not fit into its \(size) bytes."
    case .tagBounds(let tag, let offset, let size, let profileSize):
      "Tag '\(tag)' of the ICC profile (\(size) bytes at \(offset)) does not lie inside the profile's \(profileSize)"
        + " bytes."
    case .duplicateTag(let tag, _):
      "The ICC profile has two tags '\(tag)'."
    case .malformedTag(let tag, _, let fault):
      "Tag '\(tag)' of the ICC profile \(fault)."
    case .missingTag(let tag):
      "The ICC profile has no tag '\(tag)', which its colour space needs."
    case .unsupportedVersion(let version):
      "ICC version \(version.major) (iccMAX) is not supported, and the ICC profile lacks what version 4 needs."
    case .unsupportedClass(let signature):
      "The ICC profile is \(Self.className(signature)), not one that says what an image's colours are."
    case .unsupportedColorSpace(let signature):
      "The ICC profile is for \(Self.colorSpaceName(signature)) data, and a PNG holds RGB or grey."
    case .unsupportedPCS(let signature):
      "The ICC profile's connection space is '\(signature)', neither XYZ nor Lab."
    case .greyProfileOnRGBImage:
      "The ICC profile is for grey, and the image has red, green and blue."
    case .unusableCurve(let tag, let fault):
      "The ICC profile's curve '\(tag)' \(fault.words)."
    case .implausibleColorants(let sum):
      "The ICC profile's colorants add up to XYZ "
        + Self.decimals(SIMD3(Double(sum.x), Double(sum.y), Double(sum.z)) / 65536)
        + ", not to the white (0.9642, 1.0000, 0.8249) within 0.01."
    case .implausibleTableWhite(let white):
      "The ICC profile's tables put white at XYZ " + Self.decimals(white)
        + ", not at (0.9642, 1.0000, 0.8249) within 0.1."
    case .singularColorants:
      "The ICC profile's red, green and blue are not three different colours: their matrix has no inverse."
    case .notFinite:
      "The ICC profile's tables give colours that are not finite numbers."
    case .littleCMS(let words):
      "LittleCMS cannot use the ICC profile: \(words)."
    }
  }

  /// Returns the name in ICC.1:2022 table 18, with an article.
  private static func className(_ signature: Signature) -> String {
    switch signature {
    case "link": "a device-link profile"
    case "abst": "an abstract profile"
    case "nmcl": "a named-colour profile"
    default: "of the unknown class '\(signature)'"
    }
  }

  /// Returns the name in ICC.1:2022 table 19, if it is more descriptive than the signature.
  private static func colorSpaceName(_ signature: Signature) -> String {
    switch signature {
    case "Lab ": "CIE Lab"
    case "XYZ ": "CIE XYZ"
    case "Luv ": "CIE Luv"
    case "CMYK", "CMY ", "HSV ", "HLS ", "YCbr", "Yxy ": "\(signature)"
    default: "'\(signature)'"
    }
  }

  /// Returns three numbers with four decimals each.
  private static func decimals(_ xyz: SIMD3<Double>) -> String {
    "(" + (0..<3).map { decimal(xyz[$0]) }.joined(separator: ", ") + ")"
  }

  private static func decimal(_ value: Double) -> String {
    // Clamped, because a table may contain any value.
    let tenThousandths = Int((min(max(value, -1e9), 1e9) * 10000).rounded())
    let fraction = String(tenThousandths.magnitude % 10000)
    let padding = String(repeating: "0", count: 4 - fraction.count)
    return (tenThousandths < 0 ? "-" : "") + "\(tenThousandths.magnitude / 10000)." + padding + fraction
  }
}
