extension IDATStream {
  /// Checks the chunks from the one after the last IDAT (`following`, whose head has been read) to IEND and the bytes
  /// after it. Returns the findings of the whole file.
  mutating func finish(preamble: consuming Preamble) throws(PNGError) -> [Finding] {
    try finishAll(preamble: preamble).findings
  }

  /// Returns the same, and the other information about the chunks.
  mutating func finishAll(
    preamble: consuming Preamble
  ) throws(PNGError) -> (findings: [Finding], preamble: Preamble) {
    var next = following
    while let chunk = next {
      switch chunk.type {
      case .IEND:
        return (try finishFile(preamble: preamble, end: chunk), preamble)
      case .IHDR:
        try preamble.law.note(chunk)
      case .IDAT:
        throw ChunkLaw.interrupted(chunk)
      case let type where type == .PLTE || type == .tRNS || ChunkType.color.contains(type):
        try preamble.law.note(chunk)
        try preamble.law.checkPlace(chunk)
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
    try preamble.law.checkLength(end, entries: 0)
    try Preamble.requireCRC(of: end, in: &chunks)
    return preamble.findings + (try chunks.findingAfterEnd().map { [$0] } ?? [])
  }
}
