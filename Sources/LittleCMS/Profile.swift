/// An ICC profile: its bytes and their contents (ICC.1:2022, and the v2 forms still found in files).
///
/// It is a value, parsed once by this module alone and never changed. Two profiles are equal if their bytes are equal.
/// Damaged tags are nil and listed in `faults`; `checkUsable(for:)` determines whether the profile can be used.
public struct Profile: Sendable {
  private let contents: Contents

  /// The given bytes; bytes after the declared size are kept and ignored.
  public var bytes: [UInt8] { contents.bytes }
  /// The fields of the first 128 bytes.
  public var header: Header { contents.header }
  /// The tag table in its original order.
  public var tags: [Tag] { contents.tags }
  /// `desc`, in English if there is a choice; a long one is truncated by `String.shortened`.
  public var description: String? { contents.description }
  /// `rXYZ`, `gXYZ` and `bXYZ`; nil unless all three are present.
  public var colorants: Colorants? { contents.colorants }
  /// `rTRC`, the curve of the red channel; nil if it is missing or damaged.
  public var redTRC: ToneCurve? { contents.redTRC }
  /// `gTRC`, the curve of the green channel; nil if it is missing or damaged.
  public var greenTRC: ToneCurve? { contents.greenTRC }
  /// `bTRC`, the curve of the blue channel; nil if it is missing or damaged.
  public var blueTRC: ToneCurve? { contents.blueTRC }
  /// `kTRC`, the curve of grey; nil if it is missing or damaged.
  public var greyTRC: ToneCurve? { contents.greyTRC }
  /// `wtpt`, the media white point.
  public var whitePoint: XYZNumber? { contents.whitePoint }
  /// `chad`, nine s15Fixed16 numbers by rows, times 65,536.
  public var chromaticAdaptation: [Int32]? { contents.chromaticAdaptation }
  /// `cicp`; nil if it is missing or damaged.
  public var cicp: CICP? { contents.cicp }
  /// The faults of the tag table in file order, then those of the tags in the order of reading.
  public var faults: [ProfileError] { contents.faults }

  /// The contents, stored by reference: many types contain a profile, and copying each of its fields would take up much
  /// of the program.
  private final class Contents: Sendable {
    let bytes: [UInt8]
    let header: Header
    let tags: [Tag]
    let description: String?
    let colorants: Colorants?
    let redTRC, greenTRC, blueTRC, greyTRC: ToneCurve?
    let whitePoint: XYZNumber?
    let chromaticAdaptation: [Int32]?
    let cicp: CICP?
    let faults: [ProfileError]

    init(_ bytes: [UInt8], header: Header, tags: [Tag], content: BigEndianBytes) {
      self.bytes = bytes
      self.header = header
      self.tags = tags
      var reader = TagReader(content: content, tags: tags)
      description = reader.description("desc")
      let red = reader.xyz("rXYZ")
      let green = reader.xyz("gXYZ")
      let blue = reader.xyz("bXYZ")
      if let red, let green, let blue {
        colorants = Colorants(red: red, green: green, blue: blue)
      } else {
        colorants = nil
      }
      redTRC = reader.curve("rTRC")
      greenTRC = reader.curve("gTRC")
      blueTRC = reader.curve("bTRC")
      greyTRC = reader.curve("kTRC")
      whitePoint = reader.xyz("wtpt")
      chromaticAdaptation = reader.matrix("chad")
      cicp = reader.cicp("cicp")
      faults = Profile.tableFaults(tags, profileSize: header.size) + reader.faults
    }
  }

  /// Coding-independent code points for video signals (ICC.1:2022 clause 9.2.17, ITU-T H.273).
  public struct CICP: Sendable, Hashable {
    /// The code points, and 1 for full range or 0 for narrow range; not checked.
    public let colorPrimaries, transferCharacteristics, matrixCoefficients, videoFullRange: UInt8
  }

  /// Parses a profile.
  ///
  /// - Throws: `tooShort`, `notAProfile`, `truncated` or `tagTable` if the bytes are not a profile.
  public init(bytes: [UInt8]) throws(ProfileError) {
    let all = BigEndianBytes(bytes)
    let header = try Header(all, available: bytes.count)
    let content = all.window(at: 0, count: header.size) ?? all
    self.init(bytes, header: header, tags: try Self.tagTable(content), content: content)
  }

  /// Parses the output of `ProfileWriter`, whose header and tag table need no check.
  init(written bytes: [UInt8]) {
    let all = BigEndianBytes(bytes)
    self.init(bytes, header: Header(all, size: bytes.count), tags: Self.rows(of: all), content: all)
  }

  /// - Parameter content: the bytes up to the declared size.
  private init(_ bytes: [UInt8], header: Header, tags: [Tag], content: BigEndianBytes) {
    contents = Contents(bytes, header: header, tags: tags, content: content)
  }

  /// The bytes up to the declared size, which the ID covers and LittleCMS receives.
  var content: ArraySlice<UInt8> { bytes[..<header.size] }

  /// The profile ID computed from the bytes, independent of the header.
  public var computedID: ProfileID { ProfileID(computing: content) }

  /// Returns whether there is a tag with this signature.
  public func hasTag(_ signature: Signature) -> Bool { tags.contains { $0.signature == signature } }

  /// Whether there are tables (`A2B0`, `A2B1` or `A2B2`) from the device to the connection space; they take precedence
  /// over matrix and curves. The optional `D2B` tags are not used.
  public var hasLUT: Bool { hasTag("A2B0") || hasTag("A2B1") || hasTag("A2B2") }
}

extension Profile: Hashable {
  public static func == (a: Profile, b: Profile) -> Bool { a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
