/// Where the compressed data lies in the file: the last pieces of it that were taken out of IDAT chunks. An inflater may
/// have taken up to eight bytes too many, and each may lie in a chunk of its own.
struct StreamPlaces: Sendable {
  private var pieces: [(start: Int, offset: Int, count: Int)] = []
  /// Bytes of compressed data that were taken.
  private(set) var taken = 0
  /// More than an inflater reads ahead; each piece has a byte at least.
  private static let kept = 16

  /// Adds a piece that begins at `offset` in the file; not an empty one.
  mutating func add(_ count: Int, at offset: Int) {
    if pieces.count == Self.kept { pieces.removeFirst() }
    pieces.append((taken, offset, count))
    taken += count
  }

  /// Offset in the file right behind the byte of compressed data number `count` from its beginning.
  func offset(after count: Int) -> Int? {
    guard let piece = pieces.last(where: { $0.start < count }) ?? pieces.first else { return nil }
    return piece.offset + min(max(count - piece.start, 0), piece.count)
  }
}
