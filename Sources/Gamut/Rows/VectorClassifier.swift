internal import CGamutKernels
import ColorScience

/// The surface test of ``RowClassifier`` with a kernel of the module CGamutKernels. Undecided pixels, and those that
/// may exceed the largest excess so far, are evaluated here in double precision.
@unsafe
struct VectorClassifier: ~Copyable {
  private let vector: gamut_vector
  private var surface: gamut_surface
  private var row: gamut_row
  private let classifier: RowClassifier
  private let exact: ExactCoder
  /// The conversion that gives 16-bit codes, which the kernel of this test does not, and its samples and results, with room for a row.
  private let conversion: gamut_conversion?
  private let samples, results: Scratch<UInt16>

  /// Creates a classifier; nil if there is no kernel for the layout: it has one channel, or the source is a profile's
  /// table.
  init?(
    _ classifier: RowClassifier, _ decode: UnsafePointer<Float>, _ codes: UnsafePointer<UInt16>?, _ exact: ExactCoder
  ) {
    let (tables, layout) = (classifier.tables, classifier.layout)
    guard classifier.vector != .portable, !layout.isGrey, layout.width <= Int(Int32.max) else { return nil }
    unsafe vector = classifier.vector.kernel
    unsafe self.classifier = classifier
    unsafe self.exact = exact
    unsafe conversion = tables.depth > 8 ? tables.vectorConversion?.conversion : nil
    let room = unsafe conversion == nil ? 0 : 3 * layout.width
    unsafe samples = Scratch(count: room)
    unsafe results = Scratch(count: room)
    func triple(_ v: SIMD4<Float>) -> (Float, Float, Float) { (v.x, v.y, v.z) }
    let (offsets, limits, codeOffsets) = (tables.decoding.offsets, tables.limits, tables.rootCodes.offsets)
    unsafe surface = gamut_surface(
      decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z), matrix: tables.toDestinationFloat.rows,
      lower: triple(limits.lower), upper: triple(limits.upper),
      low_minus: triple(limits.low - limits.margin), low_plus: triple(limits.low + limits.margin),
      high_minus: triple(limits.high - limits.margin), high_plus: triple(limits.high + limits.margin),
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

  /// Classifies a row and appends to `result` from `start` on. Returns the end of its surface pixels, and its number of
  /// transparent pixels.
  mutating func classify<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, as format: Format.Type, from start: Int, into result: inout ClassifiedRows
  ) -> (end: Int, transparent: Int) {
    unsafe row.pixels = pixels
    unsafe row.excess_bound = Float(result.excess) - classifier.tables.limits.margin
    var found = unsafe gamut_surface_pixels(
      positions: result.positions.base + start, surface: result.surface.base + start, undecided: result.undecided.base,
      exceeding: result.exceeding.base, count: 0, undecided_count: 0, exceeding_count: 0, transparent_count: 0)
    unsafe gamut_classify_row(vector, &surface, &row, &found)

    let exceeding = unsafe found.exceeding_count
    for index in 0..<exceeding {
      let packed = unsafe Format.packed(pixels, Int(found.exceeding[index]))
      if unsafe packed == row.excess_color { continue }
      let excess = unsafe classifier.exactExcess(packed)
      if excess >= result.excess {
        result.excess = excess
        unsafe row.excess_color = packed
      }
    }
    let count = unsafe found.count
    var end = count
    // Both of these copy the classifier, and most rows need neither for codes of 8 bits.
    if unsafe found.undecided_count > 0 {
      end = unsafe conversion == nil ? decide(&found, pixels, as: format) : encode(&found, pixels, as: format)
    }
    return unsafe (start + end, found.transparent_count)
  }

  /// Decides the undecided pixels, and closes the gaps of interior pixels. Returns the number of surface pixels.
  private func decide<Format: PixelFormat>(
    _ found: inout gamut_surface_pixels, _ pixels: UnsafeRawPointer, as format: Format.Type
  ) -> Int {
    let undecided = unsafe found.undecided_count
    var (previous, code) = (UInt64.max, SurfaceCode.interior)
    var hasInterior = false
    for index in 0..<undecided {
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

  /// The equivalent for 16-bit codes, all of which are still undecided: uses the kernel of a conversion.
  private func encode<Format: PixelFormat>(
    _ found: inout gamut_surface_pixels, _ pixels: UnsafeRawPointer, as format: Format.Type
  ) -> Int {
    let undecided = unsafe found.undecided_count
    guard var conversion = unsafe conversion else { return unsafe found.count }
    let (samples, results) = unsafe (UnsafeMutableRawPointer(samples.base), UnsafeMutableRawPointer(results.base))
    let bytes = MemoryLayout<Format.Sample>.size
    for index in 0..<undecided {
      let color = unsafe Format.color(pixels, Int(found.positions[Int(found.undecided[index])]))
      if bytes == 1 {
        unsafe RGB8.store(samples, index, color.red, color.green, color.blue)
      } else {
        unsafe RGB16.store(samples, index, color.red, color.green, color.blue)
      }
    }
    var row = gamut_row_format(width: undecided, channels: 3, bytes: UInt32(bytes), result_bytes: 2, has_above: 0)
    // The exceeding pixels have already been evaluated, so their memory can be reused.
    let doubtful = unsafe gamut_convert_row(vector, &conversion, &row, samples, results, found.exceeding)
    for index in 0..<doubtful {
      unsafe found.surface[Int(found.undecided[Int(found.exceeding[index])])] = SurfaceCode.undecided
    }
    var hasInterior = false
    for index in 0..<undecided {
      let at = unsafe Int(found.undecided[index])
      let sides = unsafe found.surface[at]
      let (red, green, blue) = unsafe RGB16.color(results, index)
      var code = sides | UInt64(truncatingIfNeeded: red &<< 32 | green &<< 16 | blue)
      // A code of 0 wraps around, so that the result is 65,534 or more only for a code at an end of the range.
      let end = max(
        UInt16(truncatingIfNeeded: red) &- 1, UInt16(truncatingIfNeeded: green) &- 1,
        UInt16(truncatingIfNeeded: blue) &- 1)
      if sides &>> 63 != 0 {
        code = unsafe classifier.exactBits(Format.packed(pixels, Int(found.positions[at])), exact)
      } else if sides == 0, end < 65534 {
        code = SurfaceCode.interior
      }
      unsafe found.surface[at] = code
      if code == SurfaceCode.interior { hasInterior = true }
    }
    return hasInterior ? unsafe closeGaps(&found) : unsafe found.count
  }

  /// Moves the surface pixels together and returns their number.
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
