internal import CGamutKernels
import ColorScience

/// The surface test of ``RowClassifier`` with a kernel of the module CGamutKernels. Undecided pixels, and those that
/// may exceed the largest excess so far, are evaluated here in double precision.
@unsafe
struct VectorClassifier: ~Copyable {
  private var surface: gamut_surface
  private var row: gamut_row
  private let classifier: RowClassifier
  private let exact: ExactCoder

  /// Creates a classifier; nil if no kernel has the layout: it has one channel, or the source is a profile's table.
  init?(
    _ classifier: RowClassifier, _ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder
  ) {
    let (tables, layout) = (classifier.tables, classifier.layout)
    guard classifier.vector != .portable, !layout.isGrey, layout.width <= Int(Int32.max) else { return nil }
    unsafe self.classifier = classifier
    unsafe self.exact = exact
    let (offsets, codeOffsets) = (tables.decoding.offsets, tables.rootCodes.tables.offsets)
    let (margin, encoders) = (tables.margin, tables.encoders)
    func triple(_ value: (Int) -> Double, _ margin: Float) -> (Float, Float, Float) {
      (Float(value(0)) + margin, Float(value(1)) + margin, Float(value(2)) + margin)
    }
    unsafe surface = gamut_surface(
      decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z), matrix: tables.toDestination.floats,
      lower: triple({ tables.interior.lower[$0] }, margin), upper: triple({ tables.interior.upper[$0] }, -margin),
      low_minus: triple({ encoders[$0].low }, -margin), low_plus: triple({ encoders[$0].low }, margin),
      high_minus: triple({ encoders[$0].high }, -margin), high_plus: triple({ encoders[$0].high }, margin),
      codes: (
        codes.map { unsafe $0 + codeOffsets.x }, codes.map { unsafe $0 + codeOffsets.y },
        codes.map { unsafe $0 + codeOffsets.z }
      ),
      root_steps: RootCodes.steps)
    unsafe row = gamut_row(
      pixels: nil, width: layout.width, channels: UInt32(layout.channels),
      bytes_per_sample: UInt32(layout.bytesPerSample),
      transparent: layout.transparentColor.map { PackedColor($0).bits } ?? .max, excess_color: .max, excess_bound: 0)
  }

  /// Classifies a row into `result` from `start` on. Returns the end of its surface pixels, and its transparent pixels.
  mutating func classify<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, as format: Format.Type, from start: Int, into result: inout ClassifiedRows
  ) -> (end: Int, transparent: Int) {
    unsafe row.pixels = pixels
    unsafe row.excess_bound = Float(result.excess) - classifier.tables.margin
    var found = unsafe gamut_surface_pixels(
      positions: result.positions.base + start, surface: result.surface.base + start, undecided: result.undecided.base,
      exceeding: result.exceeding.base, count: 0, undecided_count: 0, exceeding_count: 0, transparent_count: 0)
    unsafe classifier.vector.ofTables.kernels.classify_row(&surface, &row, &found)

    for index in 0..<(unsafe found.exceeding_count) {
      let packed = unsafe Format.packed(pixels, Int(found.exceeding[index]))
      if unsafe packed == row.excess_color { continue }
      let excess = unsafe classifier.exactExcess(packed)
      if excess >= result.excess {
        result.excess = excess
        unsafe row.excess_color = packed
      }
    }
    var end = unsafe found.count
    if unsafe found.undecided_count > 0 { end = unsafe decide(&found, pixels, as: format) }
    return unsafe (start + end, found.transparent_count)
  }

  /// Decides the undecided pixels, and closes the gaps of interior pixels. Returns the number of surface pixels.
  private func decide<Format: PixelFormat>(
    _ found: inout gamut_surface_pixels, _ pixels: UnsafeRawPointer, as format: Format.Type
  ) -> Int {
    var (previous, code) = (UInt64.max, SurfaceCode.interior)
    var hasInterior = false
    for index in 0..<(unsafe found.undecided_count) {
      let at = unsafe Int(found.undecided[index])
      let packed = unsafe Format.packed(pixels, Int(found.positions[at]))
      if packed != previous {
        previous = packed
        code = unsafe classifier.exactBits(packed, exact)
      }
      unsafe found.surface[at] = code
      if code == SurfaceCode.interior { hasInterior = true }
    }
    return hasInterior ? unsafe closeGaps(&found) : unsafe found.count
  }

  private func closeGaps(_ found: inout gamut_surface_pixels) -> Int {
    var count = unsafe Int(found.undecided[0])
    let end = unsafe found.count
    for index in count..<end where unsafe found.surface[index] != SurfaceCode.interior {
      unsafe found.surface[count] = found.surface[index]
      unsafe found.positions[count] = found.positions[index]
      count += 1
    }
    return count
  }
}
