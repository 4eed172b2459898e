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
    var hash = MD5()
    hash.add(header[...])
    hash.add(profile.dropFirst(128))
    bytes = hash.digest()
  }

  /// Thirty-two hexadecimal digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
