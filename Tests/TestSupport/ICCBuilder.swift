/// Builds ICC profiles for tests, well-formed or not. It is separate from the serializer of the library, so that the
/// two can be compared.
public struct ICCBuilder: Sendable {
  public var version: UInt32 = 0x0420_0000
  public var deviceClass = "mntr"
  public var colorSpace = "RGB "
  public var pcs = "XYZ "
  /// Signature and data of each tag, in order.
  public var tags: [(String, [UInt8])]

  public init(tags: [(String, [UInt8])] = []) { self.tags = tags }

  /// Returns a profile of matrix and curves; the colorants are raw s15Fixed16 X, Y, Z of red, green and blue.
  public static func matrix(_ colorants: [[Int32]], red: [UInt8], green: [UInt8], blue: [UInt8]) -> ICCBuilder {
    ICCBuilder(tags: [
      ("desc", ICCData.localized("test")),
      ("rXYZ", ICCData.xyz(colorants[0])), ("gXYZ", ICCData.xyz(colorants[1])), ("bXYZ", ICCData.xyz(colorants[2])),
      ("rTRC", red), ("gTRC", green), ("bTRC", blue),
    ])
  }

  /// Returns a profile with sRGB's colorants, as in Compact-ICC's sRGB-v4, and one curve.
  public static func sRGBPrimaries(curve: [UInt8], called name: String = "test") -> ICCBuilder {
    matrix(sRGBColorants, red: curve, green: curve, blue: curve).replacing("desc", with: ICCData.localized(name))
  }

  public static let sRGBColorants: [[Int32]] = [
    [0x6FA0, 0x38F2, 0x038F], [0x6296, 0xB789, 0x18DA], [0x24A0, 0x0F85, 0xB6C4],
  ]

  /// Returns a grey profile with one curve.
  public static func grey(curve: [UInt8]) -> ICCBuilder {
    var builder = ICCBuilder(tags: [("desc", ICCData.localized("grey")), ("kTRC", curve)])
    builder.colorSpace = "GRAY"
    return builder
  }

  /// Replaces the data of a tag, or removes it.
  public func replacing(_ signature: String, with data: [UInt8]?) -> ICCBuilder {
    var copy = self
    copy.tags = tags.compactMap { tag in tag.0 != signature ? tag : data.map { (signature, $0) } }
    return copy
  }

  public func adding(_ signature: String, _ data: [UInt8]) -> ICCBuilder {
    var copy = self
    copy.tags.append((signature, data))
    return copy
  }

  public func bytes() -> [UInt8] {
    var table = ICCData.u32(tags.count)
    var body: [UInt8] = []
    for (signature, data) in tags {
      table += Array(signature.utf8) + ICCData.u32(132 + 12 * tags.count + body.count) + ICCData.u32(data.count)
      body += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put(ICCData.u32(128 + table.count + body.count), at: 0)
    put(ICCData.u32(Int(version)), at: 8)
    put(Array((deviceClass + colorSpace + pcs).utf8), at: 12)
    put(Array("acsp".utf8), at: 36)
    put(ICCData.u32(63190) + ICCData.u32(65536) + ICCData.u32(54061), at: 68)
    return header + table + body
  }
}
