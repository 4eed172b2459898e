extension IDATStream {
  /// Checks the chunks from the one after the last IDAT (`following`, whose head is read) to IEND and the bytes after
  /// that. Returns the findings of the whole file.
  mutating func finish(preamble: consuming Preamble) throws(PNGError) -> [Finding] {
    var next = following
    while let chunk = next {
      switch chunk.type {
      case .IEND:
        return try finishFile(preamble: preamble, end: chunk)
      case .IHDR:
        try preamble.law.note(chunk)
      case .IDAT:
        throw .chunkOrder(chunk: .IDAT, offset: chunk.offset, rule: "directly after the IDAT before it")
      case .PLTE, .tRNS:
        try preamble.law.note(chunk)
        throw .chunkOrder(chunk: chunk.type, offset: chunk.offset, rule: "before IDAT")
      case let type where ChunkType.color.contains(type):
        try preamble.law.note(chunk)
        throw .chunkOrder(chunk: type, offset: chunk.offset, rule: "before IDAT")
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
    var findings = preamble.findings
    let offset = chunks.position
    let (count, isAtLeast) = try chunks.trailingBytes()
    if count > 0 {
      findings.append(
        Finding(
          kind: .dataAfterEnd, offset: offset, chunk: nil,
          message: "\(isAtLeast ? "at least " : "")\(count) bytes follow the end of the image (IEND)"))
    }
    return findings
  }
}
