/// Suggestions for mistyped words.
package enum Suggestion {
  /// Returns the word that was probably meant: the one with the fewest changed characters, at most a third of the typed
  /// ones, or the only word that begins with the typed text. Case does not matter.
  package static func nearest(to typed: String, among words: [String]) -> String? {
    let typed = typed.lowercased().unicodeScalars
    let characters = Array(typed)
    guard 2...64 ~= characters.count, Int(String(typed)) == nil else { return nil }
    var nearest: (word: String, changes: Int)?
    var limit = max(1, characters.count / 3)
    for word in words {
      let other = word.lowercased().unicodeScalars
      // Each character more, or fewer, is a change.
      guard abs(other.count - characters.count) <= limit else { continue }
      let changes = changes(from: characters, to: Array(other))
      guard changes <= limit else { continue }
      nearest = (word, changes)
      // Of words with as many changes, the first is meant.
      limit = changes - 1
    }
    if let nearest { return nearest.word }
    let longer = words.filter { $0.lowercased().unicodeScalars.starts(with: typed) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Returns the smallest number of insertions, deletions, replacements, and exchanges of neighbours that make one word
  /// of the other: the optimal string alignment distance.
  private static func changes(from first: [Unicode.Scalar], to second: [Unicode.Scalar]) -> Int {
    // The distances of the starts of the first word, up to this character, the last one and the one before it, from
    // each start of the second word.
    var next = Array(0...second.count)
    var (last, before) = (next, next)
    for (row, character) in first.enumerated() {
      (before, last, next) = (last, next, before)
      next[0] = row + 1
      for (column, other) in second.enumerated() {
        var least = min(last[column] + (character == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        next[column + 1] = least
      }
    }
    return next[second.count]
  }
}
