import PNGCodec
import SyntheticPNG
import TestSupport

extension Property {
  /// The readers of chunks accept the same files, and an edit keeps every byte that it does not name.
  static let chunks = Property(
    "chunks", atMost: 4096, seeds: { PNGFiles.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    for file in PNGFiles.variants(bytes) { try checkChunks(file) }
  }

  private static func checkChunks(_ file: [UInt8]) throws(Violation) {
    let survey = try? ChunkSurvey(ByteSource(bytes: file))
    let structure: PNGStructure
    do throws(PNGError) {
      structure = try PNGStructure(ByteSource(bytes: file))
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      if let offset = error.offset {
        try require((0...file.count).contains(offset), "an error at byte \(offset) of \(file.count): \(error)")
      }
      // A survey has no limit of pixels.
      if case .limitExceeded = error { return }
      try require(survey.map { !$0.faults.isEmpty } ?? true, "a survey without faults of a file refused: \(error)")
      return
    }
    guard let survey else { throw Violation("no survey of a file that is accepted") }
    try require(survey.faults.isEmpty, "a survey with faults of a file that is accepted: \(survey.faults)")
    try require(survey.header == structure.header, "two headers")
    try require(survey.size == file.count && structure.size == file.count, "the size \(structure.size)")
    for finding in structure.findings {
      try require((0...file.count).contains(finding.offset), "a finding outside the file: \(finding)")
    }
    try checkBytes(file, structure)
    let none = try succeed("an edit of nothing") { () throws(PNGError) in
      try ChunkEdit(of: structure, removing: [], adding: [])
    }
    try require(none.isEmpty && none.size == file.count, "an edit of nothing is something")
    try require(try edited(file, none) == file, "an edit of nothing changes bytes")
    let all = try succeed("an edit") { () throws(PNGError) in
      try ChunkEdit(of: structure, removing: Set(ColorChunks.Kind.allCases), adding: [.sRGB(intent: 0)])
    }
    let new = try edited(file, all)
    try require(new.count == all.size, "an edit of \(all.size) bytes has \(new.count)")
    let chunks = try succeed("the edited file is refused") { () throws(PNGError) in
      try PNGStructure(ByteSource(bytes: new)).colorChunks
    }
    try require(chunks.declarations == [.sRGB(intent: 0)] || chunks.sRGB?.value == 0, "the new declaration is lost")
  }

  /// The chunks, split by their lengths alone and written again, are the bytes of the file.
  private static func checkBytes(_ file: [UInt8], _ structure: PNGStructure) throws(Violation) {
    guard let chunks = PNGChunk.split(file) else { throw Violation("the file has no chunks") }
    // A colour chunk that breaks a rule may also have a wrong CRC, which is not a finding of its own.
    let isDamaged = Set(structure.findings.filter { $0.kind == .crcMismatch }.map(\.offset)).union(
      structure.chunks.filter(\.isFaulty).map(\.range.lowerBound))
    var bytes = PNGBuilder.signature
    for chunk in chunks {
      var chunk = chunk
      if !isDamaged.contains(bytes.count) { chunk.declaredCRC = nil }
      bytes += chunk.bytes
    }
    bytes += file.dropFirst(bytes.count)
    try require(bytes == file, "the chunks are not the bytes of the file")
  }

  /// Returns an edited file, read in small windows.
  private static func edited(_ file: [UInt8], _ edit: ChunkEdit) throws(Violation) -> [UInt8] {
    var source = EditedSource(ByteSource(bytes: file), edit: edit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 61, alignment: 1)
    defer { unsafe buffer.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try succeed("an edited file") { () throws(PNGError) in try unsafe source.read(into: buffer) }
      guard count > 0 else { return bytes }
      unsafe bytes += buffer[..<count]
    }
  }
}
