/// The last rows of an image: their samples, and which of their pixels are judged and changed.
///
/// A column has a bit in words of 64 columns, which are strips.
struct PixelWindow: ~Copyable, Sendable {
  let layout: PixelLayout
  /// The number of words of a row, and of strips.
  let strips: Int
  /// The number of rows that are kept: those whose pixels are in a box of a pixel in the row at work, and those that are
  /// needed beside it.
  static let rows = 2 * StepFinder.lookahead + 8
  /// The number of rows added so far.
  private(set) var count = 0
  private let samples: Scratch<UInt8>
  private let judgedWords, changedWords: Scratch<UInt64>
  /// For each pixel the number of judged pixels that end with it in its column, and in its row; at most 255. Empty if all
  /// pixels are judged.
  private let down, along: Scratch<UInt8>
  /// Pixels beyond the ends of a row, so that strips can be compared as a whole.
  static let margin = 192

  init(_ layout: PixelLayout) {
    self.layout = layout
    strips = (layout.width + 63) / 64
    let rows = min(Self.rows, max(layout.height, 1))
    samples = Scratch(count: rows * layout.bytesPerRow)
    judgedWords = Scratch(count: rows * strips)
    changedWords = Scratch(count: rows * strips)
    let counts = layout.isOpaque ? 0 : rows * (64 * strips + 2 * Self.margin)
    down = Scratch(count: counts, filledWith: 0)
    along = Scratch(count: counts, filledWith: 0)
  }

  private func slot(_ y: Int) -> Int { y % min(Self.rows, layout.height) }

  /// The samples of a row.
  @unsafe func row(_ y: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(samples.base + slot(y) * layout.bytesPerRow)
  }

  /// Bits of the judged and of the changed pixels of a strip of a row.
  func judged(_ y: Int, _ strip: Int) -> UInt64 { unsafe judgedWords.base[slot(y) * strips + strip] }
  func changed(_ y: Int, _ strip: Int) -> UInt64 { unsafe changedWords.base[slot(y) * strips + strip] }

  func isJudged(x: Int, y: Int) -> Bool { judged(y, x / 64) >> UInt64(x % 64) & 1 == 1 }

  /// The packed colour of a pixel.
  func color(x: Int, y: Int) -> PackedColor {
    let row = unsafe row(y)
    func sample(_ channel: Int) -> UInt16 {
      let index = x * layout.channels + (layout.isGrey ? 0 : channel)
      return layout.depth == 16
        ? unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
        : UInt16(unsafe row.load(fromByteOffset: index, as: UInt8.self))
    }
    return PackedColor(SIMD3(sample(0), sample(1), sample(2)))
  }

  /// Adds a row, with the entries of its changed pixels; nil if it equals the row above it.
  @unsafe
  mutating func add<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>?, as format: Format.Type
  ) {
    let slot = slot(count)
    unsafe (samples.base + slot * layout.bytesPerRow).update(
      from: pixels.assumingMemoryBound(to: UInt8.self), count: layout.bytesPerRow)
    let (judged, changed) = unsafe (judgedWords.base + slot * strips, changedWords.base + slot * strips)
    guard let entries else {
      let above = self.slot(count - 1)
      unsafe judged.update(from: judgedWords.base + above * strips, count: strips)
      unsafe changed.update(from: changedWords.base + above * strips, count: strips)
      if !layout.isOpaque { unsafe count(pixels, judged, slot, as: format) }
      count += 1
      return
    }
    unsafe changed.update(repeating: 0, count: strips)
    var (last, isChanged) = (0, false)
    for entry in entries {
      let (x, code) = unsafe (Int(classified.positions.base[entry]), classified.surface.base[entry])
      if code == SurfaceCode.repeated {
        if isChanged { for x in (last + 1)..<(x + 1) { unsafe changed[x / 64] |= 1 << UInt64(x % 64) } }
      } else {
        isChanged = SurfaceCode(bits: code).isClipped
        if isChanged { unsafe changed[x / 64] |= 1 << UInt64(x % 64) }
      }
      last = x
    }
    for strip in 0..<strips {
      let columns = min(layout.width - 64 * strip, 64)
      unsafe judged[strip] = columns == 64 ? .max : 1 << UInt64(columns) - 1
    }
    if !layout.isOpaque { unsafe count(pixels, judged, slot, as: format) }
    count += 1
  }

  /// Finds the judged pixels of a row that may have others, and counts how many follow each other.
  @unsafe
  private func count<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ judged: UnsafeMutablePointer<UInt64>, _ slot: Int, as format: Format.Type
  ) {
    let stride = 64 * strips + 2 * Self.margin
    let above = unsafe down.base + (count > 0 ? self.slot(count - 1) : 0) * stride + Self.margin
    let (down, along) = unsafe (down.base + slot * stride + Self.margin, along.base + slot * stride + Self.margin)
    let key = layout.transparentColor.map { PackedColor($0).bits }
    var run: UInt8 = 0
    for x in 0..<layout.width {
      let isJudged =
        Format.hasAlpha
        ? unsafe Visibility.isJudged(alpha: Format.alpha(pixels, x), depth: layout.depth)
        : unsafe Format.packed(pixels, x) != key
      if isJudged {
        run = run == 255 ? run : run + 1
        unsafe down[x] = count == 0 ? 1 : above[x] == 255 ? 255 : above[x] + 1
      } else {
        run = 0
        unsafe down[x] = 0
        unsafe judged[x / 64] &= ~(1 << UInt64(x % 64))
      }
      unsafe along[x] = run
    }
  }

  /// The numbers of judged pixels that end with each pixel from `x` on, in its column, and in its row.
  @unsafe func endingDown(_ y: Int, _ x: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(down.base + slot(y) * (64 * strips + 2 * Self.margin) + Self.margin + x)
  }
  @unsafe func endingAlong(_ y: Int, _ x: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(along.base + slot(y) * (64 * strips + 2 * Self.margin) + Self.margin + x)
  }
}

extension PixelLayout {
  /// Whether all pixels are opaque.
  var isOpaque: Bool { !hasAlpha && transparentColor == nil }
}
