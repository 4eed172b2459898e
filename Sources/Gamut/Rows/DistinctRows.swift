/// The rows of a batch that differ from the row above them, one after the other.
struct DistinctRows {
  /// The current row and the equal rows below it, counted in the batch.
  private(set) var rows = 0..<0
  /// The entries of the row in the classified batch.
  private(set) var entries = 0..<0

  /// Advances to the next row; returns false if there is none.
  mutating func next(in classified: borrowing ClassifiedRows) -> Bool {
    let y = rows.upperBound
    guard y < classified.rows else { return false }
    var end = y + 1
    while unsafe end < classified.rows && classified.repeats.base[end] { end += 1 }
    rows = y..<end
    entries = unsafe entries.upperBound..<classified.ends.base[y]
    return true
  }
}
