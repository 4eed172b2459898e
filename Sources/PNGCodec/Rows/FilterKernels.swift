/// The reconstruction functions of the filter types (PNG Third Edition, 9.2), 8 or 16 bytes at a time.
///
/// Filters work on bytes, each combined with the byte at the same position in the previous pixel. Therefore the order
/// of the bytes in a pixel does not matter if it is the same everywhere: 16-bit samples are swapped when a scanline is
/// loaded, and rows, including the one above, are in native order from then on.
struct FilterKernels: Sendable {
  let bytesPerPixel: Int
  /// Whether the two bytes of each pair are swapped.
  let isSwapped: Bool

  func undo(
    _ filter: FilterType, line: UnsafeRawPointer, above: UnsafeRawPointer, into output: UnsafeMutableRawPointer,
    count: Int
  ) {
    switch (bytesPerPixel, isSwapped) {
    case (8, true): unsafe undo(filter, line, above, output, count, 8, true)
    case (6, true): unsafe undo(filter, line, above, output, count, 6, true)
    case (4, false): unsafe undo(filter, line, above, output, count, 4, false)
    case (3, false): unsafe undo(filter, line, above, output, count, 3, false)
    default: unsafe undo(filter, line, above, output, count, bytesPerPixel, isSwapped)
    }
  }

  /// Inlined, so that there is a version for each kind of pixels whose size is a constant.
  @inline(__always)
  private func undo(
    _ filter: FilterType, _ line: UnsafeRawPointer, _ above: UnsafeRawPointer, _ output: UnsafeMutableRawPointer,
    _ count: Int, _ size: Int, _ isSwapped: Bool
  ) {
    let done =
      switch filter {
      case .none: unsafe none(line, output, count, isSwapped)
      case .sub: unsafe sub(line, output, count, size, isSwapped)
      case .up: unsafe up(line, above, output, count, isSwapped)
      case .average: unsafe average(line, above, output, count, size, isSwapped)
      case .paeth: unsafe paeth(line, above, output, count, size, isSwapped)
      }
    for index in done..<count {
      unsafe undoByte(at: index, filter, line, above, output, isSwapped)
    }
  }

  /// The definition for one byte, used for parts that are too short for a vector.
  private func undoByte(
    at index: Int, _ filter: FilterType, _ line: UnsafeRawPointer, _ above: UnsafeRawPointer,
    _ output: UnsafeMutableRawPointer, _ isSwapped: Bool
  ) {
    let x = unsafe line.load(fromByteOffset: isSwapped ? index ^ 1 : index, as: UInt8.self)
    let before = index - bytesPerPixel
    let a = unsafe before < 0 ? 0 : output.load(fromByteOffset: before, as: UInt8.self)
    let b = unsafe above.load(fromByteOffset: index, as: UInt8.self)
    let c = unsafe before < 0 ? 0 : above.load(fromByteOffset: before, as: UInt8.self)
    unsafe output.storeBytes(of: x &+ filter.prediction(a, b, c), toByteOffset: index, as: UInt8.self)
  }
}

// Each kernel processes all but the last few bytes of a row and returns the number of bytes processed. Some stores extend
// into the next pixels, which are written later.
extension FilterKernels {
  @inline(__always)
  private func none(
    _ line: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ isSwapped: Bool
  ) -> Int {
    guard isSwapped else {
      unsafe output.copyMemory(from: line, byteCount: count)
      return count
    }
    var index = 0
    while index &+ 16 <= count {
      unsafe output.storeBytes(of: load16(line, index, isSwapped), toByteOffset: index, as: SIMD16<UInt8>.self)
      index &+= 16
    }
    return index
  }

  @inline(__always)
  private func up(
    _ line: UnsafeRawPointer, _ above: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    _ isSwapped: Bool
  ) -> Int {
    var index = 0
    while index &+ 16 <= count {
      let b = unsafe above.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      let value = unsafe load16(line, index, isSwapped) &+ b
      unsafe output.storeBytes(of: value, toByteOffset: index, as: SIMD16<UInt8>.self)
      index &+= 16
    }
    return index
  }

  @inline(__always)
  private func sub(
    _ line: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ size: Int, _ isSwapped: Bool
  ) -> Int {
    var a = SIMD8<UInt8>(repeating: 0)
    var index = 0
    while index &+ 8 <= count {
      a = unsafe a &+ load8(line, index, isSwapped)
      unsafe output.storeBytes(of: a, toByteOffset: index, as: SIMD8<UInt8>.self)
      index &+= size
    }
    return index
  }

  /// Whether a block of 16 bytes has whole pixels of the size, at most 8 bytes each.
  @inline(__always)
  private static func fillsBlocks(_ size: Int) -> Bool { size == 4 || size == 8 }

  /// Whether the next 16 bytes are in the line and 0.
  @inline(__always)
  private static func isZeroBlock(_ line: UnsafeRawPointer, _ index: Int, _ count: Int) -> Bool {
    guard index &+ 16 <= count else { return false }
    let block = unsafe line.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
    return block.x | block.y == 0
  }

  @inline(__always)
  private static func block(of pixel: SIMD8<UInt8>, _ size: Int) -> SIMD2<UInt64> {
    let bytes = unsafe unsafeBitCast(pixel, to: UInt64.self)
    return SIMD2(repeating: size == 8 ? bytes : (bytes & 0xffff_ffff) &* 0x1_0000_0001)
  }

  /// The pixels are kept as their complements, because processors have the mean rounded up: the complement of the mean
  /// rounded down is the mean rounded up of the complements, and subtracting from the complement adds to the value. So
  /// each pixel depends on the previous one by two operations.
  @inline(__always)
  private func average(
    _ line: UnsafeRawPointer, _ above: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    _ size: Int, _ isSwapped: Bool
  ) -> Int {
    var a = SIMD8<UInt8>(repeating: 0xff)
    var index = 0
    while index &+ 8 <= count {
      let x = unsafe load8(line, index, isSwapped)
      let b = unsafe ~above.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self)
      a = Self.meanRoundedUp(a, b) &- x
      unsafe output.storeBytes(of: ~a, toByteOffset: index, as: SIMD8<UInt8>.self)
      index &+= size
    }
    return index
  }

  /// In lanes of 16 bits, which is the form that compilers know as one operation on bytes.
  @inline(__always)
  private static func meanRoundedUp(_ a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) -> SIMD8<UInt8> {
    let sum = SIMD8<UInt16>(truncatingIfNeeded: a) &+ SIMD8<UInt16>(truncatingIfNeeded: b)
    return SIMD8<UInt8>(truncatingIfNeeded: (sum &+ 1) &>> 1)
  }

  /// Not a version for each size: with a constant size, the compiler computes masks of 6 bytes byte by byte.
  @inline(never)
  private func paeth(
    _ line: UnsafeRawPointer, _ above: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int,
    _ size: Int, _ isSwapped: Bool
  ) -> Int {
    var a = Wide(repeating: 0)
    var c = Wide(repeating: 0)
    // A mask of the lanes of one pixel.
    let pixel = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    let fillsBlocks = Self.fillsBlocks(size)
    var index = 0
    while index &+ 8 <= count {
      if unsafe line.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0 {
        // If the differences are 0 and the previous pixels are equal, each pixel equals the one above it, and so do the
        // following ones. This applies to most of a drawing.
        if unsafe unsafeBitCast(Self.narrowed(a ^ c), to: UInt64.self) & pixel == 0 {
          let end = unsafe Self.copyWhereZero(line, above, output, from: index, count: count)
          index = fillsBlocks ? end : index &+ (end &- index) / size &* size
          if index &+ 8 <= count {
            let last = unsafe above.loadUnaligned(fromByteOffset: index &- size, as: SIMD8<UInt8>.self)
            (a, c) = (Self.widened(last), Self.widened(last))
          }
          continue
        }
        // The same if the differences are 0 and the pixels above are equal: each pixel equals the one before it.
        if fillsBlocks, index > 0, unsafe Self.isZeroBlock(line, index, count),
          unsafe Self.isConstant(above, index, size)
        {
          let block = Self.block(of: Self.narrowed(a), size)
          repeat {
            unsafe output.storeBytes(of: block, toByteOffset: index, as: SIMD2<UInt64>.self)
            index &+= 16
          } while unsafe Self.isZeroBlock(line, index, count) && Self.isConstant(above, index, size)
          continue
        }
      }
      let x = unsafe Self.widened(load8(line, index, isSwapped))
      let b = unsafe Self.widened(above.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self))
      a = Self.paeth(x, a, b, c)
      c = b
      unsafe output.storeBytes(of: Self.narrowed(a), toByteOffset: index, as: SIMD8<UInt8>.self)
      index &+= size
    }
    return index
  }

  /// Whether the 16 bytes of pixels above equal the pixel before them.
  @inline(__always)
  private static func isConstant(_ above: UnsafeRawPointer, _ index: Int, _ size: Int) -> Bool {
    let block = unsafe above.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
    let before = unsafe above.loadUnaligned(fromByteOffset: index &- size, as: SIMD2<UInt64>.self)
    let differ = block ^ before
    return differ.x | differ.y == 0
  }

  /// Copies the pixels above from `start` on while the differences are 0; the first eight bytes of them must be. Returns
  /// where it stopped.
  @inline(__always)
  private static func copyWhereZero(
    _ line: UnsafeRawPointer, _ above: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, from start: Int, count: Int
  ) -> Int {
    var index = start
    while unsafe isZeroBlock(line, index, count) {
      let block = unsafe above.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
      unsafe output.storeBytes(of: block, toByteOffset: index, as: SIMD2<UInt64>.self)
      index &+= 16
    }
    if index &+ 8 <= count, unsafe line.loadUnaligned(fromByteOffset: index, as: UInt64.self) == 0 {
      let block = unsafe above.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      unsafe output.storeBytes(of: block, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    return index
  }

  /// Eight bytes in lanes wide enough for sums and differences.
  private typealias Wide = SIMD8<Int16>

  /// Returns x plus the predictor, which is `least` or `most` of a and b if 3c - a - b is beyond the other of them,
  /// else c: equivalent to 9.4, with a shorter dependency from one pixel to the next. A test tries all 2^24 cases.
  @inline(__always)
  private static func paeth(_ x: Wide, _ a: Wide, _ b: Wide, _ c: Wide) -> Wide {
    let least = a.replacing(with: b, where: b .< a)
    let most = a.replacing(with: b, where: b .> a)
    let bound = c &+ c &+ c &- b &- a
    // If both hold, a = b = c and both differences are 0.
    let zero = Wide(repeating: 0)
    let toLeast = zero.replacing(with: minus(least, c), where: most .<= bound)
    let toMost = zero.replacing(with: minus(most, c), where: bound .<= least)
    return plus(plus(toLeast, toMost), plus(x, c))
  }

  /// Returns the sum of the low bytes of each lane, without carry into the high bytes, which remain 0.
  @inline(__always)
  private static func plus(_ a: Wide, _ b: Wide) -> Wide {
    unsafe unsafeBitCast(
      unsafeBitCast(a, to: SIMD16<UInt8>.self) &+ unsafeBitCast(b, to: SIMD16<UInt8>.self), to: Wide.self)
  }

  @inline(__always)
  private static func minus(_ a: Wide, _ b: Wide) -> Wide {
    unsafe unsafeBitCast(
      unsafeBitCast(a, to: SIMD16<UInt8>.self) &- unsafeBitCast(b, to: SIMD16<UInt8>.self), to: Wide.self)
  }

  @inline(__always)
  private static func widened(_ bytes: SIMD8<UInt8>) -> Wide {
    var wide = SIMD16<UInt8>(repeating: 0)
    wide.evenHalf = bytes
    return unsafe unsafeBitCast(wide, to: Wide.self)
  }

  @inline(__always)
  private static func narrowed(_ wide: Wide) -> SIMD8<UInt8> {
    unsafe unsafeBitCast(wide, to: SIMD16<UInt8>.self).evenHalf
  }

  @inline(__always)
  private func load8(_ line: UnsafeRawPointer, _ index: Int, _ isSwapped: Bool) -> SIMD8<UInt8> {
    let pairs = unsafe line.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt16>.self)
    return unsafe unsafeBitCast(isSwapped ? pairs &<< 8 | pairs &>> 8 : pairs, to: SIMD8<UInt8>.self)
  }

  @inline(__always)
  private func load16(_ line: UnsafeRawPointer, _ index: Int, _ isSwapped: Bool) -> SIMD16<UInt8> {
    let pairs = unsafe line.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt16>.self)
    return unsafe unsafeBitCast(isSwapped ? pairs &<< 8 | pairs &>> 8 : pairs, to: SIMD16<UInt8>.self)
  }
}

/// The filter types of filter method 0 (PNG Third Edition, 9.2).
enum FilterType: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Returns the predictor of a byte: from that at the same position in the previous pixel (a), in the pixel above (b), and
  /// in the pixel before that (c).
  @inline(__always)
  func prediction(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> UInt8 {
    switch self {
    case .none: 0
    case .sub: a
    case .up: b
    case .average: UInt8(truncatingIfNeeded: (Int(a) + Int(b)) / 2)
    case .paeth: Self.paeth(Int(a), Int(b), Int(c))
    }
  }

  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let p = a + b - c
    let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
    return UInt8(truncatingIfNeeded: pa <= pb && pa <= pc ? a : pb <= pc ? b : c)
  }
}
