import CISAL

/// Encodes stripes of rows as pieces of image data: filters and compresses them, reusing its memory from stripe to
/// stripe. Each thread has its own encoder; the result does not depend on which one is used.
package final class StripeEncoder {
  private let header: ImageHeader
  private var chooser: FilterChooser
  private let deflater: Deflater
  private let filtered: Memory
  private let lineBytes: Int
  /// The number of bytes of an input row, with whole samples.
  private let rowBytes: Int

  /// Returns the number of rows per stripe, except that the last one may have fewer. Depends on the image alone.
  package static func rowsPerStripe(_ header: ImageHeader) -> Int {
    let lineBytes = 1 + (header.width * header.bitsPerPixel + 7) / 8
    return max(1, min(header.height, stripeBytes / lineBytes))
  }

  private static let stripeBytes = 1 << 20

  /// Returns the maximum size of a piece.
  package static func maximumPiece(_ header: ImageHeader) -> Int {
    Deflater.bound(rowsPerStripe(header) * (1 + (header.width * header.bitsPerPixel + 7) / 8))
  }

  /// - Parameters:
  ///   - header: 8 or 16 bits; neither a palette image nor interlaced.
  ///   - compression: the compression effort.
  package init(_ header: ImageHeader, _ compression: Compression) throws(PNGError) {
    precondition(header.bitDepth >= 8 && header.colorType != .palette && !header.isInterlaced)
    self.header = header
    lineBytes = 1 + (header.width * header.bitsPerPixel + 7) / 8
    rowBytes = lineBytes - 1
    chooser = try FilterChooser(header: header)
    deflater = Deflater.fromPool(compression)
    filtered = try Memory(count: Self.rowsPerStripe(header) * lineBytes)
  }

  deinit { deflater.returnToPool() }

  /// Encodes a stripe.
  ///
  /// - Parameters:
  ///   - rows: whole rows without gaps, at most `rowsPerStripe`; samples in native byte order, straight alpha.
  ///   - above: the row above the first; nil at the top of the image.
  ///   - isLast: whether this is the last stripe of the image.
  ///   - output: a buffer with room for `maximumPiece`.
  package func encode(
    _ rows: UnsafeRawBufferPointer, below above: UnsafeRawPointer?, isLast: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) throws(PNGError) -> EncodedStripe {
    let count = rows.count / rowBytes
    guard let start = rows.baseAddress, let lines = unsafe filtered.bytes.baseAddress, count > 0 else {
      return EncodedStripe(size: 0, adler: 1, length: 0)
    }
    unsafe chooser.start(below: above)
    unsafe chooser.filter(start, rows: count, into: lines)
    let input = unsafe UnsafeRawBufferPointer(start: lines, count: count * lineBytes)
    let adler = unsafe gamut_adler32(1, input.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(input.count))
    let size = try unsafe deflater.deflate(
      input, bytesPerPixel: header.bitsPerPixel / 8, into: output, isLast: isLast)
    return EncodedStripe(size: size, adler: adler, length: input.count)
  }
}

/// A piece of image data.
package struct EncodedStripe: Sendable, Hashable {
  /// The size of the piece in bytes.
  package var size: Int
  /// The Adler-32 of the filtered scanlines, and their number of bytes.
  var adler: UInt32
  var length: Int
}
