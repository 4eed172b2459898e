extension IDATStream {
  /// Checks the chunks from the one after the last IDAT (`following`, whose head has been read) to IEND and the bytes
  /// after it. Returns the findings of the whole file, and the other information about its chunks.
  mutating func finish(
    preamble: consuming Preamble
  ) throws(PNGError) -> (findings: [Finding], preamble: Preamble) {
    var next = following
    while let chunk = next {
      switch chunk.type {
      case .IEND:
        return (try finishFile(preamble: preamble, end: chunk), preamble)
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

  private mutating func finishFile(
    preamble: borrowing Preamble, end: ChunkReader.Chunk
  ) throws(PNGError) -> [Finding] {
    try preamble.rules.checkLength(end, entries: 0)
    try Preamble.requireCRC(of: end, in: &chunks)
    return preamble.findings + (try chunks.findingAfterEnd().map { [$0] } ?? [])
  }
}
