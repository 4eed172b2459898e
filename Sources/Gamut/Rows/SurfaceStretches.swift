import ColorScience

/// The surface pixels of one row as stretches: adjacent pixels of one colour.
@unsafe
struct SurfaceStretches<Format: PixelFormat> {
  private let pixels: UnsafeRawPointer
  private let positions: UnsafePointer<UInt32>
  private let surface: UnsafePointer<UInt64>
  private var index: Int
  private let end: Int
  /// The column, the packed colour and the code of the next stretch, if `index` is before `end`.
  private var ahead = (start: 0, source: UInt64(0), code: UInt64(0))
  /// The current stretch: its first column and the one after its last, its packed colour and its code.
  private(set) var start = 0, stop = 0
  private(set) var source: UInt64 = 0
  private(set) var code = SurfaceCode(bits: 0)

  /// - Parameter entries: the entries of the row in `classified`.
  @inline(__always)
  init(_ pixels: UnsafeRawPointer, _ classified: borrowing ClassifiedRows, _ entries: Range<Int>) {
    unsafe self.pixels = pixels
    unsafe positions = UnsafePointer(classified.positions.base)
    unsafe surface = UnsafePointer(classified.surface.base)
    unsafe index = entries.lowerBound
    unsafe end = entries.upperBound
    guard unsafe index < end else { return }
    let start = unsafe Int(positions[index])
    unsafe ahead = (start, Format.packed(pixels, start), surface[index])
  }

  /// Advances to the next stretch; returns false if there is none.
  @inline(__always)
  mutating func next() -> Bool {
    guard unsafe index < end else { return false }
    let (start, source, code) = unsafe ahead
    var stop = start &+ 1
    unsafe index &+= 1
    while unsafe index < end {
      let position = unsafe Int(positions[index])
      let surface = unsafe surface[index]
      if surface == SurfaceCode.repeated {
        stop = position &+ 1
      } else {
        let color = unsafe Format.packed(pixels, position)
        guard position == stop, color == source else {
          unsafe ahead = (position, color, surface)
          break
        }
        stop &+= 1
      }
      unsafe index &+= 1
    }
    unsafe (self.start, self.stop, self.source) = (start, stop, source)
    unsafe self.code = SurfaceCode(bits: code)
    return true
  }
}
