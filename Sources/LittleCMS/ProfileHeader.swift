extension Profile {
  /// The first 128 bytes (ICC.1:2022 clause 7.2).
  public struct Header: Sendable, Hashable {
    /// The declared length in bytes, at most the number of bytes present.
    public let size: Int
    /// The colour management module that the profile prefers (ICC.1:2022 clause 7.2.3).
    public let preferredCMM: Signature
    /// The version of the specification.
    public let version: Version
    /// The profile class, such as `mntr` for a display (ICC.1:2022 table 18).
    public let deviceClass: Signature
    /// The space of the device values, such as `RGB ` or `GRAY` (ICC.1:2022 table 19).
    public let colorSpace: Signature
    /// The profile connection space.
    public let pcs: Signature
    /// The date and time of creation.
    public let created: DateTime
    /// The operating system for which the profile was made, such as `APPL`; 0 if there is none.
    public let platform: Signature
    /// The profile flags: bit 0 for an embedded profile, bit 1 for one that must not be used without its image.
    public let flags: UInt32
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

    /// - Parameter bytes: the whole header and more, so that no field is missing.
    init(_ bytes: BigEndianBytes, size: Int) {
      self.size = size
      func u32(_ offset: Int) -> UInt32 { bytes.u32(at: offset) ?? 0 }
      func signature(_ offset: Int) -> Signature { Signature(rawValue: u32(offset)) }
      preferredCMM = signature(4)
      version = Version(major: bytes.u8(at: 8) ?? 0, minorAndFix: bytes.u8(at: 9) ?? 0)
      deviceClass = signature(12)
      colorSpace = signature(16)
      pcs = signature(20)
      let date = (0..<6).map { bytes.u16(at: 24 + 2 * $0) ?? 0 }
      created = DateTime(
        year: date[0], month: date[1], day: date[2], hour: date[3], minute: date[4], second: date[5])
      platform = signature(40)
      flags = u32(44)
      renderingIntent = u32(64)
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

    init(major: UInt8, minorAndFix: UInt8) {
      self.major = major
      minor = minorAndFix >> 4
      bugFix = minorAndFix & 15
    }

    public var description: String { "\(major).\(minor).\(bugFix)" }
  }

  /// The creation date and time of the profile in UTC, as in the header; not checked (ICC.1:2022 clause 4.2).
  public struct DateTime: Sendable, Hashable {
    /// The numbers as stored: the full year, month and day from 1, and the time.
    public let year, month, day, hour, minute, second: UInt16
  }
}
