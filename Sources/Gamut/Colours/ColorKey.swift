/// The position of a colour in the order in which passes over an image process colours: by the hash of its destination
/// code, then by that of its source. Both hashes are permutations, so no two colours of an image have the same key.
struct ColorKey: Comparable, Hashable, Sendable {
  var destination: UInt64
  var source: UInt64

  static let first = ColorKey(destination: 0, source: 0)

  static func < (a: Self, b: Self) -> Bool { (a.destination, a.source) < (b.destination, b.source) }
}

extension ColorKey {
  init(_ record: ColorRecord, _ codeMultiplier: UInt64, _ hash: SourceHash) {
    self.init(destination: record.code &* codeMultiplier, source: hash.hash(record.source))
  }
}

/// The keys from `lower` up to, but not including, `end`; unbounded if `end` is nil.
struct ColorKeyRange: Sendable {
  let lower: ColorKey
  var end: ColorKey?

  var isAll: Bool { lower == .first && end == nil }

  @inline(__always) func contains(_ key: ColorKey) -> Bool { lower <= key && end.map { key < $0 } ?? true }
}
