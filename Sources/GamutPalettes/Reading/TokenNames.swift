import GamutBasics

/// Suggestions for mistyped names. The number of searches in a file is limited.
struct TokenNames: Sendable {
  /// The remaining numbers of searches and of comparisons.
  private var searches = 50
  private var comparisons = 2000

  /// Returns the name that a mistyped name probably stands for; nil if there is none, or the limit is reached.
  mutating func nearest(to typed: String, among names: some Sequence<String>) -> String? {
    guard searches > 0 else { return nil }
    searches -= 1
    let typedBytes = Array(typed.asciiLowercased.utf8)
    let length = typedBytes.count
    // The part after the last full stop is often right when the groups are not.
    let end = typedBytes.lastIndex(of: UInt8(ascii: ".")).map { typedBytes[$0...] }
    var near: [String] = []
    var ending: [String] = []
    for name in names {
      let count = name.utf8.count
      if count == length, Self.ends(name, typedBytes[...]) { return name }
      if comparisons > 0, near.count < 500, abs(count - length) <= max(1, length / 3) {
        near.append(name)
        comparisons -= 1
      }
      if let end, ending.count < 2, count > end.count, Self.ends(name, end) { ending.append(name) }
    }
    return Suggestion.nearest(to: typed, among: near) ?? (ending.count == 1 ? ending[0] : nil)
  }

  /// Returns whether a name ends with the given bytes, ignoring the case of A to Z.
  private static func ends(_ name: String, _ end: ArraySlice<UInt8>) -> Bool {
    name.utf8.suffix(end.count).elementsEqual(end) { ((0x41...0x5a).contains($0) ? $0 | 0x20 : $0) == $1 }
  }
}
