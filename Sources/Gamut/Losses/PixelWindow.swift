internal import CGamutKernels

/// The last rows of an image: their samples, and which of their pixels are judged and changed.
///
/// A column has a bit in words of 64 columns, which are strips.
struct PixelWindow: ~Copyable, Sendable {
  let layout: PixelLayout
  /// The number of words of a row, and of strips.
  let strips: Int
  /// The number of rows that are kept: those whose pixels are in a box of a pixel in the row at work, and those that are
  /// needed beside it.
  static let rows = 2 * StepFinder.lookahead + StepFinder.block + 2
  /// The number of rows added so far.
  private(set) var count = 0
  private let capacity: Int
  private let samples: Scratch<UInt8>
  private let judgedWords, changedWords, leftWords, upWords: Scratch<UInt64>
  /// Whether each row has the same colours, judged and changed pixels as the one above it.
  private let repeats: Scratch<Bool>
  /// For each pixel the number of judged pixels that end with it in its column, at most 255. Empty if all are judged.
  private let down: Scratch<UInt8>
  /// For each column a row that is not judged, the last that was looked for.
  private let holes: Scratch<UInt32>

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
    down = Scratch(count: layout.isOpaque ? 0 : rows * 64 * strips, filledWith: 0)
    holes = Scratch(count: layout.isOpaque ? 0 : 64 * strips, filledWith: 0)
  }

  @inline(__always)
  private func slot(_ y: Int) -> Int { y % capacity }

  /// The samples of a row.
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

  @inline(__always) func equalsLeft(x: Int, y: Int) -> Bool { equalsLeft(y, x / 64) >> UInt64(x % 64) & 1 == 1 }

  /// Whether a row has the same colours, judged and changed pixels as the one above it.
  @inline(__always) func isRepeat(_ y: Int) -> Bool { unsafe repeats.base[slot(y)] }

  @inline(__always) func isJudged(x: Int, y: Int) -> Bool { judged(y, x / 64) >> UInt64(x % 64) & 1 == 1 }

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
    if !layout.isOpaque { unsafe countDown(slot, vector) }
    count += 1
  }

  /// Marks the changed pixels of a row.
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

  /// Marks the judged pixels of a row.
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
        judged = unsafe gamut_opaque_pixels(
          vector.kernel, pixels + 64 * strip * Format.channels * size, columns, UInt32(Format.channels), UInt32(size))
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
      let left = unsafe gamut_equal_pixels(
        vector.kernel, pixels + start + first * size, pixels + start + (first - 1) * size, columns - first, channels,
        bytes)
      unsafe leftWords.base[word] = left << UInt64(first)
      let up =
        unsafe above.map {
          unsafe gamut_equal_pixels(vector.kernel, pixels + start, $0 + start, columns, channels, bytes)
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

  @unsafe
  private func countDown(_ slot: Int, _ vector: VectorExtension) {
    // Above the first row, and in the row that is written next, all counts are 0.
    let above = count > 0 ? self.slot(count - 1) : slot
    for strip in 0..<strips {
      let counts = unsafe down.base + (slot * strips + strip) * 64
      unsafe gamut_count_down(
        vector.kernel, judgedWords.base[slot * strips + strip], down.base + (above * strips + strip) * 64, counts)
    }
  }

  /// The number of judged pixels, at most 255, that end with a pixel in its column.
  @unsafe
  private func endingDown(_ y: Int, _ strip: Int) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(down.base + (slot(y) * strips + strip) * 64)
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

  /// Bits of the changed pixels some columns after those of a strip.
  private func changed(_ y: Int, _ strip: Int, movedBy columns: Int) -> UInt64 {
    let (first, shift) = (strip + columns >> 6, UInt64(columns & 63))
    func word(_ strip: Int) -> UInt64 { strip >= 0 && strip < strips ? changed(y, strip) : 0 }
    return shift == 0 ? word(first) : word(first) >> shift | word(first + 1) << (64 - shift)
  }

  // MARK: Lengths of boxes

  /// The longest boxes of the pixels of a strip in its row.
  func lengthsAlong(_ y: Int, _ strip: Int, vector: VectorExtension) -> gamut_lengths {
    var lengths = gamut_lengths()
    let word = judged(y, strip)
    func neighbour(_ other: Int) -> UInt64 { other >= 0 && other < strips ? judged(y, other) : 0 }
    let isWhole = word == .max && [-2, -1, 1, 2].allSatisfy { neighbour(strip + $0) == .max }
    unsafe withUnsafeMutableBytes(of: &lengths.pixels) { pixels in
      if isWhole {
        for lane in 0..<64 { unsafe pixels[lane] = 128 }
      } else {
        var run = Self.run(neighbour(strip - 1).leadingOnes, neighbour(strip - 2).leadingOnes)
        for lane in 0..<64 {
          unsafe pixels[lane] = UInt8(run)
          run = word &>> UInt64(truncatingIfNeeded: lane) & 1 == 0 ? 0 : min(run + 1, 128)
        }
        run = Self.run(neighbour(strip + 1).trailingOnes, neighbour(strip + 2).trailingOnes)
        for lane in (0..<64).reversed() {
          unsafe pixels[lane] = min(pixels[lane], UInt8(run))
          run = word &>> UInt64(truncatingIfNeeded: lane) & 1 == 0 ? 0 : min(run + 1, 128)
        }
      }
    }
    unsafe gamut_lengths_at_least(vector.kernel, &lengths, word)
    return lengths
  }

  private static func run(_ near: Int, _ far: Int) -> Int { near == 64 ? 64 + far : near }

  /// The longest boxes of the pixels of a strip in their columns; 128 rows below, if there are as many, were added.
  func lengthsDown(_ y: Int, _ strip: Int, vector: VectorExtension) -> gamut_lengths {
    var lengths = gamut_lengths()
    let below = min(128, layout.height - 1 - y)
    unsafe withUnsafeMutableBytes(of: &lengths.pixels) { pixels in
      guard !layout.isOpaque, y > 0, below > 0 else {
        for lane in 0..<64 { unsafe pixels[lane] = UInt8(min(128, y, below)) }
        return
      }
      let (before, after) = unsafe (endingDown(y - 1, strip), endingDown(y + below, strip))
      let holes = unsafe holes.base + 64 * strip
      guard let lengths = unsafe pixels.bindMemory(to: UInt8.self).baseAddress else { return }
      func find() -> UInt64 {
        unsafe gamut_lengths_down(vector.kernel, before, after, holes, UInt32(y), UInt32(below), lengths)
      }
      var unknown = find()
      if unknown == 0 { return }
      while unknown != 0 {
        let lane = unknown.trailingZeroBitCount
        unknown &= unknown - 1
        unsafe holes[lane] = UInt32(hole(y, strip, lane, below))
      }
      _ = find()
    }
    unsafe gamut_lengths_at_least(vector.kernel, &lengths, judged(y, strip))
    return lengths
  }

  /// The first row below a pixel, `below` rows at most, in which its column is not judged.
  private func hole(_ y: Int, _ strip: Int, _ lane: Int, _ below: Int) -> Int {
    // Up to it, the number of judged pixels is at least the distance.
    var (least, beyond) = (0, below)
    while beyond - least > 1 {
      let middle = (least + beyond) / 2
      if unsafe Int(endingDown(y + middle, strip)[lane]) >= middle { least = middle } else { beyond = middle }
    }
    return y + beyond
  }
}

extension UInt64 {
  fileprivate var leadingOnes: Int { (~self).leadingZeroBitCount }
  fileprivate var trailingOnes: Int { (~self).trailingZeroBitCount }
}

extension PixelLayout {
  /// Whether all pixels are opaque.
  var isOpaque: Bool { !hasAlpha && transparentColor == nil }
}
