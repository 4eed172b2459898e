import ColorScience

/// A surface colour of the image with its pixel count: distinct only after deduplication.
struct ColorRecord: BitwiseCopyable {
  /// The packed source colour; `vacant` in an empty slot of a table.
  var source: UInt64
  var surface: UInt64
  var pixels: UInt32

  static let vacant = UInt64.max

  @inline(__always) var code: UInt64 { surface & SurfaceCode.codeMask }
  @inline(__always) var isClipped: Bool { surface & SurfaceCode.sidesMask != 0 }
}

/// A record for destination codes of 8 bits: two words, the first of which is the source colour.
///
///      63                    32 31 30 29     24 23    16 15     8 7      0
///     ┌────────────────────────┬─────┬─────────┬────────┬────────┬────────┐
///     │ pixels                 │  0  │ sides   │ red    │ green  │ blue   │
///     └────────────────────────┴─────┴─────────┴────────┴────────┴────────┘
struct NarrowRecord: BitwiseCopyable {
  private let source: UInt64
  private let bits: UInt64

  @inline(__always)
  init(_ record: ColorRecord) {
    source = record.source
    // In a surface code each channel takes 16 bits, of which 8 are used here.
    let surface = record.surface
    let code = surface &>> 16 & 0xff0000 | surface &>> 8 & 0xff00 | surface & 0xff | (surface &>> 48) &<< 24
    bits = UInt64(record.pixels) &<< 32 | code
  }

  @inline(__always) var record: ColorRecord {
    let surface = bits & 0xff | (bits & 0xff00) &<< 8 | (bits & 0xff0000) &<< 16 | (bits & 0x3f00_0000) &<< 24
    return ColorRecord(source: source, surface: surface, pixels: UInt32(truncatingIfNeeded: bits &>> 32))
  }
}

/// A record of a list with one surface code and the same first bits of all hashes of its sources: one word. A colour with
/// more pixels than fit takes several records.
///
///      63                                 25 24                         0
///     ┌─────────────────────────────────────┬────────────────────────────┐
///     │ the other bits of the source's hash │ pixels                     │
///     └─────────────────────────────────────┴────────────────────────────┘
struct HashedRecord: BitwiseCopyable {
  private let bits: UInt64

  private static let pixelBits: UInt64 = 25
  /// The largest number of pixels of a record.
  static let maximum: UInt32 = 1 << 25 - 1
  /// The number of bits of the hash that differ within the list.
  private static let hashBits = SourceHash.bits - PartitionedRecords.bits

  /// - Parameter pixels: at most ``maximum``.
  @inline(__always)
  init(_ source: UInt64, pixels: UInt32, _ hash: SourceHash) {
    let rest = hash.hash(source) & (1 &<< Self.hashBits &- 1)
    bits = rest &<< Self.pixelBits | UInt64(pixels)
  }

  /// Returns the source colour, given the bits that the list knows.
  @inline(__always)
  func source(prefix: UInt16, _ hash: SourceHash) -> UInt64 {
    hash.source(UInt64(prefix) &<< Self.hashBits | bits &>> Self.pixelBits)
  }

  @inline(__always) var pixels: UInt32 { UInt32(truncatingIfNeeded: bits) & Self.maximum }
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
