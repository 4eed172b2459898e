internal import CGamutKernels

/// Computes the shifts of clipped colours in batches; equivalent to ``ColorModel``, which computes them one by one.
struct ShiftBatch: ~Copyable {
  private let tables: RenditionTables
  private let vector: VectorExtension
  static let size = 256
  private let sources = Scratch<UInt64>(count: ShiftBatch.size)
  private let pixels = Scratch<Int>(count: ShiftBatch.size)
  private let results = Scratch<Double>(count: ShiftBatch.size)

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    self.vector = vector
  }

  /// Stores a clipped colour at an index below ``size``.
  @inline(__always)
  func put(_ source: UInt64, pixels: Int, at index: Int) {
    unsafe sources.base[index] = source
    unsafe self.pixels.base[index] = pixels
  }

  /// Computes the shifts of the first `count` colours.
  func measure(_ count: Int, into tally: inout ShiftTally) {
    if !tables.decoding.isEmpty {
      unsafe measureWithKernel(count)
    } else {
      for index in 0..<count {
        unsafe results.base[index] = tables.model.shift(tables.sourceLinear(PackedColor(bits: sources.base[index])))
      }
    }
    unsafe tally.add(results.base, pixels: pixels.base, count: count)
  }

  @unsafe
  private func measureWithKernel(_ count: Int) {
    let (model, offsets) = (tables.model, tables.decoding.offsets)
    unsafe tables.decoding.doubles.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var shift = unsafe gamut_shift(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_destination: model.toDestination.elements, source_to_xyz: model.toXYZ.elements,
        destination_to_xyz: model.destinationToXYZ.elements)
      unsafe gamut_shifts(vector.kernel, &shift, sources.base, count, results.base)
    }
  }
}
