import CDeflate

/// Writes pictures as PNG files: adaptive filters, zlib's level 6, an embedded profile, IDAT chunks of 64 KiB.
public struct PNGEncoder: Sendable {
  /// The bytes of the profile for iCCP.
  private let profile: [UInt8]

  public init(profile: [UInt8]) { self.profile = profile }

  /// The file in memory.
  public func encode(_ picture: some Picture) -> [UInt8] {
    var bytes: [UInt8] = []
    encode(picture) { (piece) throws(Never) in bytes += piece }
    return bytes
  }

  /// Hands the file to `sink`, piece after piece.
  public func encode<Failure: Error>(_ picture: some Picture, to sink: ([UInt8]) throws(Failure) -> Void)
    throws(Failure)
  {
    let colorType: UInt8 = picture.channels == 3 ? 2 : 6
    try sink([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    try sink(
      Self.chunk(
        "IHDR",
        Self.bigEndian(picture.width) + Self.bigEndian(picture.height)
          + [UInt8(picture.depth), colorType, 0, 0, 0]))
    try sink(Self.chunk("iCCP", Array("Display P3".utf8) + [0, 0] + Deflater.deflate(profile)))

    let bytesPerRow = picture.width * picture.channels * picture.depth / 8
    let bytesPerPixel = picture.channels * picture.depth / 8
    var filter = ScanlineFilter(bytesPerRow: bytesPerRow, bytesPerPixel: bytesPerPixel)
    var samples = [UInt16](repeating: 0, count: picture.width * picture.channels)
    var line = [UInt8](repeating: 0, count: bytesPerPixel + bytesPerRow)
    let deflater = Deflater(level: 6, isFiltered: true)
    var pending: [UInt8] = []
    func write(upTo rest: Int) throws(Failure) {
      while pending.count > rest {
        try sink(Self.chunk("IDAT", Array(pending.prefix(1 << 16))))
        pending.removeFirst(min(1 << 16, pending.count))
      }
    }
    for row in 0..<picture.height {
      picture.write(row: row, to: &samples)
      Self.serialize(samples, depth: picture.depth, to: &line, after: bytesPerPixel)
      deflater.add(filter.filter(line), to: &pending)
      try write(upTo: 1 << 16)
    }
    deflater.finish(to: &pending)
    try write(upTo: 0)
    try sink(Self.chunk("IEND", []))
  }

  private static func serialize(_ samples: [UInt16], depth: Int, to line: inout [UInt8], after start: Int) {
    if depth == 16 {
      for index in samples.indices {
        line[start + 2 * index] = UInt8(samples[index] >> 8)
        line[start + 2 * index + 1] = UInt8(truncatingIfNeeded: samples[index])
      }
    } else {
      for index in samples.indices { line[start + index] = UInt8(truncatingIfNeeded: samples[index]) }
    }
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    let check = unsafe body.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
    return bigEndian(data.count) + body + bigEndian(Int(check))
  }
}
