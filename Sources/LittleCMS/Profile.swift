import CLittleCMS

/// An ICC profile: its bytes and their contents (ICC.1:2022, and the v2 forms still found in files).
///
/// It is parsed once by this module alone and never changed. Two profiles are equal if their bytes are equal. Damaged
/// tags are nil and listed in `faults`; `UsableProfile` determines whether the profile can be used.
public final class Profile: Sendable {
  /// The given bytes; bytes after the declared size are kept and ignored.
  public let bytes: [UInt8]
  /// The fields of the first 128 bytes.
  public let header: Header
  /// The tag table in its original order.
  public let tags: [Tag]
  /// `desc`, in English if there is a choice; a long one is truncated by `String.shortened`.
  public let description: String?
  /// `rXYZ`, `gXYZ` and `bXYZ`; nil unless all three are present.
  public let colorants: Colorants?
  /// `rTRC`, the curve of the red channel; nil if it is missing or damaged.
  public let redTRC: ToneCurve?
  /// `gTRC`, the curve of the green channel; nil if it is missing or damaged.
  public let greenTRC: ToneCurve?
  /// `bTRC`, the curve of the blue channel; nil if it is missing or damaged.
  public let blueTRC: ToneCurve?
  /// `kTRC`, the curve of grey; nil if it is missing or damaged.
  public let greyTRC: ToneCurve?
  /// `wtpt`, the media white point.
  public let whitePoint: XYZNumber?
  /// The faults of the tag table in file order, then those of the tags in the order of reading.
  public let faults: [ProfileError]

  /// - Parameter content: the bytes up to the declared size.
  private init(_ bytes: [UInt8], header: Header, tags: [Tag], content: BigEndianBytes) {
    self.bytes = bytes
    self.header = header
    self.tags = tags
    var reader = TagReader(content: content, tags: tags)
    description = reader.description("desc")
    let columns = [reader.xyz("rXYZ"), reader.xyz("gXYZ"), reader.xyz("bXYZ")].compactMap(\.self)
    colorants = columns.count == 3 ? Colorants(red: columns[0], green: columns[1], blue: columns[2]) : nil
    redTRC = reader.curve("rTRC")
    greenTRC = reader.curve("gTRC")
    blueTRC = reader.curve("bTRC")
    greyTRC = reader.curve("kTRC")
    whitePoint = reader.xyz("wtpt")
    faults = Self.tableFaults(tags, profileSize: header.size) + reader.faults
  }

  /// Parses a profile.
  ///
  /// - Throws: `tooShort`, `notAProfile`, `truncated` or `tagTable` if the bytes are not a profile.
  public convenience init(bytes: [UInt8]) throws(ProfileError) {
    let all = BigEndianBytes(bytes)
    let header = try Header(all, available: bytes.count)
    let content = all.window(at: 0, count: header.size) ?? all
    guard let count = content.index(at: 128), count <= Self.maximumTags, count <= (content.count - 132) / 12 else {
      throw .tagTable(count: content.index(at: 128) ?? 0, size: content.count)
    }
    self.init(bytes, header: header, tags: Self.rows(of: content), content: content)
  }

  /// Parses a profile of this module, whose header and tag table need no check.
  convenience init(written bytes: [UInt8]) {
    let all = BigEndianBytes(bytes)
    self.init(bytes, header: Header(all, size: bytes.count), tags: Self.rows(of: all), content: all)
  }

  /// The bytes up to the declared size, which the ID covers and LittleCMS receives.
  var content: ArraySlice<UInt8> { bytes[..<header.size] }

  /// The profile ID computed from the bytes, independent of the header.
  public var computedID: ProfileID { ProfileID(computing: content) }

  /// Returns the text of a tag that is not among the properties; nil if there is none.
  package func text(of signature: Signature) -> String? {
    tags.first { $0.signature == signature }
      .flatMap { BigEndianBytes(bytes).window(at: $0.offset, count: $0.size) }.flatMap(ProfileText.read)
      .flatMap { $0.isEmpty ? nil : $0 }
  }

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

extension Profile {
  /// The first 128 bytes (ICC.1:2022 clause 7.2).
  public struct Header: Sendable, Hashable {
    /// The declared length in bytes, at most the number of bytes present.
    public let size: Int
    /// The version of the specification.
    public let version: Version
    /// The profile class, such as `mntr` for a display (ICC.1:2022 table 18).
    public let deviceClass: Signature
    /// The space of the device values, such as `RGB ` or `GRAY` (ICC.1:2022 table 19).
    public let colorSpace: Signature
    /// The profile connection space.
    public let pcs: Signature
    /// The rendering intent: 0 perceptual, 1 relative colorimetric, 2 saturation, 3 absolute colorimetric.
    public let renderingIntent: UInt32
    /// The illuminant of the connection space, which should be D50.
    public let illuminant: XYZNumber
    /// The signature of the profile's creator; 0 if there is none.
    public let creator: Signature
    /// The profile ID in the header; nil if it is all zero, which means that none was computed.
    public let profileID: ProfileID?

    init(_ bytes: BigEndianBytes, available: Int) throws(ProfileError) {
      guard let size = bytes.index(at: 0), bytes.count >= 132 else { throw .tooShort(size: bytes.count) }
      guard bytes.signature(at: 36) == "acsp" else { throw .notAProfile }
      guard size >= 132 else { throw .tooShort(size: size) }
      guard size <= available else { throw .truncated(declared: size, found: available) }
      self.init(bytes, size: size)
    }

    init(_ bytes: BigEndianBytes, size: Int) {
      self.size = size
      func signature(_ offset: Int) -> Signature { bytes.signature(at: offset) ?? Signature(rawValue: 0) }
      let minorAndFix = bytes.u8(at: 9) ?? 0
      version = Version(major: bytes.u8(at: 8) ?? 0, minor: minorAndFix >> 4, bugFix: minorAndFix & 15)
      deviceClass = signature(12)
      colorSpace = signature(16)
      pcs = signature(20)
      renderingIntent = bytes.u32(at: 64) ?? 0
      illuminant = bytes.xyz(at: 68) ?? XYZNumber(x: 0, y: 0, z: 0)
      creator = signature(80)
      let id = Array(bytes.contents.dropFirst(84).prefix(16))
      profileID = id.allSatisfy { $0 == 0 } ? nil : ProfileID(bytes: id)
    }
  }

  /// The version of the specification that the profile follows, such as 4.3.0.
  public struct Version: Sendable, Hashable, CustomStringConvertible {
    /// The three numbers of the version; the last two are 0 to 15.
    public let major, minor, bugFix: UInt8

    public var description: String { "\(major).\(minor).\(bugFix)" }
  }

  /// A row of the tag table (ICC.1:2022 clause 7.3).
  public struct Tag: Sendable, Hashable {
    /// The name of the tag, such as `rXYZ`.
    public let signature: Signature
    /// The offset in bytes from the start of the profile.
    public let offset: Int
    /// The size in bytes.
    public let size: Int
  }

  static let maximumTags = 1000

  /// Returns the rows unchecked: one may refer to any range.
  static func rows(of bytes: BigEndianBytes) -> [Tag] {
    (0..<(bytes.index(at: 128) ?? 0)).compactMap { row in
      let place = 132 + 12 * row
      guard let signature = bytes.signature(at: place), let offset = bytes.index(at: place + 4),
        let size = bytes.index(at: place + 8)
      else { return nil }
      return Tag(signature: signature, offset: offset, size: size)
    }
  }

  /// Returns the faults of the table itself: rows that lie outside the profile, overlap the header, or are duplicates.
  static func tableFaults(_ tags: [Tag], profileSize: Int) -> [ProfileError] {
    var seen: Set<Signature> = []
    return tags.compactMap { tag in
      guard tag.offset >= 128, tag.size <= profileSize, tag.offset <= profileSize - tag.size else {
        return .tagBounds(tag.signature, offset: tag.offset, size: tag.size, profileSize: profileSize)
      }
      return seen.insert(tag.signature).inserted ? nil : .duplicateTag(tag.signature, offset: tag.offset)
    }
  }
}

/// The MD5 fingerprint that identifies a profile (ICC.1:2022 clause 7.2.18).
public struct ProfileID: Sendable, Hashable, CustomStringConvertible {
  /// Sixteen bytes.
  public let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Computes the ID of a profile's bytes: MD5 with the flags, the rendering intent and the ID itself set to zero.
  init(computing profile: ArraySlice<UInt8>) {
    var header = Array(profile.prefix(128))
    for range in [44..<48, 64..<68, 84..<100] where range.upperBound <= header.count {
      header.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    self.init(hashing: header[...], profile.dropFirst(128))
  }

  /// Computes the MD5 (RFC 1321) of bytes in parts.
  init(hashing parts: ArraySlice<UInt8>...) {
    var id = cmsProfileID()
    if let hash = unsafe cmsMD5alloc(nil) {
      for part in parts {
        unsafe part.withUnsafeBufferPointer { unsafe cmsMD5add(hash, $0.baseAddress, cmsUInt32Number($0.count)) }
      }
      unsafe cmsMD5finish(&id, hash)
    }
    bytes = unsafe withUnsafeBytes(of: id) { unsafe Array($0) }
  }

  /// Thirty-two hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// Four bytes that identify a tag, a type, a class or a colour space (ICC.1:2022 clause 4.3, `signature`).
public struct Signature: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The bytes, the first one highest.
  public let rawValue: UInt32

  /// Creates a signature from four bytes, the first one highest.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first four bytes of a literal, as in `"rXYZ"`.
  public init(stringLiteral value: String) {
    rawValue = value.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The four characters without trailing spaces if all are printable ASCII, else eight hexadecimal digits.
  public var description: String {
    let bytes = stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }), bytes[0] != 0x20 else {
      let digits = String(rawValue, radix: 16)
      return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }
    return String(decoding: bytes[...(bytes.lastIndex { $0 != 0x20 } ?? 0)], as: UTF8.self)
  }
}

/// A colour in CIE XYZ as stored in a profile: three s15Fixed16 numbers (ICC.1:2022 clauses 4.6 and 4.14).
public struct XYZNumber: Sendable, Hashable {
  /// The numbers times 65,536.
  public var x, y, z: Int32

  /// Creates a colour from X, Y and Z times 65,536.
  public init(x: Int32, y: Int32, z: Int32) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The illuminant of the profile connection space (ICC.1:2022 clause 7.2.16).
  public static let d50 = XYZNumber(x: 0xF6D6, y: 0x10000, z: 0xD32D)

  /// The exact values of X, Y and Z.
  public var values: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) / 65536 }
}
