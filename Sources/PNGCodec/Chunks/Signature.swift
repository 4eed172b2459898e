/// The eight bytes that begin a PNG file (PNG Third Edition, 5.2).
enum Signature {
  static let expected: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// The beginning of a Git LFS pointer, which replaces a file that has not been fetched.
  static let lfsPointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Accepts the signature, or throws an error with the actual format.
  static func check(_ bytes: [UInt8]) throws(PNGError) {
    if bytes == expected { return }
    if bytes.isEmpty { throw .empty }
    if bytes.count < 8, expected.starts(with: bytes) {
      throw .truncated(chunk: nil, offset: 0, needed: 8, available: bytes.count)
    }
    if bytes == lfsPointer { throw .lfsPointer }
    // Changed line endings (CR LF to LF or back) or a lost eighth bit: the signature is designed to detect these.
    let name = Array(bytes.dropFirst().prefix(3))
    if name == Array(expected[1...3]), bytes[0] == 0x89 || bytes[0] == 0x09 { throw .damagedSignature }
    throw .notPNG(looksLike: format(of: bytes))
  }

  private static let formats: [(at: Int, magic: [UInt8], name: String)] = [
    (0, [0xff, 0xd8, 0xff], "JPEG"),
    (0, Array("GIF8".utf8), "GIF"),
    (0, Array("RIFF".utf8), "WebP or another RIFF file"),
    (4, Array("ftyp".utf8), "HEIC, AVIF or another ISO media file"),
    (0, [0x49, 0x49, 0x2a, 0x00], "TIFF"),
    (0, [0x4d, 0x4d, 0x00, 0x2a], "TIFF"),
    (0, Array("8BPS".utf8), "Photoshop"),
    (0, [0x00, 0x00, 0x01, 0x00], "ICO, an icon for Windows or a web site"),
    (0, Array("icns".utf8), "ICNS, an icon for macOS"),
    (0, Array("BM".utf8), "BMP"),
    (0, Array("%PDF".utf8), "PDF"),
    (0, Array("<svg".utf8), "SVG"),
    (0, Array("<?xml".utf8), "XML, perhaps SVG"),
    (0, [0x8a, 0x4d, 0x4e, 0x47], "MNG"),
    (0, [0x8b, 0x4a, 0x4e, 0x47], "JNG"),
  ]

  private static func format(of bytes: [UInt8]) -> String? {
    formats.first { bytes.dropFirst($0.at).starts(with: $0.magic) }?.name
  }
}
