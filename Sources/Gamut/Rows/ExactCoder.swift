import ColorScience

/// The surface code of a colour in double precision, as ``ColorModel`` defines it, from tables alone.
///
/// Created for a batch of rows: it changes no reference counts, for which threads would contend at every colour. The
/// tables must outlive it.
@unsafe
struct ExactCoder {
  private let red, green, blue: UnsafePointer<Double>
  private let toDestination: Matrix3
  private let redSearch, greenSearch, blueSearch: ChannelEncoder.Search
  private let maximum: Int

  init(_ tables: RenditionTables, decode: UnsafePointer<Double>) {
    unsafe red = decode + tables.decoding.offsets.x
    unsafe green = decode + tables.decoding.offsets.y
    unsafe blue = decode + tables.decoding.offsets.z
    unsafe toDestination = tables.toDestination
    unsafe redSearch = ChannelEncoder.Search(tables.encoders[0])
    unsafe greenSearch = ChannelEncoder.Search(tables.encoders[1])
    unsafe blueSearch = ChannelEncoder.Search(tables.encoders[2])
    unsafe maximum = 1 << tables.depth - 1
  }

  /// Returns the bits of the ``SurfaceCode``, `interior`, or `undecided` if rounding could decide.
  @inline(__always)
  func bits(_ packed: UInt64) -> UInt64 {
    let source = unsafe SIMD3(
      red[Int(packed &>> 32)], green[Int(packed &>> 16 & 0xffff)], blue[Int(packed & 0xffff)])
    let linear = unsafe toDestination * source
    let (r, g, b) = unsafe (redSearch.code(linear.x), greenSearch.code(linear.y), blueSearch.code(linear.z))
    if r | g | b < 0 { return SurfaceCode.undecided }
    let sides = unsafe redSearch.sides(linear.x) | greenSearch.sides(linear.y) &<< 1 | blueSearch.sides(linear.z) &<< 2
    let largest = unsafe maximum
    let isSurface = r == 0 || g == 0 || b == 0 || r == largest || g == largest || b == largest
    guard isSurface || sides != 0 else { return SurfaceCode.interior }
    return sides | UInt64(truncatingIfNeeded: r &<< 32 | g &<< 16 | b)
  }
}
