/// The ColorSpace tag (0xA001) of Exif (CIPA DC-008, 4.6.6) in an eXIf chunk (PNG Third Edition, 11.3.3.7). PNG does
/// not define it as a declaration, but some programs write it, and some use it.
public enum ExifColorSpace: Sendable, Hashable {
  /// sRGB, with the value 1.
  case sRGB
  /// Adobe RGB (1998), with the value 2, which is not in the standard but written by cameras.
  case adobeRGB
  /// Any space other than sRGB, with the value 0xFFFF.
  case uncalibrated
  /// Any other value of the tag, which has no defined meaning.
  case other(UInt16)

  /// The tag's value.
  public var rawValue: UInt16 {
    switch self {
    case .sRGB: 1
    case .adobeRGB: 2
    case .uncalibrated: 0xffff
    case .other(let value): value
    }
  }
}

extension ExifColorSpace {
  /// The number of bytes of a chunk that are searched. The tag is near the beginning, before any thumbnail.
  static let window = 64 << 10

  /// Reads the tag from the data of an eXIf chunk, a TIFF structure; nil if it is not found.
  init?(inExif data: [UInt8]) {
    guard let tiff = TIFF(data), let directory = tiff.value(of: 0x8769, inDirectoryAt: tiff.firstDirectory),
      let value = tiff.value(of: 0xa001, inDirectoryAt: directory)
    else { return nil }
    switch value {
    case 1: self = .sRGB
    case 2: self = .adobeRGB
    case 0xffff: self = .uncalibrated
    default: self = .other(UInt16(truncatingIfNeeded: value))
    }
  }

  /// The subset of TIFF 6.0, section 2, needed to look up a number. Every read is checked.
  private struct TIFF {
    private let data: [UInt8]
    private let isLittleEndian: Bool
    private(set) var firstDirectory = 0

    init?(_ data: [UInt8]) {
      guard data.count >= 8 else { return nil }
      switch (data[0], data[1]) {
      case (0x49, 0x49): isLittleEndian = true
      case (0x4d, 0x4d): isLittleEndian = false
      default: return nil
      }
      self.data = data
      guard number(at: 2, bytes: 2) == 42, let directory = number(at: 4, bytes: 4) else { return nil }
      firstDirectory = directory
    }

    /// Returns a number of 2 or 4 bytes; nil if it is outside the data.
    private func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset <= data.count - count else { return nil }
      let bytes = data[offset..<offset + count]
      return (isLittleEndian ? bytes.reversed() : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the single SHORT (3) or LONG (4) of a tag.
    func value(of tag: Int, inDirectoryAt offset: Int) -> Int? {
      guard let count = number(at: offset, bytes: 2) else { return nil }
      for entry in 0..<count {
        let place = offset + 2 + 12 * entry
        guard let found = number(at: place, bytes: 2) else { return nil }
        guard found == tag else { continue }
        guard number(at: place + 4, bytes: 4) == 1 else { return nil }
        switch number(at: place + 2, bytes: 2) {
        case 3: return number(at: place + 8, bytes: 2)
        case 4: return number(at: place + 8, bytes: 4)
        default: return nil
        }
      }
      return nil
    }
  }
}
