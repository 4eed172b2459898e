import ColorScience

/// A surface colour of the image with its pixel count: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of a table.
  var source: UInt64
  /// The ``SurfaceCode``.
  var surface: UInt64
  var pixels: UInt32
  /// The index of the colour's first pixel in reading order.
  var first: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// The position of a colour in the order in which passes over an image process colours: by the hash of its destination
/// code, then by that of its source. Both hashes are permutations, so no two colours of an image have the same key.
struct ColorKey: Comparable, Hashable, Sendable {
  var destination: UInt64
  var source: UInt64

  static let first = ColorKey(destination: 0, source: 0)

  static func < (a: Self, b: Self) -> Bool { (a.destination, a.source) < (b.destination, b.source) }
}

/// The two hashes of a ``ColorKey``, the same in all passes over an image.
struct ColorHash: Sendable {
  /// Odd, so that no two codes have the same hash.
  private let codeMultiplier = HashSeed.ofProcess ^ 0x9e37_79b9_7f4a_7c14
  let source = SourceHash()

  @inline(__always) func destination(_ code: UInt64) -> UInt64 { code &* codeMultiplier }

  func key(_ record: ColorRecord) -> ColorKey {
    ColorKey(destination: destination(record.code), source: source.hash(record.source))
  }
}

/// The keys from `lower` up to, but not including, `end`; unbounded if `end` is nil.
struct ColorKeyRange: Sendable {
  let lower: ColorKey
  var end: ColorKey?

  var isAll: Bool { lower == .first && end == nil }

  @inline(__always) func contains(_ key: ColorKey) -> Bool { lower <= key && end.map { key < $0 } ?? true }
}
