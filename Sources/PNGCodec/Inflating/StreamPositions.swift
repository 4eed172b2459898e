/// The positions of the compressed data in the file: the last pieces taken from IDAT chunks. An inflater may have taken
/// up to eight bytes too many, each of which may be in a different chunk.
struct StreamPositions: Sendable {
  private var pieces: [(start: Int, offset: Int, count: Int)] = []
  /// The number of bytes of compressed data taken.
  private(set) var taken = 0
  /// More than an inflater reads ahead; each piece has at least one byte.
  private static let capacity = 16

  /// Adds a non-empty piece that begins at `offset` in the file.
  mutating func add(_ count: Int, at offset: Int) {
    if pieces.count == Self.capacity { pieces.removeFirst() }
    pieces.append((taken, offset, count))
    taken += count
  }

  /// Returns the offset in the file directly after the first `count` bytes of compressed data.
  func offset(after count: Int) -> Int? {
    guard let piece = pieces.last(where: { $0.start < count }) ?? pieces.first else { return nil }
    return piece.offset + min(max(count - piece.start, 0), piece.count)
  }
}
