/// Whether one image is the other, moved by a few pixels: the last rows of both, and the moves that are still possible.
/// The rows begin a few above the first that differs.
struct MovedRows {
  /// The largest move, in columns and in rows.
  static let reach = 8

  private struct Move {
    var x, y: Int
    /// Whether the images differ where both show the moved picture.
    var isNeeded = false
  }

  private let width: Int
  private var moves: [Move] = []
  private var a, b: [[UInt64]]
  private var count = 0

  init(width: Int, height: Int) {
    self.width = width
    let (columns, rows) = (min(Self.reach, width / 4), min(Self.reach, height / 4))
    for y in -rows...rows {
      for x in -columns...columns where x != 0 || y != 0 { moves.append(Move(x: x, y: y)) }
    }
    a = Array(repeating: [], count: 2 * Self.reach + 1)
    b = a
  }

  var isPossible: Bool { !moves.isEmpty }

  /// Adds a row of both images as packed codes.
  mutating func add(_ rowA: [UInt64], _ rowB: [UInt64]) {
    guard isPossible else { return }
    a[count % a.count] = rowA
    b[count % b.count] = rowB
    count += 1
    check(count - 1 - Self.reach, until: count)
  }

  /// Looks at a row of B, whose moved row of A is there.
  private mutating func check(_ y: Int, until end: Int) {
    guard y >= 0 else { return }
    let row = b[y % b.count]
    let unmoved = a[y % a.count]
    let first = row.indices.first { row[$0] != unmoved[$0] }
    let last = first == nil ? nil : row.indices.last { row[$0] != unmoved[$0] }
    moves.removeAll { move in
      let from = y - move.y
      guard from >= 0, from < end else { return false }
      let range = max(move.x, 0)..<width + min(move.x, 0)
      let other = a[from % a.count]
      return row[range] != other[(range.lowerBound - move.x)..<(range.upperBound - move.x)]
    }
    guard let first, let last else { return }
    for index in moves.indices {
      let move = moves[index]
      let range = max(move.x, 0)..<width + min(move.x, 0)
      if y - move.y >= 0, range.contains(first) || range.contains(last) { moves[index].isNeeded = true }
    }
  }

  /// Returns the smallest move that leads from A to B; nil if there is none.
  mutating func finish() -> SIMD2<Int>? {
    for y in max(count - Self.reach, 0)..<max(count, 0) { check(y, until: count) }
    return moves.filter(\.isNeeded).min {
      (abs($0.x) + abs($0.y), abs($0.y), $0.y, $0.x) < (abs($1.x) + abs($1.y), abs($1.y), $1.y, $1.x)
    }.map { SIMD2($0.x, $0.y) }
  }
}
