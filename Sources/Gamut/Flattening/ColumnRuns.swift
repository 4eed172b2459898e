/// The code of the last run of a column, and what is known of its pixels.
///
///      63       62      54 53      48 47                                     0
///     ┌────────┬──────────┬──────────┬────────────────────────────────────────┐
///     │ varied │    0     │ sides    │ code: red, green, blue, 16 bits each   │
///     └────────┴──────────┴──────────┴────────────────────────────────────────┘
///
/// The sides are those of a ``SurfaceCode``, on which any pixel of the run is out of range.
struct RunCode: BitwiseCopyable, Sendable {
  private(set) var bits: UInt64

  private static let varied: UInt64 = 1 << 63

  /// The code of a column without a run.
  static let empty = RunCode(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// Creates the code of a run of one pixel.
  @inline(__always) init(_ surface: SurfaceCode) { bits = surface.bits }

  @inline(__always) var code: UInt64 { bits & SurfaceCode.codeMask }
  /// Whether a pixel of the run clips.
  @inline(__always) var isClipped: Bool { bits & SurfaceCode.sidesMask != 0 }
  /// Whether the run has several colours: its stretches are stored.
  @inline(__always) var isVaried: Bool { bits & Self.varied != 0 }

  @inline(__always)
  func hasCode(of surface: SurfaceCode) -> Bool { (bits ^ surface.bits) & SurfaceCode.codeMask == 0 }

  /// Adds a pixel with the same code.
  @inline(__always)
  mutating func add(_ surface: SurfaceCode) { bits |= surface.bits }

  /// Adds a pixel with the same code and another colour.
  @inline(__always)
  mutating func vary(_ surface: SurfaceCode) { bits |= surface.bits | Self.varied }
}

/// The last run of each column of an image: a run of one destination code.
///
/// Three arrays and not one: a row that equals the one above it changes only the last rows, many at a time.
struct ColumnRuns: ~Copyable, Sendable {
  /// A run as stored for a column.
  struct Column: Hashable {
    var code: UInt64
    var isClipped, isVaried: Bool
    /// Its first row, and its last.
    var first, last: Int
  }

  let codes: Scratch<RunCode>
  let firsts, lasts: Scratch<UInt32>

  init(width: Int) {
    codes = Scratch(count: width, filledWith: .empty)
    firsts = Scratch(count: width, filledWith: 0)
    // No row follows this one.
    lasts = Scratch(count: width, filledWith: .max - 1)
  }

  subscript(x: Int) -> Column {
    let code = unsafe codes.base[x]
    return unsafe Column(
      code: code.code, isClipped: code.isClipped, isVaried: code.isVaried, first: Int(firsts.base[x]),
      last: Int(lasts.base[x]))
  }

  /// Forgets the run of a column.
  func removeRun(at x: Int) { unsafe codes.base[x] = .empty }
}
