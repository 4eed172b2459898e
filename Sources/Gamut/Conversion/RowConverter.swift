internal import CGamutKernels

/// Converts rows of red, green, blue and perhaps alpha, exactly: every code is that of ``ConversionTables/convert(_:)``,
/// whose every decision is that of the definitions in double precision.
///
/// It has no memory of earlier rows, so rows can be converted by any thread in any order.
public struct RowConverter: Sendable {
  let tables: ConversionTables
  /// Pixels in a row.
  let width: Int
  /// 3, or 4 with alpha.
  let channels: Int
  /// 1 or 2, in the rows that are given.
  let bytesPerSample: Int
  /// What the loops may use; `portable` is the reference for the others.
  let vector: VectorExtension

  public init(
    _ tables: ConversionTables, width: Int, hasAlpha: Bool, bytesPerSample: Int, vector: VectorExtension = .best
  ) {
    self.tables = tables
    self.width = width
    channels = hasAlpha ? 4 : 3
    self.bytesPerSample = bytesPerSample
    self.vector = vector
  }

  public var resultBytesPerSample: Int { tables.depth == 16 ? 2 : 1 }
  public var bytesPerRow: Int { width * channels * bytesPerSample }
  public var resultBytesPerRow: Int { width * channels * resultBytesPerSample }

  /// Converts whole rows of samples in native byte order. `result` must have room for as many, `resultBytesPerRow` each.
  /// Alpha goes to the nearest code of the result's depth.
  public func convert(_ rows: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
    guard let input = rows.baseAddress, let output = result.baseAddress, bytesPerRow > 0 else { return }
    let count = min(rows.count / bytesPerRow, result.count / resultBytesPerRow)
    switch (bytesPerSample, resultBytesPerSample, channels) {
    case (1, 1, 3): unsafe convert(input, output, count, RGB8.self, RGB8.self)
    case (1, 1, _): unsafe convert(input, output, count, RGBA8.self, RGBA8.self)
    case (1, _, 3): unsafe convert(input, output, count, RGB8.self, RGB16.self)
    case (1, _, _): unsafe convert(input, output, count, RGBA8.self, RGBA16.self)
    case (_, 1, 3): unsafe convert(input, output, count, RGB16.self, RGB8.self)
    case (_, 1, _): unsafe convert(input, output, count, RGBA16.self, RGBA8.self)
    case (_, _, 3): unsafe convert(input, output, count, RGB16.self, RGB16.self)
    case (_, _, _): unsafe convert(input, output, count, RGBA16.self, RGBA16.self)
    }
  }

  @unsafe
  private func convert<In: PixelFormat, Out: PixelFormat>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ from: In.Type, _ to: Out.Type
  ) {
    unsafe tables.withConversion { conversion in
      guard vector == .avx512 else {
        guard let kernel = unsafe ConversionKernel(conversion.pointee) else { return }
        for y in 0..<count {
          unsafe convertRow(
            input + y * bytesPerRow, output + y * resultBytesPerRow, kernel, from, to)
        }
        return
      }
      let undecided = Scratch<UInt32>(count: width)
      var format = gamut_row_format(
        width: width, channels: UInt32(channels), bytes: UInt32(bytesPerSample),
        result_bytes: UInt32(resultBytesPerSample))
      for y in 0..<count {
        let (row, result) = unsafe (input + y * bytesPerRow, output + y * resultBytesPerRow)
        let doubtful = unsafe gamut_convert_row(
          vector.kernel, conversion, &format, row, result, undecided.base)
        for index in 0..<doubtful {
          unsafe decide(row, result, Int(undecided.base[index]), from, to)
        }
      }
    }
  }

  /// One pixel, by the tables' own definition.
  @inline(never)
  @unsafe
  private func decide<In: PixelFormat, Out: PixelFormat>(
    _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ x: Int, _ from: In.Type, _ to: Out.Type
  ) {
    let color = unsafe PackedColor(bits: In.packed(row, x)).color
    let code = tables.convert(color)
    unsafe Out.store(result, x, Int(code.x), Int(code.y), Int(code.z))
  }

  @unsafe
  private func convertRow<In: PixelFormat, Out: PixelFormat>(
    _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ kernel: ConversionKernel, _ from: In.Type,
    _ to: Out.Type
  ) {
    var previous = UInt64.max
    var code = (red: 0, green: 0, blue: 0)
    for x in 0..<width {
      let packed = unsafe In.packed(row, x)
      if packed != previous {
        previous = packed
        if let known = unsafe kernel.code(In.color(row, x)) {
          code = known
        } else {
          let exact = tables.convert(PackedColor(bits: packed).color)
          code = (Int(exact.x), Int(exact.y), Int(exact.z))
        }
      }
      unsafe Out.store(result, x, code.red, code.green, code.blue)
      if Out.hasAlpha {
        let alpha = unsafe In.alpha(row, x)
        let same = MemoryLayout<In.Sample>.size == MemoryLayout<Out.Sample>.size
        unsafe Out.storeAlpha(
          result, x, same ? alpha : MemoryLayout<Out.Sample>.size == 2 ? alpha &* 257 : (alpha &+ 128) / 257)
      }
    }
  }
}

/// The conversion of one pixel in double precision, with everything it needs one pointer away.
@unsafe
private struct ConversionKernel {
  let red, green, blue: UnsafePointer<Double>
  let redCodes, greenCodes, blueCodes: UnsafePointer<UInt64>
  let matrix: Matrix3
  let steps: Double

  init?(_ c: gamut_conversion) {
    guard let red = unsafe c.decode.0, let green = unsafe c.decode.1, let blue = unsafe c.decode.2,
      let redCodes = unsafe c.encode.0, let greenCodes = unsafe c.encode.1, let blueCodes = unsafe c.encode.2
    else { return nil }
    unsafe (self.red, self.green, self.blue) = (red, green, blue)
    unsafe (self.redCodes, self.greenCodes, self.blueCodes) = (redCodes, greenCodes, blueCodes)
    let m = c.matrix
    unsafe self.matrix = Matrix3(rows: SIMD3(m.0, m.1, m.2), SIMD3(m.3, m.4, m.5), SIMD3(m.6, m.7, m.8))
    unsafe self.steps = Double(c.root_steps)
  }

  /// Nil where a value is too close to a threshold.
  @inline(__always)
  func code(_ color: (red: Int, green: Int, blue: Int)) -> (red: Int, green: Int, blue: Int)? {
    let (r, g, b) = unsafe (red[color.red], green[color.green], blue[color.blue])
    let (row0, row1, row2) = unsafe (matrix.row0, matrix.row1, matrix.row2)
    let red = unsafe Self.code(redCodes, row0.x * r + row0.y * g + row0.z * b, steps)
    let green = unsafe Self.code(greenCodes, row1.x * r + row1.y * g + row1.z * b, steps)
    let blue = unsafe Self.code(blueCodes, row2.x * r + row2.y * g + row2.z * b, steps)
    return red | green | blue < 0 ? nil : (red, green, blue)
  }

  /// Negative where it is undecided.
  @inline(__always)
  private static func code(_ table: UnsafePointer<UInt64>, _ linear: Double, _ steps: Double) -> Int {
    let inside = linear > 0 ? (linear < 1 ? linear : 1) : 0
    let entry = unsafe table[Int(truncatingIfNeeded: UInt32(inside.squareRoot() * steps))]
    let gap = linear - Double(bitPattern: entry)
    guard gap.magnitude > GAMUT_THRESHOLD_MARGIN else { return -1 }
    return Int(truncatingIfNeeded: entry & 0xffff) &+ (gap >= 0 ? 1 : 0)
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
