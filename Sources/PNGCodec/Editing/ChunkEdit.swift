/// A change to the colour chunks of a file, and to what metadata say about them, that keeps all other bytes, including
/// image data, animation frames and bytes after IEND.
///
/// New chunks are inserted directly after IHDR, where every colour chunk is allowed: before PLTE and IDAT (PNG Third
/// Edition, Table 7). All other chunks keep their order.
public struct ChunkEdit: Sendable, Hashable {
  enum Piece: Sendable, Hashable {
    /// Bytes of the original, as a range of offsets.
    case kept(Range<Int>)
    case inserted([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .inserted(let bytes): bytes.count
      }
    }
  }

  let pieces: [Piece]
  /// Whether the edited file equals the original.
  public let isEmpty: Bool
  /// What changed in eXIf and XMP.
  public let metadataChanges: [String]

  /// The size of the edited file in bytes.
  public var size: Int { pieces.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - file: the file to edit.
  ///   - removed: the kinds to remove, if present; a kind that is added is always removed first.
  ///   - added: new chunks, in their order.
  ///   - palette: new entries of PLTE, the same number as before; chunks that may depend on their colours are removed,
  ///     except bKGD and hIST, which depend only on their indices.
  ///   - removesTransparency: whether to remove tRNS.
  ///   - metadata: what eXIf and XMP say then about the colour space; nil leaves them.
  ///   - removesTime: whether to remove tIME if anything else changes.
  public init(
    of file: PNGStructure, removing removed: Set<ColorChunks.Kind>, adding added: [NewColorChunk],
    palette: [SIMD3<UInt8>]? = nil, removesTransparency: Bool = false,
    agreeing metadata: ColorMetadata? = nil, removesTime: Bool = false
  ) throws(PNGError) {
    let headerEnd = Signature.expected.count + 25
    var pieces = [Piece.kept(0..<headerEnd)]
    for chunk in added { pieces.append(.inserted(try chunk.bytes())) }
    var position = headerEnd
    let gone = removed.union(added.map(\.kind))
    var changes: [(range: Range<Int>, new: [UInt8])] = []
    var metadataChanges: [String] = []
    let changesPalette = palette != nil && palette != file.palette
    for chunk in file.chunks {
      if let palette, changesPalette, chunk.type == .PLTE {
        changes.append((chunk.range, ChunkType.PLTE.chunk(palette.flatMap { [$0.x, $0.y, $0.z] })))
      } else if let new = metadata?.rewriting(chunk.data, of: chunk.type) {
        changes.append((chunk.range, chunk.type.chunk(new.data)))
        metadataChanges += new.changes
      } else if chunk.kind.map(gone.contains) == true || removesTransparency && chunk.type == .tRNS
        || changesPalette && chunk.dependsOnPalette && chunk.type != .tIME
      {
        changes.append((chunk.range, []))
      }
    }
    if removesTime, !(added.isEmpty && changes.isEmpty) {
      changes += file.chunks.filter { $0.type == .tIME }.map { ($0.range, []) }
    }
    self.metadataChanges = metadataChanges
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      pieces.append(.kept(position..<change.range.lowerBound))
      if !change.new.isEmpty { pieces.append(.inserted(change.new)) }
      position = change.range.upperBound
    }
    pieces.append(.kept(position..<file.size))
    self.pieces = pieces.filter { $0.count > 0 }
    isEmpty = added.isEmpty && changes.isEmpty
  }
}

/// The bytes of an edited file, read once from beginning to end; the original is read in windows, never as a whole.
public struct EditedSource: ~Copyable, Sendable {
  private var original: ByteSource
  private let pieces: [ChunkEdit.Piece]
  /// The index of the current piece, and the number of its bytes already read.
  private var index = 0
  private var done = 0

  /// Creates a source of edited bytes; `edit` must be made for the file that `original` reads from its beginning.
  public init(_ original: consuming ByteSource, edit: ChunkEdit) {
    self.original = original
    pieces = edit.pieces
  }

  /// Creates a source of parts of a file, in their order.
  package init(_ original: consuming ByteSource, keeping ranges: [Range<Int>]) {
    self.original = original
    pieces = ranges.map { .kept($0) }
  }

  /// Reads the next `buffer.count` bytes, or all that remain, and returns how many.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    var filled = 0
    while filled < buffer.count, index < pieces.count {
      filled += try unsafe readPiece(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
    }
    return filled
  }

  private mutating func readPiece(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    let count: Int
    switch pieces[index] {
    case .inserted(let bytes):
      count = min(buffer.count, bytes.count - done)
      unsafe buffer.copyBytes(from: bytes[done..<done + count])
    case .kept(let range):
      // What was removed before it.
      while original.position < range.lowerBound {
        try require(original.take(range.lowerBound - original.position).count, before: range.lowerBound)
      }
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, range.count - done)])
      count = try unsafe original.read(into: rest)
      try require(count, before: range.upperBound)
    }
    done += count
    if done == pieces[index].count { (index, done) = (index + 1, 0) }
    return count
  }

  /// Requires that bytes were read before an offset that the file reached when it was checked.
  private func require(_ count: Int, before end: Int) throws(PNGError) {
    if count == 0 { throw .fileShrank(size: end, offset: original.position) }
  }
}

/// The structure of a PNG file from its signature to its last byte, with all lengths, positions, duplicates and CRCs
/// checked, and nothing decoded.
public struct PNGStructure: Sendable, Hashable {
  /// The contents of IHDR.
  public let header: ImageHeader
  /// The colour chunks before the image data.
  public let colorChunks: ColorChunks
  /// Whether the file is an APNG, that is, contains acTL.
  public let isAnimated: Bool
  /// Irregularities of the file that do not prevent reading.
  public let findings: [Finding]
  /// The size of the file in bytes, including those after IEND.
  public let size: Int
  /// The chunks that an edit may change: those of colours, also if they break a rule, PLTE, tRNS, eXIf, XMP, and of the
  /// ancillary ones that are not safe to copy the first `ChunkSurvey.listLimit`.
  public let chunks: [PlacedChunk]
  /// The kinds of the colour chunks.
  public var colorChunkKinds: Set<ColorChunks.Kind> { Set(chunks.compactMap(\.kind)) }
  /// The kinds of the colour chunks that break a rule.
  public var faultyKinds: Set<ColorChunks.Kind> { Set(chunks.filter(\.isFaulty).compactMap(\.kind)) }

  /// PLTE, and tRNS; in an RGB image the palette is only a suggestion.
  public let palette: [SIMD3<UInt8>]?
  /// tRNS; nil if the file has none.
  public let transparency: Transparency?

  /// Reads a whole file. If its size is unknown, as for a pipe, the data after IEND is not counted completely.
  ///
  /// - Throws: the reason that the file is not a valid PNG. The image data is not inflated.
  public init(_ source: consuming ByteSource, limits: Limits = Limits()) throws(PNGError) {
    let size = source.size
    var chunks = try ChunkReader(source, limits: limits)
    var preamble = try Preamble(from: &chunks, limits: limits)
    preamble.metadataRoom = 16 << 20
    try preamble.readToEnd(from: &chunks)
    findings = preamble.findings.all
    self.chunks = preamble.placed
    palette = preamble.palette
    transparency = preamble.transparency
    header = preamble.header
    colorChunks = preamble.colorChunks
    isAnimated = preamble.isAnimated
    self.size = size ?? chunks.position
  }
}
