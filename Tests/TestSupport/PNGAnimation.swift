public import SyntheticPNG

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
