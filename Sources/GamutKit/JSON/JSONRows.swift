/// Puts JSON objects that come one by one into an array, or each into a line.
struct JSONRows {
  /// Whether they form an array.
  let isArray: Bool
  private var isFirst = true

  init(isArray: Bool) { self.isArray = isArray }

  mutating func bytes(for object: [UInt8]) -> [UInt8] {
    defer { isFirst = false }
    return isArray ? Array((isFirst ? "[\n" : ",\n").utf8) + object : object + [0x0a]
  }

  /// What comes after the last.
  func end() -> [UInt8] { isArray ? Array((isFirst ? "[]\n" : "\n]\n").utf8) : [] }
}
