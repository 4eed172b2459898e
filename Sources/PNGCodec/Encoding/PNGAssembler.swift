import CISAL
import CZlib

/// Assembles a PNG file from its chunks and the pieces of its image data, in order.
package struct PNGAssembler: Sendable {
  private var adler: UInt32 = 1
  private var isFirst = true

  package init() {}

  /// The signature and IHDR.
  package static func start(_ header: ImageHeader) -> [UInt8] {
    let size = [UInt32(header.width), UInt32(header.height)].flatMap(\.bigEndianBytes)
    let fields = [
      UInt8(header.bitDepth), UInt8(header.colorType.rawValue), 0, 0, header.isInterlaced ? 1 : 0,
    ]
    return Signature.expected + ChunkType.IHDR.chunk(size + fields)
  }

  /// IEND.
  package static let end = ChunkType.IEND.chunk([])

  /// Returns the bytes before and after the next piece that make it an IDAT; the last one also ends the zlib stream.
  package mutating func wrap(
    _ piece: UnsafeRawBufferPointer, of stripe: EncodedStripe, isLast: Bool
  ) -> (before: [UInt8], after: [UInt8]) {
    adler = isFirst ? stripe.adler : Self.combined(adler, stripe.adler, stripe.length)
    // RFC 1950: deflate with a window of 32 KiB.
    let head: [UInt8] = isFirst ? [0x78, 0x9c] : []
    let tail = isLast ? adler.bigEndianBytes : []
    isFirst = false
    let body = ChunkType.IDAT.rawValue.bigEndianBytes + head
    var crc = ChunkCRC.of(body)
    crc = unsafe gamut_crc32(
      crc, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(piece.count))
    crc = ChunkCRC.of(tail, after: crc)
    let length = UInt32(truncatingIfNeeded: head.count + piece.count + tail.count)
    return (length.bigEndianBytes + body, tail + crc.bigEndianBytes)
  }

  private static func combined(_ first: UInt32, _ second: UInt32, _ length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: adler32_combine(UInt(first), UInt(second), length))
  }
}

/// Colour chunks and others, as complete bytes of a file.
extension PNGAssembler {
  package static func colorChunk(_ chunk: NewColorChunk) throws(PNGError) -> [UInt8] { try chunk.bytes() }

  /// bKGD of an image without a palette: one sample of grey, or red, green and blue.
  package static func background(_ samples: [UInt16]) -> [UInt8] {
    ChunkType.bKGD.chunk(samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
  }

  /// tRNS of an image without a palette.
  package static func transparency(_ samples: [UInt16]) -> [UInt8] {
    ChunkType.tRNS.chunk(samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
  }
}
