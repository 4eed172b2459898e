/// Access to a pixel's samples in memory; resolved at compile time, so that each layout has its own loop.
protocol PixelFormat {
  associatedtype Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable
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

  /// Returns the colour of a pixel, packed as ``PackedColor``.
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
}

extension PixelFormat {
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

  @inline(__always)
  @unsafe
  static func storeAlpha(_ row: UnsafeMutableRawPointer, _ x: Int, _ alpha: Int) {
    unsafe row.storeBytes(
      of: Sample(truncatingIfNeeded: alpha),
      toByteOffset: (x &* channels &+ channels &- 1) &* MemoryLayout<Sample>.size, as: Sample.self)
  }
}

extension PixelLayout {
  /// Calls `body` with the format of the pixels. Inlined, so that a generic function that `body` calls is compiled for
  /// each format.
  @inline(__always)
  func withFormat(_ body: (any PixelFormat.Type) -> Void) {
    switch (depth == 16, channels) {
    case (false, 1): body(Grey8.self)
    case (false, 2): body(GreyAlpha8.self)
    case (false, 3): body(RGB8.self)
    case (false, _): body(RGBA8.self)
    case (true, 1): body(Grey16.self)
    case (true, 2): body(GreyAlpha16.self)
    case (true, 3): body(RGB16.self)
    case (true, _): body(RGBA16.self)
    }
  }
}

enum Grey8: PixelFormat {
  typealias Sample = UInt8
  static var channels: Int { 1 }
}
enum GreyAlpha8: PixelFormat {
  typealias Sample = UInt8
  static var channels: Int { 2 }
}
enum RGB8: PixelFormat {
  typealias Sample = UInt8
  static var channels: Int { 3 }
}
enum RGBA8: PixelFormat {
  typealias Sample = UInt8
  static var channels: Int { 4 }
}
enum Grey16: PixelFormat {
  typealias Sample = UInt16
  static var channels: Int { 1 }
}
enum GreyAlpha16: PixelFormat {
  typealias Sample = UInt16
  static var channels: Int { 2 }
}
enum RGB16: PixelFormat {
  typealias Sample = UInt16
  static var channels: Int { 3 }
}
enum RGBA16: PixelFormat {
  typealias Sample = UInt16
  static var channels: Int { 4 }
}
