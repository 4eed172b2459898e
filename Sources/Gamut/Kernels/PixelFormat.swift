import ColorScience

typealias PixelSample = FixedWidthInteger & UnsignedInteger & BitwiseCopyable

/// Access to a pixel's samples in memory; resolved at compile time, so that each layout has its own loop.
protocol PixelFormat {
  associatedtype Sample: PixelSample
  static var channels: Int { get }
}

extension PixelFormat {
  @inline(__always) static var isGrey: Bool { channels < 3 }
  @inline(__always) static var hasAlpha: Bool { channels & 1 == 0 }

  @inline(__always)
  @unsafe
  static func sample(_ row: UnsafeRawPointer, _ index: Int) -> Int {
    Int(unsafe row.loadUnaligned(fromByteOffset: index &* MemoryLayout<Sample>.size, as: Sample.self))
  }

  @inline(__always)
  @unsafe
  static func color(_ row: UnsafeRawPointer, _ x: Int) -> (red: Int, green: Int, blue: Int) {
    let first = x &* channels
    let red = unsafe sample(row, first)
    guard !isGrey else { return (red, red, red) }
    return unsafe (red, sample(row, first &+ 1), sample(row, first &+ 2))
  }

  @inline(__always)
  @unsafe
  static func packed(_ row: UnsafeRawPointer, _ x: Int) -> UInt64 {
    let color = unsafe Self.color(row, x)
    return UInt64(truncatingIfNeeded: color.red &<< 32 | color.green &<< 16 | color.blue)
  }

  @inline(__always)
  @unsafe
  static func alpha(_ row: UnsafeRawPointer, _ x: Int) -> Int {
    unsafe sample(row, x &* channels &+ channels &- 1)
  }

  @inline(__always)
  @unsafe
  static func store(_ row: UnsafeMutableRawPointer, _ x: Int, _ red: Int, _ green: Int, _ blue: Int) {
    let first = unsafe row + x &* channels &* MemoryLayout<Sample>.size
    unsafe first.storeBytes(of: Sample(truncatingIfNeeded: red), as: Sample.self)
    unsafe first.storeBytes(
      of: Sample(truncatingIfNeeded: green), toByteOffset: MemoryLayout<Sample>.size, as: Sample.self)
    unsafe first.storeBytes(
      of: Sample(truncatingIfNeeded: blue), toByteOffset: 2 &* MemoryLayout<Sample>.size, as: Sample.self)
  }

  /// Writes the alpha of a pixel of a row in another format, rounded to the nearest code.
  @inline(__always)
  @unsafe
  static func storeAlpha<Other: PixelFormat>(
    of other: UnsafeRawPointer, _ x: Int, _ format: Other.Type, in row: UnsafeMutableRawPointer
  ) {
    let own = unsafe Other.alpha(other, x)
    let isSame = MemoryLayout<Sample>.size == MemoryLayout<Other.Sample>.size
    let alpha = isSame ? own : MemoryLayout<Sample>.size == 2 ? own &* 257 : (own &+ 128) / 257
    unsafe row.storeBytes(
      of: Sample(truncatingIfNeeded: alpha),
      toByteOffset: (x &* channels &+ channels &- 1) &* MemoryLayout<Sample>.size, as: Sample.self)
  }
}

extension PixelLayout {
  /// Calls `body` with the format of the pixels. Inlined, so that what `body` calls is compiled for each format.
  @inline(__always)
  func withFormat(_ body: (any PixelFormat.Type) -> Void) {
    switch (depth == 16, channels) {
    case (false, 1): body(Grey<UInt8>.self)
    case (false, 2): body(GreyAlpha<UInt8>.self)
    case (false, 3): body(RGB<UInt8>.self)
    case (false, _): body(RGBA<UInt8>.self)
    case (true, 1): body(Grey<UInt16>.self)
    case (true, 2): body(GreyAlpha<UInt16>.self)
    case (true, 3): body(RGB<UInt16>.self)
    case (true, _): body(RGBA<UInt16>.self)
    }
  }
}

extension PixelLayout {
  /// Returns the colour of a pixel in a row; for grey, all three channels are equal.
  package func color(_ row: UnsafeRawBufferPointer, _ x: Int) -> SIMD3<UInt16> {
    isGrey
      ? unsafe SIMD3(repeating: sample(row, x, 0))
      : unsafe SIMD3(sample(row, x, 0), sample(row, x, 1), sample(row, x, 2))
  }

  package func sample(_ row: UnsafeRawBufferPointer, _ x: Int, _ channel: Int) -> UInt16 {
    let index = x * channels + channel
    return bytesPerSample == 2
      ? unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) : unsafe UInt16(row[index])
  }
}

enum Grey<Sample: PixelSample>: PixelFormat {
  static var channels: Int { 1 }
}
enum GreyAlpha<Sample: PixelSample>: PixelFormat {
  static var channels: Int { 2 }
}
enum RGB<Sample: PixelSample>: PixelFormat {
  static var channels: Int { 3 }
}
enum RGBA<Sample: PixelSample>: PixelFormat {
  static var channels: Int { 4 }
}

/// A colour triple packed into 48 bits, red highest, so that packed order is the order of the codes.
package struct PackedColor: Sendable, Hashable, Comparable {
  package let bits: UInt64

  package init(bits: UInt64) { self.bits = bits }
  package init(_ color: SIMD3<UInt16>) { bits = UInt64(color.x) << 32 | UInt64(color.y) << 16 | UInt64(color.z) }

  package var color: SIMD3<UInt16> {
    SIMD3(
      UInt16(truncatingIfNeeded: bits >> 32), UInt16(truncatingIfNeeded: bits >> 16), UInt16(truncatingIfNeeded: bits))
  }

  package static func < (a: PackedColor, b: PackedColor) -> Bool { a.bits < b.bits }
}
