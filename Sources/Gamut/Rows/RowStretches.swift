import ColorScience

/// One row as stretches of equal analysed pixels, and their linear values in the destination.
struct RowStretches {
  private let tables: RenditionTables
  private let layout: PixelLayout
  private(set) var ranges: [Range<Int>] = []
  /// The packed colour of each stretch, and its linear values in the destination.
  private(set) var colors: [UInt64] = []
  private(set) var linear: [SIMD3<Double>] = []
  private(set) var transparent = 0

  init(_ tables: RenditionTables, layout: PixelLayout) {
    self.tables = tables
    self.layout = layout
  }

  mutating func forEachRow(of rows: RawSpan, _ body: (RowStretches) -> Void) {
    unsafe rows.withUnsafeBytes { rows in
      guard let base = rows.baseAddress, layout.bytesPerRow > 0 else { return }
      for y in 0..<(rows.count / layout.bytesPerRow) {
        unsafe read(base + y * layout.bytesPerRow)
        body(self)
      }
    }
  }

  @unsafe
  mutating func read(_ row: UnsafeRawPointer) {
    layout.withFormat { unsafe read(row, as: $0) }
  }

  @unsafe
  private mutating func read<Format: PixelFormat>(_ row: UnsafeRawPointer, as format: Format.Type) {
    transparent = 0
    ranges.removeAll(keepingCapacity: true)
    colors.removeAll(keepingCapacity: true)
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    for x in 0..<layout.width {
      let packed = unsafe Format.packed(row, x)
      if unsafe Format.hasAlpha ? Format.alpha(row, x) == 0 : packed == key {
        transparent += 1
      } else if let last = ranges.last, last.upperBound == x, packed == colors[colors.count - 1] {
        ranges[ranges.count - 1] = last.lowerBound..<(x + 1)
      } else {
        ranges.append(x..<(x + 1))
        colors.append(packed)
      }
    }
    linear = tables.sourceLinear(colors).map { tables.toDestination * $0 }
  }
}

/// A destination code on the surface of the destination cube, and the sides on which its colour is out of range.
///
///      63      54 53   51 50   48 47         32 31         16 15          0
///     ┌──────────┬───────┬───────┬─────────────┬─────────────┬─────────────┐
///     │    0     │ above │ below │ red         │ green       │ blue        │
///     └──────────┴───────┴───────┴─────────────┴─────────────┴─────────────┘
///
/// The sides have a bit for each channel, red lowest.
struct SurfaceCode: Sendable, Hashable {
  var bits: UInt64

  static let codeMask: UInt64 = 0xffff_ffff_ffff
  static let sidesMask: UInt64 = 0x3f << 48

  /// Bits that are not a surface code: `undecided` if rounding could decide, `interior` for a code inside the
  /// cube.
  static let undecided = UInt64.max, interior = UInt64.max - 1
  /// Marks an entry that repeats the previous one, up to and including its position.
  static let repeated = UInt64.max - 2

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  /// Creates the code of a colour; nil if the code lies inside the cube.
  init?(linear: SIMD3<Double>, _ tables: RenditionTables) {
    var bits: UInt64 = 0
    for channel in 0..<3 {
      let encoder = tables.encoders[channel]
      bits |= UInt64(encoder.code(linear[channel])) << UInt64(32 - 16 * channel)
      if encoder.isBelow(linear[channel]) { bits |= 1 << UInt64(48 + channel) }
      if encoder.isAbove(linear[channel]) { bits |= 1 << UInt64(51 + channel) }
    }
    self.bits = bits
    let (color, maximum) = (PackedColor(bits: code).color, UInt16(truncatingIfNeeded: 1 << tables.depth - 1))
    guard isClipped || (0..<3).contains(where: { color[$0] == 0 || color[$0] == maximum }) else { return nil }
  }

  @inline(__always) var code: UInt64 { bits & Self.codeMask }
  @inline(__always) var isClipped: Bool { bits & Self.sidesMask != 0 }
}
