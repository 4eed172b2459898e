/// The surface pixels of one row as stretches: pixels of one colour side by side.
@unsafe
struct SurfaceStretches<Format: PixelFormat> {
  private let pixels: UnsafeRawPointer
  private let positions: UnsafePointer<UInt32>
  private let surface: UnsafePointer<UInt64>
  private var index: Int
  private let end: Int
  /// The pixel that begins the next stretch, and its packed colour.
  private var nextX = 0
  private var nextSource: UInt64 = 0
  /// The stretch: its first column and the one after it, its packed colour and its code.
  private(set) var start = 0, stop = 0
  private(set) var source: UInt64 = 0
  private(set) var code = SurfaceCode(bits: 0)

  /// - Parameter entries: of the row, in `classified`.
  @inline(__always)
  init(_ pixels: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>) {
    unsafe self.pixels = pixels
    unsafe positions = UnsafePointer(classified.positions.base)
    unsafe surface = UnsafePointer(classified.surface.base)
    unsafe index = entries.lowerBound
    unsafe end = entries.upperBound
    if unsafe index < end { unsafe look() }
  }

  @inline(__always)
  private mutating func look() {
    unsafe nextX = Int(positions[index])
    unsafe nextSource = Format.packed(pixels, nextX)
  }

  /// Goes on to the next stretch; false where there is none.
  @inline(__always)
  mutating func next() -> Bool {
    guard unsafe index < end else { return false }
    unsafe (start, source) = (nextX, nextSource)
    unsafe code = SurfaceCode(bits: surface[index])
    var stop = unsafe start &+ 1
    unsafe index &+= 1
    while unsafe index < end {
      if unsafe surface[index] == SurfaceCode.repeated {
        stop = unsafe Int(positions[index]) &+ 1
      } else {
        unsafe look()
        guard unsafe nextX == stop, unsafe nextSource == source else { break }
        stop &+= 1
      }
      unsafe index &+= 1
    }
    unsafe self.stop = stop
    return true
  }
}
