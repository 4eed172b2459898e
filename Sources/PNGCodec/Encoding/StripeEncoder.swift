import CISAL
import CZlib

/// Encodes stripes of rows as pieces of image data: filters and compresses them, reusing its memory from stripe to
/// stripe. Each thread has its own encoder; the result does not depend on which one is used.
package final class StripeEncoder {
  private let header: ImageHeader
  private var chooser: FilterChooser
  private let deflater: Deflater
  private let filtered: Memory
  /// The other result that is compared, for the smallest size only.
  private let other: Memory
  private let first: FilterChoice
  private let choices: [FilterChoice]
  private let lineBytes: Int
  /// The number of bytes of an input row, with whole samples.
  private let rowBytes: Int

  /// Returns the number of rows per stripe, except that the last one may have fewer. Depends on the image alone.
  package static func rowsPerStripe(_ header: ImageHeader) -> Int {
    let lineBytes = 1 + (header.width * header.bitsPerPixel + 7) / 8
    return max(1, min(header.height, stripeBytes / lineBytes))
  }

  private static let stripeBytes = 1 << 20

  package static func maximumPiece(_ header: ImageHeader) -> Int {
    Deflater.bound(rowsPerStripe(header) * (1 + (header.width * header.bitsPerPixel + 7) / 8))
  }

  /// Creates an encoder for an image that is not interlaced.
  package convenience init(_ header: ImageHeader, _ compression: Compression) throws(PNGError) {
    try self.init(header, compression, filter: .cheapest)
  }

  /// - Parameter filter: the choice of filters, of several for the smallest size.
  init(_ header: ImageHeader, _ compression: Compression, filter: FilterChoice) throws(PNGError) {
    precondition(!header.isInterlaced)
    self.header = header
    lineBytes = 1 + (header.width * header.bitsPerPixel + 7) / 8
    rowBytes = lineBytes - 1
    chooser = try FilterChooser(header: header)
    deflater = Deflater.fromPool(compression)
    filtered = try Memory(count: Self.rowsPerStripe(header) * lineBytes)
    first = filter
    choices = compression == .small ? FilterChoice.all : [filter]
    other = try Memory(count: compression == .small ? Self.maximumPiece(header) : 0)
  }

  deinit { deflater.returnToPool() }

  /// Encodes a stripe.
  ///
  /// - Parameters:
  ///   - rows: whole rows without gaps, at most `rowsPerStripe`; samples in native byte order, or packed as in PNG;
  ///     straight alpha.
  ///   - above: the row above the first; nil at the top of the image.
  ///   - isLast: whether this is the last stripe of the image.
  ///   - output: a buffer with room for `maximumPiece`.
  package func encode(
    _ rows: UnsafeRawBufferPointer, below above: UnsafeRawPointer?, isLast: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) throws(PNGError) -> EncodedStripe {
    guard rows.count >= rowBytes else { return EncodedStripe(size: 0, adler: 1, length: 0) }
    let stripe = try unsafe encode(rows, below: above, first, isLast: isLast, into: output)
    guard choices.count > 1 else { return stripe }
    // How small each choice becomes with moderate effort; that of the best is compressed with all.
    var best = (choice: first, size: Int.max)
    for choice in choices {
      let size = try unsafe deflater.estimate(filter(rows, below: above, choice), atMost: best.size)
      if size < best.size { best = (choice, size) }
    }
    guard best.choice != first else { return stripe }
    let smaller = try unsafe encode(rows, below: above, best.choice, isLast: isLast, into: other.bytes)
    guard smaller.size < stripe.size else { return stripe }
    unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[..<smaller.size]))
    return smaller
  }

  private func encode(
    _ rows: UnsafeRawBufferPointer, below above: UnsafeRawPointer?, _ choice: FilterChoice, isLast: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) throws(PNGError) -> EncodedStripe {
    let lines = unsafe filter(rows, below: above, choice)
    let adler = unsafe gamut_adler32(1, lines.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(lines.count))
    let size = try unsafe deflater.deflate(
      lines, bytesPerPixel: header.bitsPerPixel / 8, into: output, isLast: isLast)
    return EncodedStripe(size: size, adler: adler, length: lines.count)
  }

  /// Returns filtered scanlines, which stay until the next call.
  private func filter(
    _ rows: UnsafeRawBufferPointer, below above: UnsafeRawPointer?, _ choice: FilterChoice
  ) -> UnsafeRawBufferPointer {
    guard let start = rows.baseAddress, let lines = unsafe filtered.bytes.baseAddress else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let count = rows.count / rowBytes
    chooser.choice = choice
    unsafe chooser.start(below: above)
    for row in 0..<count { unsafe chooser.filter(start + row * rowBytes, into: lines + row * lineBytes) }
    return unsafe UnsafeRawBufferPointer(start: lines, count: count * lineBytes)
  }
}

package struct EncodedStripe: Sendable, Hashable {
  package var size: Int
  /// The Adler-32 of the filtered scanlines, and their number of bytes.
  var adler: UInt32
  var length: Int
}

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

  package static let end = ChunkType.IEND.chunk([])

  /// Returns the bytes before and after the next piece that make it an IDAT; the last one also ends the zlib stream.
  package mutating func wrap(
    _ piece: UnsafeRawBufferPointer, of stripe: EncodedStripe, isLast: Bool
  ) -> (before: [UInt8], after: [UInt8]) {
    adler = UInt32(truncatingIfNeeded: adler32_combine(UInt(adler), UInt(stripe.adler), stripe.length))
    // RFC 1950: deflate with a window of 32 KiB.
    let head: [UInt8] = isFirst ? [0x78, 0x9c] : []
    let tail = isLast ? adler.bigEndianBytes : []
    isFirst = false
    let body = ChunkType.IDAT.rawValue.bigEndianBytes + head
    var crc = ContentChecksum.crc32(body)
    crc = unsafe gamut_crc32(
      crc, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(piece.count))
    crc = ContentChecksum.crc32(tail, continuing: crc)
    let length = UInt32(truncatingIfNeeded: head.count + piece.count + tail.count)
    return (length.bigEndianBytes + body, tail + crc.bigEndianBytes)
  }
}

/// Chunks as complete bytes of a file.
extension PNGAssembler {
  /// PLTE and tRNS of colours with alpha, of which the last that are opaque need no entry in tRNS.
  package static func palette(_ colors: [SIMD4<UInt8>]) -> [UInt8] {
    let alpha = colors.prefix { $0.w < 255 }.map(\.w)
    return ChunkType.PLTE.chunk(colors.flatMap { [$0.x, $0.y, $0.z] })
      + (alpha.isEmpty ? [] : ChunkType.tRNS.chunk(alpha))
  }
}
