/// Suggestions for mistyped words.
package enum Suggestion {
  /// Returns the word that was probably meant: the one with the fewest changes of a character, if these are at most a
  /// third of the typed characters, or the only one that begins with what was typed. Case does not matter.
  package static func nearest(to typed: String, among words: [String]) -> String? {
    let characters = Array(typed.lowercased())
    guard characters.count >= 2, characters.count <= 64, Int(typed) == nil else { return nil }
    let changes = words.map { (word: $0, count: self.changes(from: characters, to: Array($0.lowercased()))) }
    if let nearest = changes.min(by: { $0.count < $1.count }), nearest.count <= max(1, characters.count / 3) {
      return nearest.word
    }
    let longer = words.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Returns the smallest number of insertions, deletions, replacements, and exchanges of neighbours that make one word
  /// of the other: the optimal string alignment distance.
  private static func changes(from first: [Character], to second: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...second.count))
    for (row, character) in first.enumerated() {
      var next = [row + 1]
      for (column, other) in second.enumerated() {
        var least = min(last[column] + (character == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          least = min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[second.count]
  }
}
