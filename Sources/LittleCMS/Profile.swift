/// An ICC profile: its bytes and what they say (ICC.1:2022, and the v2 forms still found in files).
///
/// A value: parsed once, by code of this module alone, never changed. Two profiles are equal if their bytes are.
/// Tags that are damaged are nil here and named in `faults`; whether the profile can be used is a further question,
/// which `checkUsable(for:)` answers.
public struct Profile: Sendable {
  /// As given; bytes after the declared size are kept and not looked at.
  public let bytes: [UInt8]
  public let header: Header
  /// The tag table in its own order.
  public let tags: [Tag]
  /// `desc` in English where there is a choice; of a long one the beginning, as `String.shortened` gives it.
  public let description: String?
  /// `rXYZ`, `gXYZ` and `bXYZ`; nil unless all three are there.
  public let colorants: Colorants?
  public let redTRC, greenTRC, blueTRC, greyTRC: ToneCurve?
  /// `wtpt`, the media white point.
  public let whitePoint: XYZNumber?
  /// `chad`, nine s15Fixed16 numbers by rows, times 65,536.
  public let chromaticAdaptation: [Int32]?
  public let cicp: CICP?
  /// What is wrong with the tag table and with the tags read, in file order of the former, then of the reading.
  public let faults: [ProfileError]

  /// Coding-independent code points for video signals (ICC.1:2022 clause 9.2.17, ITU-T H.273).
  public struct CICP: Sendable, Hashable {
    public let colorPrimaries, transferCharacteristics, matrixCoefficients, videoFullRange: UInt8
  }

  /// Parses a profile.
  ///
  /// - Throws: `tooShort`, `notAProfile`, `truncated` or `tagTable` where the bytes are not a profile at all.
  public init(bytes: [UInt8]) throws(ProfileError) {
    let all = BigEndianBytes(bytes)
    let header = try Header(all, available: bytes.count)
    let content = all.window(at: 0, count: header.size) ?? all
    self.init(bytes, header: header, tags: try Self.tagTable(content), content: content)
  }

  /// Parses what `ProfileWriter` wrote, whose header and tag table need no check.
  init(written bytes: [UInt8]) {
    let all = BigEndianBytes(bytes)
    self.init(bytes, header: Header(all, size: bytes.count), tags: Self.rows(of: all), content: all)
  }

  /// - Parameter content: the bytes up to the declared size.
  private init(_ bytes: [UInt8], header: Header, tags: [Tag], content: BigEndianBytes) {
    self.bytes = bytes
    self.header = header
    self.tags = tags
    var reader = TagReader(content: content, tags: tags)
    description = reader.description("desc")?.shortened
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
    faults = Self.tableFaults(tags, profileSize: header.size) + reader.faults
  }

  /// The bytes up to the declared size: what the ID covers and what LittleCMS gets.
  var content: ArraySlice<UInt8> { bytes[..<header.size] }

  /// The profile ID computed from the bytes, whatever the header says.
  public var computedID: ProfileID { ProfileID(computing: content) }

  /// Whether there is a tag of this signature.
  public func hasTag(_ signature: Signature) -> Bool { tags.contains { $0.signature == signature } }

  /// Whether tables (`A2B0`, `A2B1` or `A2B2`) lead from the device to the connection space; they go before matrix and
  /// curves. The optional `D2B` tags are not followed.
  public var hasLUT: Bool { hasTag("A2B0") || hasTag("A2B1") || hasTag("A2B2") }
}

extension Profile: Hashable {
  public static func == (a: Profile, b: Profile) -> Bool { a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
