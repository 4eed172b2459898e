extension IDATStream {
  /// Checks the chunks from the one after the last IDAT (`following`, whose head has been read) to IEND and the bytes
  /// after it. Returns all information about the chunks.
  mutating func finish(
    preamble: consuming Preamble
  ) throws(PNGError) -> Preamble {
    var next = following
    while let chunk = next {
      switch chunk.type {
      case .IEND:
        try preamble.rules.checkLength(chunk, entries: 0)
        try Preamble.requireCRC(of: chunk, in: &chunks)
        try chunks.checkEnd(&preamble.findings)
        return preamble
      case .IHDR:
        try preamble.rules.record(chunk)
      case .IDAT:
        throw ChunkRules.interrupted(chunk)
      case let type where type == .PLTE || type == .tRNS || ChunkType.color.contains(type):
        try preamble.rules.record(chunk)
        try preamble.rules.checkOrder(chunk)
      default:
        try preamble.readOther(chunk, from: &chunks)
      }
      next = try chunks.next()
    }
    throw .missingChunk(chunk: .IEND, offset: chunks.position)
  }
}
