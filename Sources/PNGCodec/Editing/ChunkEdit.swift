/// A change to the colour chunks of a file that leaves every other byte as it is, image data, animation frames and
/// bytes after IEND among them.
///
/// New chunks go directly behind IHDR, where every colour chunk is allowed: before PLTE and IDAT (PNG Third Edition,
/// Table 7). All others keep their order.
public struct ChunkEdit: Sendable, Hashable {
  /// A part of the edited file.
  enum Piece: Sendable, Hashable {
    /// Bytes of the original, by their offsets.
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
  /// Whether the edited file is the original.
  public let isEmpty: Bool

  /// Bytes of the edited file.
  public var size: Int { pieces.reduce(0) { $0 + $1.count } }

  /// - Parameters:
  ///   - file: what is edited.
  ///   - removed: kinds to take out, as far as they are there; a kind that is added goes out first in any case.
  ///   - added: new chunks, in their order.
  ///   - palette: new entries of PLTE, as many as there are; chunks that may depend on these go, but for bKGD and hIST,
  ///     which speak of their numbers.
  public init(
    of file: PNGStructure, removing removed: Set<ColorChunks.Kind>, adding added: [NewColorChunk],
    palette: [SIMD3<UInt8>]? = nil
  ) throws(PNGError) {
    let headerEnd = Signature.expected.count + 25
    var pieces = [Piece.kept(0..<headerEnd)]
    for chunk in added { pieces.append(.inserted(try chunk.bytes())) }
    var position = headerEnd
    var changes = removed.union(added.map(\.kind)).compactMap { file.places[$0] }.map { (place: $0, new: [UInt8]()) }
    if let palette, let place = file.palettePlace, palette != file.palette {
      changes.append((place, ChunkType.PLTE.chunk(palette.flatMap { [$0.x, $0.y, $0.z] })))
      for chunk in file.unsafeToCopy where chunk.dependsOnPalette { changes.append((chunk.place, [])) }
    }
    for change in changes.sorted(by: { $0.place.lowerBound < $1.place.lowerBound }) {
      pieces.append(.kept(position..<change.place.lowerBound))
      if !change.new.isEmpty { pieces.append(.inserted(change.new)) }
      position = change.place.upperBound
    }
    pieces.append(.kept(position..<file.size))
    self.pieces = pieces.filter { $0.count > 0 }
    isEmpty = added.isEmpty && changes.isEmpty
  }
}

/// The bytes of an edited file, read once from front to back; the original is read in windows and never held.
public struct EditedSource: ~Copyable, Sendable {
  private var original: ByteSource
  private let pieces: [ChunkEdit.Piece]
  /// The piece to read from, and how much of it was read.
  private var index = 0
  private var done = 0

  public init(_ original: consuming ByteSource, edit: ChunkEdit) {
    self.original = original
    pieces = edit.pieces
  }

  /// Reads at most `buffer.count` bytes and returns how many; 0 only at the end, or for an empty buffer.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    guard unsafe !buffer.isEmpty, index < pieces.count else { return 0 }
    let count: Int
    switch pieces[index] {
    case .inserted(let bytes):
      count = min(buffer.count, bytes.count - done)
      unsafe buffer.copyBytes(from: bytes[done..<done + count])
    case .kept(let range):
      // What was taken out is read into the same buffer and overwritten.
      while original.position < range.lowerBound {
        _ = try unsafe take(min(buffer.count, range.lowerBound - original.position), into: buffer)
      }
      count = try unsafe take(min(buffer.count, range.count - done), into: buffer)
    }
    done += count
    if done == pieces[index].count { (index, done) = (index + 1, 0) }
    return count
  }

  private mutating func take(_ count: Int, into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    let taken = try unsafe original.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    // It was longer when it was checked.
    if taken == 0 { throw .fileShrank(size: original.position + count, offset: original.position) }
    return taken
  }
}
