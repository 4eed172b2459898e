import GamutBasics

/// Suggestions for mistyped names, of which only so many are looked for in a file.
struct TokenNames: Sendable {
  /// How often names are still looked through, and how many are still compared.
  private var searches = 50
  private var comparisons = 5000

  /// Returns the name that was probably meant.
  mutating func nearest(to typed: String, among names: some Sequence<String>) -> String? {
    guard searches > 0 else { return nil }
    searches -= 1
    let lower = typed.asciiLowercased
    let length = typed.utf8.count
    // What follows the last full stop is often right, and the groups are not.
    let end = lower.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(lower[$0...]) }
    var near: [String] = []
    var ending: [String] = []
    for name in names {
      let count = name.utf8.count
      let isAlike = abs(count - length) <= max(1, length / 3)
      if count == length, name.asciiLowercased == lower { return name }
      if isAlike, comparisons > 0, near.count < 500 {
        near.append(name)
        comparisons -= 1
      }
      if let end, ending.count < 2, name.utf8.count > end.utf8.count, name.asciiLowercased.hasSuffix(end) {
        ending.append(name)
      }
    }
    return Suggestion.nearest(to: typed, among: near) ?? (ending.count == 1 ? ending[0] : nil)
  }
}
