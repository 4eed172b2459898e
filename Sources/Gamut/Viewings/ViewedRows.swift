internal import CGamutKernels
import ColorScience

/// The last rows of an image as a display shows them: their colours, their codes of 8 bits, and which pixels are judged.
///
/// A column has a bit in words of 64 columns, which are strips.
struct ViewedRows: ~Copyable, Sendable {
  let layout: PixelLayout
  let strips: Int
  /// The distance of two planes of a row in single precision: whole strips, and the first values of one more.
  let stride: Int
  /// The number of rows added so far, and of their judged pixels.
  private(set) var count = 0, judgedPixels = 0
  private let tables: RenditionTables
  private let vector: VectorExtension
  /// Packed colours; codes of 8 bits, red highest; linear sRGB values of two rows, in three planes.
  private let packed: Scratch<UInt64>, codes: Scratch<UInt32>, linear: Scratch<Float>
  private let judgedWords, leftWords, upWords: Scratch<UInt64>

  /// The number of rows that are kept: those that decide on a box or a pixel, three rows above the last.
  static let rows = 8
  /// The code of pixels that are not judged.
  private static let none = UInt32.max

  init(_ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension) {
    (self.tables, self.layout, self.vector) = (tables, layout, vector)
    strips = (layout.width + 63) / 64
    stride = 64 * strips + 64
    packed = Scratch(count: Self.rows * stride, filledWith: 0)
    codes = Scratch(count: Self.rows * stride + 1, filledWith: Self.none)
    linear = Scratch(count: 2 * 3 * stride, filledWith: 0)
    judgedWords = Scratch(count: Self.rows * strips, filledWith: 0)
    leftWords = Scratch(count: Self.rows * strips, filledWith: 0)
    upWords = Scratch(count: Self.rows * strips, filledWith: 0)
  }

  /// The memory of these rows, by pixel of a row.
  static let bytesPerColumn = rows * 13 + 6 * 4

  @inline(__always) private func slot(_ y: Int) -> Int { y % Self.rows }

  /// The bits of the judged pixels, and of those with the code of the pixel to the left or above, if judged too.
  @inline(__always) func judged(_ y: Int, _ strip: Int) -> UInt64 { word(judgedWords, y, strip) }
  @inline(__always) func left(_ y: Int, _ strip: Int) -> UInt64 { word(leftWords, y, strip) }
  @inline(__always) func up(_ y: Int, _ strip: Int) -> UInt64 { word(upWords, y, strip) }

  @inline(__always)
  private func word(_ words: borrowing Scratch<UInt64>, _ y: Int, _ strip: Int) -> UInt64 {
    guard y >= 0, y < count, strip >= 0, strip < strips else { return 0 }
    return unsafe words.base[slot(y) * strips + strip]
  }

  func code(x: Int, y: Int) -> UInt32 { unsafe codes.base[1 + slot(y) * stride + x] }

  /// The code of 8 bits of a judged pixel; nil for others, and outside the image.
  func judgedCode(x: Int, y: Int) -> UInt32? {
    guard x >= 0, x < layout.width, y >= 0, y < count else { return nil }
    let code = code(x: x, y: y)
    return code == Self.none ? nil : code
  }

  func packed(x: Int, y: Int) -> UInt64 { unsafe packed.base[slot(y) * stride + x] }

  @unsafe
  func linear(_ y: Int) -> UnsafePointer<Float> { unsafe UnsafePointer(linear.base + (y & 1) * 3 * stride) }

  /// The linear sRGB values of a packed colour as the display shows it, in double precision.
  func original(_ color: UInt64) -> SIMD3<Double> {
    tables.model.shown(tables.sourceLinear(PackedColor(bits: color)))
  }

  func box(x: Int, y: Int) -> SIMD3<Double> {
    // The sums of diagonals are the same in a mirror.
    let (down, up) = (
      original(packed(x: x, y: y)) + original(packed(x: x + 1, y: y + 1)),
      original(packed(x: x + 1, y: y)) + original(packed(x: x, y: y + 1))
    )
    return (down + up) / 4
  }

  func source(ofCode code: UInt32) -> UInt64 {
    let maximum = UInt64(1) << UInt64(layout.depth) - 1
    func sample(_ shift: UInt32) -> UInt64 { UInt64(code >> shift & 255) * maximum / 255 }
    return sample(16) << 32 | sample(8) << 16 | sample(0)
  }

  @unsafe
  mutating func add<Format: PixelFormat>(_ pixels: UnsafeRawPointer, as format: Format.Type) {
    let (row, slot, y) = (self.slot(count) * stride, self.slot(count), count)
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    let linear = unsafe linear.base + (y & 1) * 3 * stride
    var (previous, code, color) = (UInt64.max, UInt32(0), SIMD3<Float>())
    for strip in 0..<strips {
      var judged: UInt64 = 0
      for x in (64 * strip)..<min(64 * strip + 64, layout.width) {
        let source = unsafe Format.packed(pixels, x)
        if source != previous {
          (previous, code) = (source, Self.code(source, depth: layout.depth))
          color = SIMD3<Float>(original(source))
        }
        unsafe linear[x] = color.x
        unsafe linear[stride + x] = color.y
        unsafe linear[2 * stride + x] = color.z
        let isJudged =
          Format.hasAlpha
          ? unsafe Visibility.isJudged(alpha: Format.alpha(pixels, x), depth: layout.depth) : source != key
        unsafe packed.base[row + x] = source
        unsafe codes.base[1 + row + x] = isJudged ? code : Self.none
        judged |= (isJudged ? 1 : 0) << UInt64(x & 63)
      }
      unsafe judgedWords.base[slot * strips + strip] = judged
      judgedPixels += judged.nonzeroBitCount
    }
    count += 1
    /// The pixels with the code of others, if both are judged.
    func equal(_ strip: Int, _ columns: Int, _ y: Int) -> UInt64 {
      let others = unsafe codes.base + 1 + self.slot(y) * stride + 64 * strip - columns
      let known = columns == 0 ? judged(y, strip) : judged(y, strip) << 1 | judged(y, strip - 1) >> 63
      return unsafe judged(count - 1, strip) & known
        & vector.kernels.equal_pixels(codes.base + 1 + row + 64 * strip, others, 64, 4, 1)
    }
    for strip in 0..<strips {
      unsafe upWords.base[slot * strips + strip] = y > 0 ? equal(strip, 0, y - 1) : 0
      unsafe leftWords.base[slot * strips + strip] = equal(strip, 1, y)
    }
  }

  /// A code of 8 bits for each channel, rounded.
  @inline(__always)
  private static func code(_ source: UInt64, depth: Int) -> UInt32 {
    @inline(__always) func code(_ shift: UInt64) -> UInt32 {
      let sample = UInt32(truncatingIfNeeded: source >> shift & 0xffff)
      return depth == 8 ? sample : depth == 16 ? (sample + 128) / 257 : sample * 255 / (1 << UInt32(depth) - 1)
    }
    return code(32) << 16 | code(16) << 8 | code(0)
  }
}
