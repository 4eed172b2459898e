internal import CGamutKernels

/// OKLab in single precision of the pixels of one row, sixteen at a time as they are asked for.
@safe struct RowLabs: ~Copyable, @unchecked Sendable {
  // Sendable unchecked: the row's pointer is only used between `begin` and the end of the row, on one thread.
  private let tables: RenditionTables
  private let vector: VectorExtension
  private let l, a, b: Scratch<Float>
  /// The line for which each block of 16 was computed.
  private let lines: Scratch<UInt32>
  private var line = UInt32.max
  @unsafe private var row: gamut_row

  /// Whether there is a kernel for the layout; without one, no pixel may be asked for.
  let isAvailable: Bool

  init(_ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension) {
    isAvailable = vector != .portable && !layout.isGrey && !tables.decode.isEmpty
    self.tables = tables
    self.vector = vector
    let blocks = isAvailable ? (layout.width + 15) / 16 : 0
    l = Scratch(count: blocks * 16)
    a = Scratch(count: blocks * 16)
    b = Scratch(count: blocks * 16)
    lines = Scratch(count: blocks, filledWith: .max)
    unsafe row = gamut_row(
      pixels: nil, width: layout.width, channels: UInt32(layout.channels),
      bytes_per_sample: UInt32(layout.bytesPerSample), transparent: .max, excess_color: .max, excess_bound: 0,
      above: nil,
      stretches: nil)
  }

  @unsafe
  mutating func begin(_ pixels: UnsafeRawPointer, line: UInt32) {
    unsafe row.pixels = pixels
    self.line = line
  }

  /// As ``RunLoss/estimate(_:)`` of the pixel's colour.
  @inline(__always)
  mutating func lab(_ x: Int) -> SIMD4<Float> {
    if unsafe lines.base[x &>> 4] != line { compute(x &>> 4) }
    return unsafe SIMD4(l.base[x], a.base[x], b.base[x], 0)
  }

  /// Sixteen pixels from a multiple of sixteen on. Those beyond the row's end have no meaning.
  @unsafe
  @inline(__always)
  mutating func block(_ x: Int) -> LabBlock {
    if unsafe lines.base[x &>> 4] != line { compute(x &>> 4) }
    return unsafe LabBlock(l, a, b, from: x)
  }

  @inline(never)
  private mutating func compute(_ block: Int) {
    func rows(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>) -> (
      Float, Float, Float, Float, Float, Float, Float, Float, Float
    ) {
      (c0.x, c1.x, c2.x, c0.y, c1.y, c2.y, c0.z, c1.z, c2.z)
    }
    unsafe lines.base[block] = line
    let offsets = tables.offsets
    unsafe tables.decodeFloat.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var lab = unsafe gamut_lab(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_lms: rows(tables.toLMS0, tables.toLMS1, tables.toLMS2),
        from_roots: rows(tables.fromRoots0, tables.fromRoots1, tables.fromRoots2),
        trusted_share: RunLoss.trustedShare)
      unsafe withUnsafePointer(to: row) { row in
        unsafe gamut_lab_block(
          vector.kernel, &lab, row, block * 16, l.base + block * 16, a.base + block * 16, b.base + block * 16)
      }
    }
  }
}

/// Sixteen estimates side by side.
@unsafe
struct LabBlock {
  let l, a, b: UnsafePointer<Float>

  init(_ l: borrowing Scratch<Float>, _ a: borrowing Scratch<Float>, _ b: borrowing Scratch<Float>, from start: Int) {
    unsafe self.l = UnsafePointer(l.base + start)
    unsafe self.a = UnsafePointer(a.base + start)
    unsafe self.b = UnsafePointer(b.base + start)
  }

  /// A bit for each that is not nearer to a colour than the root of `bound`, or is not a number.
  func reaching(_ color: SIMD4<Float>, _ bound: Float) -> UInt16 {
    var bits: UInt16 = 0
    for lane in 0..<16 {
      let (x, y, z) = unsafe (l[lane] - color.x, a[lane] - color.y, b[lane] - color.z)
      bits |= x * x + y * y + z * z < bound ? 0 : 1 &<< UInt16(lane)
    }
    return bits
  }

  /// The same, each with a colour and a bound of its own.
  func reaching(_ colors: LabBlock, _ bounds: UnsafePointer<Float>) -> UInt16 {
    var bits: UInt16 = 0
    for lane in 0..<16 {
      let (x, y, z) = unsafe (l[lane] - colors.l[lane], a[lane] - colors.a[lane], b[lane] - colors.b[lane])
      bits |= unsafe x * x + y * y + z * z < bounds[lane] ? 0 : 1 &<< UInt16(lane)
    }
    return bits
  }
}
