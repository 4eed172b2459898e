extension ColorChunks {
  /// Parses the data of a colour chunk other than iCCP, whose length has been checked.
  mutating func accept(_ data: [UInt8], of chunk: ChunkReader.Chunk) {
    let offset = chunk.offset
    switch chunk.type {
    case .cICP:
      let value = CICP(primaries: data[0], transfer: data[1], matrix: data[2], fullRange: data[3])
      cICP = Located(value, offset: offset)
    case .sRGB: sRGB = Located(data[0], offset: offset)
    case .gAMA: gAMA = Located(data.bigEndian32(at: 0), offset: offset)
    case .cHRM:
      let point = { (at: Int) in Chromaticity(x: data.bigEndian32(at: at), y: data.bigEndian32(at: at + 4)) }
      let value = Chromaticities(white: point(0), red: point(8), green: point(16), blue: point(24))
      cHRM = Located(value, offset: offset)
    case .mDCV:
      let point = { (at: Int) in
        Chromaticity(x: UInt32(data.bigEndian16(at: at)), y: UInt32(data.bigEndian16(at: at + 2)))
      }
      let value = MasteringDisplay(
        red: point(0), green: point(4), blue: point(8), white: point(12),
        maximumLuminance: data.bigEndian32(at: 16), minimumLuminance: data.bigEndian32(at: 20))
      mDCV = Located(value, offset: offset)
    case .cLLI:
      let value = ContentLightLevel(
        maximumContentLightLevel: data.bigEndian32(at: 0), maximumFrameAverageLightLevel: data.bigEndian32(at: 4))
      cLLI = Located(value, offset: offset)
    case .sBIT: sBIT = Located(data, offset: offset)
    default: break
    }
  }
}
