internal import CGamutKernels
import ColorScience

/// The last rows of an image: their samples, and which of their pixels are judged and changed.
///
/// A column has a bit in words of 64 columns, which are strips.
struct PixelWindow: ~Copyable, Sendable {
  let layout: PixelLayout
  /// The number of words of a row, and of strips.
  let strips: Int
  /// The number of rows that are kept: those of the boxes of the row at work, and those that are needed beside it.
  static let rows = 2 * StepFinder.lookahead + StepFinder.block + 2
  /// The number of rows added so far.
  private(set) var count = 0
  private let capacity: Int
  private let samples: Scratch<UInt8>
  private let judgedWords, changedWords, leftWords, upWords: Scratch<UInt64>
  /// Whether each row has the same colours, judged and changed pixels as the one above it.
  private let repeats: Scratch<Bool>
  init(_ layout: PixelLayout) {
    self.layout = layout
    strips = (layout.width + 63) / 64
    let rows = min(Self.rows, max(layout.height, 1))
    capacity = rows
    samples = Scratch(count: rows * layout.bytesPerRow)
    judgedWords = Scratch(count: rows * strips)
    changedWords = Scratch(count: rows * strips)
    leftWords = Scratch(count: rows * strips)
    upWords = Scratch(count: rows * strips)
    repeats = Scratch(count: rows)
  }

  @inline(__always)
  private func slot(_ y: Int) -> Int { y % capacity }

  @inline(__always) @unsafe func row(_ y: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(samples.base + slot(y) * layout.bytesPerRow)
  }

  /// Bits of the judged and of the changed pixels of a strip of a row.
  @inline(__always) func judged(_ y: Int, _ strip: Int) -> UInt64 { unsafe judgedWords.base[slot(y) * strips + strip] }
  @inline(__always) func changed(_ y: Int, _ strip: Int) -> UInt64 {
    unsafe changedWords.base[slot(y) * strips + strip]
  }

  /// Bits of the pixels of a strip that have the colour of the pixel to the left, and of the pixel above.
  @inline(__always) func equalsLeft(_ y: Int, _ strip: Int) -> UInt64 {
    unsafe leftWords.base[slot(y) * strips + strip]
  }
  @inline(__always) func equalsAbove(_ y: Int, _ strip: Int) -> UInt64 { unsafe upWords.base[slot(y) * strips + strip] }

  /// Whether a row has the same colours, judged and changed pixels as the one above it.
  @inline(__always) func isRepeat(_ y: Int) -> Bool { unsafe repeats.base[slot(y)] }

  @inline(__always) func isJudged(x: Int, y: Int) -> Bool { judged(y, x / 64) >> UInt64(x % 64) & 1 == 1 }

  func color(x: Int, y: Int) -> PackedColor {
    unsafe PackedColor(layout.color(UnsafeRawBufferPointer(start: row(y), count: layout.bytesPerRow), x))
  }

  /// Adds a row, with the entries of its changed pixels; nil if it equals the row above it.
  @unsafe
  mutating func add<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>?, vector: VectorExtension,
    as format: Format.Type
  ) {
    let slot = slot(count)
    unsafe (samples.base + slot * layout.bytesPerRow).update(
      from: pixels.assumingMemoryBound(to: UInt8.self), count: layout.bytesPerRow)
    if let entries {
      unsafe mark(slot, classified, entries)
      unsafe judge(pixels, slot, vector, as: format)
      unsafe compare(pixels, slot, vector, as: format)
    } else {
      let above = self.slot(count - 1)
      unsafe (judgedWords.base + slot * strips).update(from: judgedWords.base + above * strips, count: strips)
      unsafe (changedWords.base + slot * strips).update(from: changedWords.base + above * strips, count: strips)
      unsafe (leftWords.base + slot * strips).update(from: leftWords.base + above * strips, count: strips)
      unsafe (upWords.base + slot * strips).update(repeating: .max, count: strips)
      unsafe repeats.base[slot] = true
    }
    count += 1
  }

  @unsafe
  private func mark(_ slot: Int, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>) {
    let changed = unsafe changedWords.base + slot * strips
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
  }

  @unsafe
  private func judge<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ slot: Int, _ vector: VectorExtension, as format: Format.Type
  ) {
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    for strip in 0..<strips {
      let columns = min(layout.width - 64 * strip, 64)
      var judged: UInt64 = columns == 64 ? .max : 1 << UInt64(columns) - 1
      if Format.hasAlpha {
        let size = MemoryLayout<Format.Sample>.size
        judged = unsafe vector.kernels.opaque_pixels(
          pixels + 64 * strip * Format.channels * size, columns, UInt32(Format.channels), UInt32(size))
      } else if !layout.isOpaque {
        for lane in 0..<columns where unsafe Format.packed(pixels, 64 * strip + lane) == key {
          judged &= ~(1 << UInt64(lane))
        }
      }
      unsafe judgedWords.base[slot * strips + strip] = judged
    }
  }

  /// Compares the colours of a row with those to the left and above.
  @unsafe
  private func compare<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ slot: Int, _ vector: VectorExtension, as format: Format.Type
  ) {
    let (channels, bytes) = (UInt32(Format.channels), UInt32(MemoryLayout<Format.Sample>.size))
    let size = Format.channels * MemoryLayout<Format.Sample>.size
    let above = count > 0 ? unsafe row(count - 1) : nil
    let aboveSlot = count > 0 ? self.slot(count - 1) : 0
    var isRepeat = count > 0
    for strip in 0..<strips {
      let columns = min(layout.width - 64 * strip, 64)
      let (start, word) = (64 * strip * size, slot * strips + strip)
      let first = strip == 0 ? 1 : 0
      let left = unsafe vector.kernels.equal_pixels(
        pixels + start + first * size, pixels + start + (first - 1) * size, columns - first, channels,
        bytes)
      unsafe leftWords.base[word] = left << UInt64(first)
      let up =
        unsafe above.map {
          unsafe vector.kernels.equal_pixels(pixels + start, $0 + start, columns, channels, bytes)
        } ?? 0
      unsafe upWords.base[word] = up
      guard isRepeat else { continue }
      let aboveWord = aboveSlot * strips + strip
      isRepeat =
        unsafe up.nonzeroBitCount == columns && judgedWords.base[word] == judgedWords.base[aboveWord]
        && changedWords.base[word] == changedWords.base[aboveWord]
    }
    unsafe repeats.base[slot] = isRepeat
  }

  /// The first column after one whose pixel has another colour than the one to its left; the width if there is none.
  func endOfStretch(from x: Int, y: Int) -> Int {
    var (strip, changes) = ((x + 1) / 64, UInt64.max << UInt64((x + 1) % 64))
    while strip < strips {
      changes &= ~equalsLeft(y, strip)
      if changes != 0 { return min(64 * strip + changes.trailingZeroBitCount, layout.width) }
      (strip, changes) = (strip + 1, .max)
    }
    return layout.width
  }

  /// The largest length for which the boxes of all pixels of a strip have one colour in their row; 0 if none.
  func uniformAlong(_ y: Int, _ strip: Int) -> Int {
    guard equalsLeft(y, strip) == .max else { return 0 }
    func word(_ other: Int) -> UInt64 { other >= 0 && other < strips ? equalsLeft(y, other) : 0 }
    // The pixel at the start of a chain belongs to it.
    let before = Self.run(word(strip - 1).leadingOnes, word(strip - 2).leadingOnes) + 1
    return min(before, Self.run(word(strip + 1).trailingOnes, word(strip + 2).trailingOnes))
  }

  /// Which of some pixels of a strip are changed, or have a changed pixel in a box: of `n` pixels, or of the pixel's longest
  /// length, if that is less, which is at least half of `n`.
  func nearChanged(
    _ pixels: UInt64, _ y: Int, _ strip: Int, _ lengths: UnsafePointer<gamut_lengths>, _ n: Int,
    along direction: StepDirection
  ) -> UInt64 {
    var near = changed(y, strip) & pixels
    // Beyond half of the length, pixel by pixel where boxes are shorter.
    for distance in 1...n where near != pixels {
      var words: UInt64
      switch direction {
      case .column:
        words = y >= distance ? changed(y - distance, strip) : 0
        if y + distance < count { words |= changed(y + distance, strip) }
      case .row: words = changed(y, strip, movedBy: distance) | changed(y, strip, movedBy: -distance)
      }
      words &= pixels & ~near
      if distance > n / 2 {
        var rest = words
        while rest != 0 {
          let lane = rest.trailingZeroBitCount
          rest &= rest - 1
          if unsafe lengths.pointee.longest(lane) < distance { words &= ~(1 << UInt64(lane)) }
        }
      }
      near |= words
    }
    return near
  }

  private func changed(_ y: Int, _ strip: Int, movedBy columns: Int) -> UInt64 {
    let (first, shift) = (strip + columns >> 6, UInt64(columns & 63))
    func word(_ strip: Int) -> UInt64 { strip >= 0 && strip < strips ? changed(y, strip) : 0 }
    return shift == 0 ? word(first) : word(first) >> shift | word(first + 1) << (64 - shift)
  }

  /// Writes the longest boxes of the pixels of a strip in its row.
  @unsafe
  func measureRow(_ y: Int, _ strip: Int, _ lengths: UnsafeMutablePointer<gamut_lengths>, vector: VectorExtension) {
    let word = judged(y, strip)
    func neighbour(_ other: Int) -> UInt64 { other >= 0 && other < strips ? judged(y, other) : 0 }
    var before = InlineArray<64, UInt8>(repeating: 128)
    var after = before
    if word != .max || ![-2, -1, 1, 2].allSatisfy({ neighbour(strip + $0) == .max }) {
      var run = Self.run(neighbour(strip - 1).leadingOnes, neighbour(strip - 2).leadingOnes)
      for lane in 0..<64 {
        before[lane] = UInt8(run)
        run = word &>> UInt64(truncatingIfNeeded: lane) & 1 == 0 ? 0 : min(run + 1, 128)
      }
      run = Self.run(neighbour(strip + 1).trailingOnes, neighbour(strip + 2).trailingOnes)
      for lane in (0..<64).reversed() {
        after[lane] = UInt8(run)
        run = word &>> UInt64(truncatingIfNeeded: lane) & 1 == 0 ? 0 : min(run + 1, 128)
      }
    }
    unsafe Self.write(before, after, word, lengths, vector)
  }

  private static func run(_ near: Int, _ far: Int) -> Int { near == 64 ? 64 + far : near }

  @unsafe
  private static func write(
    _ before: InlineArray<64, UInt8>, _ after: InlineArray<64, UInt8>, _ judged: UInt64,
    _ lengths: UnsafeMutablePointer<gamut_lengths>, _ vector: VectorExtension
  ) {
    unsafe before.span.withUnsafeBufferPointer { before in
      unsafe after.span.withUnsafeBufferPointer { after in
        guard let before = before.baseAddress, let after = after.baseAddress else { return }
        unsafe vector.kernels.lengths_of(before, after, judged, lengths)
      }
    }
  }

  /// Writes the longest boxes of the pixels of a strip of some rows in their columns, to where `place` says.
  @unsafe
  func measureColumns(
    _ rows: Range<Int>, _ strip: Int, vector: VectorExtension, _ place: (Int) -> UnsafeMutablePointer<gamut_lengths>
  ) {
    // The judged pixels above each row, and then below it.
    var above: [InlineArray<64, UInt8>] = []
    var counts = InlineArray<64, UInt8>(repeating: 0)
    func count(_ y: Int) {
      var span = counts.mutableSpan
      unsafe span.withUnsafeMutableBufferPointer { counts in
        guard let counts = counts.baseAddress else { return }
        unsafe vector.kernels.count_judged(judged(y, strip), counts)
      }
    }
    for y in max(0, rows.lowerBound - 128)..<rows.upperBound {
      if y >= rows.lowerBound { above.append(counts) }
      count(y)
    }
    counts = InlineArray(repeating: 0)
    for y in (rows.lowerBound..<min(rows.upperBound + 128, layout.height)).reversed() {
      if y < rows.upperBound {
        unsafe Self.write(above[y - rows.lowerBound], counts, judged(y, strip), place(y), vector)
      }
      count(y)
    }
  }
}

extension UInt64 {
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
  var trailingOnes: Int { (~self).trailingZeroBitCount }
}

extension PixelLayout {
  /// Whether all pixels are opaque.
  var isOpaque: Bool { !hasAlpha && transparentColor == nil }
}
