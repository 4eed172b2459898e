import CZlib
import Gamut
public import PNGCodec
public import SyntheticPNG

/// Images of 3 x 2 pixels, all of different colours, that declare nothing.
extension PNGBuilder {
  public static let rgb = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 2) { x, y, channel in
    40 * x + y + channel
  }
  public static let rgb16 = PNGBuilder(width: 3, height: 2, depth: 16, colorType: 2) { x, y, channel in
    9000 * x + y + channel
  }
  public static let grey = PNGBuilder(width: 3, height: 2, depth: 8, colorType: 0) { x, y, _ in 40 * x + y }
}

/// The contents of cHRM for a space: x and y of white, red, green and blue, in units of 1/100,000.
extension PNGChunk {
  public static let sRGBPrimaries: [UInt32] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
  public static let p3Primaries: [UInt32] = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
}

extension PNGBuilder {
  /// Returns the chunks of an APNG (PNG Third Edition, 11.3.6): this image is its first frame; the others are given by
  /// their samples and cover the whole image. The data of each frame except the first is split into two fdAT chunks.
  public func animated(_ frames: [[UInt16]]) -> [PNGChunk] {
    var sequence: UInt32 = 0
    func next() -> [UInt8] {
      defer { sequence += 1 }
      return sequence.bigEndianBytes
    }
    func control() -> PNGChunk {
      let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
      return PNGChunk("fcTL", next() + size + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0])
    }
    var list = [header] + colorChunks
    list.append(PNGChunk("acTL", UInt32(1 + frames.count).bigEndianBytes + [0, 0, 0, 0]))
    if !palette.isEmpty { list.append(PNGChunk("PLTE", palette)) }
    list += otherChunks
    list.append(control())
    list += imageData(deflated(scanlines, level: level))
    for samples in frames {
      var frame = self
      frame.samples = samples
      list.append(control())
      let stream = deflated(frame.scanlines, level: level)
      let half = stream.count / 2
      for part in [stream[..<half], stream[half...]] { list.append(PNGChunk("fdAT", next() + part)) }
    }
    return list + [.end]
  }
}

extension PNGChunk {
  /// Returns the chunks of a file, read by their lengths alone; nil if these are inconsistent.
  public static func split(_ file: [UInt8]) -> [PNGChunk]? {
    guard file.starts(with: PNGBuilder.signature) else { return nil }
    var chunks: [PNGChunk] = []
    var position = PNGBuilder.signature.count
    while position + 12 <= file.count {
      let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard position + 12 + length <= file.count else { return nil }
      let data = position + 8..<position + 8 + length
      let crc = file[data.upperBound..<data.upperBound + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      chunks.append(
        PNGChunk(
          String(decoding: file[position + 4..<position + 8], as: UTF8.self), Array(file[data]), declaredCRC: crc))
      position = data.upperBound + 4
      if chunks.last?.type == "IEND" { break }
    }
    return chunks
  }
}

/// Returns a short zlib stream that inflates to `megabytes` times 2^20 zeros.
public func deflatedZeros(megabytes: Int) -> [UInt8] {
  let zeros = [UInt8](repeating: 0, count: 1 << 20)
  // The deflate data of one megabyte, without the end of the stream, is a piece that can be repeated: a full flush ends
  // it on a byte boundary and resets the history.
  var stream = unsafe z_stream()
  var output = [UInt8](repeating: 0, count: 1 << 14)
  unsafe deflateInit2_(
    &stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  unsafe zeros.withUnsafeBufferPointer { zeros in
    unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe stream.next_in = UnsafeMutablePointer(mutating: zeros.baseAddress)
      unsafe stream.avail_in = UInt32(zeros.count)
      unsafe stream.next_out = output.baseAddress
      unsafe stream.avail_out = UInt32(output.count)
      unsafe deflate(&stream, Z_FULL_FLUSH)
    }
  }
  let piece = unsafe output.prefix(output.count - Int(stream.avail_out))
  unsafe deflateEnd(&stream)
  // Adler-32 of n zeros: low half 1, high half n modulo 65521.
  let adler = UInt32((megabytes << 20) % 65521) << 16 | 1
  return [0x78, 0xda] + (0..<megabytes).flatMap { _ in piece } + [0x03, 0x00] + adler.bigEndianBytes
}

/// Returns bytes with four of them chosen so that the CRC-32 of all has the given value. The CRC is affine in every
/// bit, so a linear system of 32 bits is solved.
public func forged(_ bytes: [UInt8], at offset: Int, crc target: UInt32) -> [UInt8] {
  var bytes = bytes
  bytes.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, 0])
  let base = checksum(bytes)
  // Rows of (effect on the CRC, bits that have it), transformed to triangular form.
  var rows: [(effect: UInt32, bits: UInt32)] = (0..<32).map { bit in
    var copy = bytes
    copy[offset + bit / 8] = 1 << (bit % 8)
    return (checksum(copy) ^ base, 1 << bit)
  }
  var (missing, chosen): (UInt32, UInt32) = (base ^ target, 0)
  for bit in (0..<32).reversed() {
    guard let pivot = rows.firstIndex(where: { $0.effect >> bit & 1 == 1 }) else { continue }
    let row = rows.remove(at: pivot)
    for index in rows.indices where rows[index].effect >> bit & 1 == 1 {
      rows[index].effect ^= row.effect
      rows[index].bits ^= row.bits
    }
    if missing >> bit & 1 == 1 {
      missing ^= row.effect
      chosen ^= row.bits
    }
  }
  precondition(missing == 0, "four bytes do not suffice")
  for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: chosen >> (8 * index)) }
  return bytes
}

extension PNGDecoder {
  /// Reads all rows, so many in each call.
  public mutating func samples(rowsAtOnce: Int = 1 << 16) throws(PNGError) -> [UInt8] {
    let size = layout.bytesPerRow
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(1, min(rowsAtOnce, layout.height)) * size, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var samples: [UInt8] = []
    while true {
      let count = try unsafe readRows(into: buffer)
      guard count > 0 else { return samples }
      unsafe samples += buffer[..<(count * size)]
    }
  }

  /// Returns the samples of a file, and the number of its channels.
  public static func samples(of file: [UInt8]) throws(PNGError) -> (samples: [UInt8], channels: Int) {
    var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: file)))
    return (try decoder.samples(), decoder.layout.channels)
  }
}
