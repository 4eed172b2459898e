internal import CGamutKernels
import ColorScience
import LibC

/// Converts rows of red, green, blue and optional alpha, exactly: every code equals that of
/// ``ConversionTables/convert(_:)``, which follows the definitions in double precision.
///
/// It is stateless, so any thread can convert rows in any order.
public struct RowConverter: Sendable {
  let tables: ConversionTables
  /// Pixels in a row.
  let width: Int
  /// 3, or 4 with alpha.
  let channels: Int
  /// Bytes per sample of the input rows, 1 or 2.
  let bytesPerSample: Int
  /// The vector instructions that the loops may use; `portable` is the reference for the others.
  let vector: VectorExtension

  /// Creates a converter for rows of `width` pixels; `bytesPerSample`, 1 or 2, is that of the rows to convert, and must
  /// suit the source depth of `tables`.
  public init(
    _ tables: ConversionTables, width: Int, hasAlpha: Bool, bytesPerSample: Int, vector: VectorExtension = .best
  ) {
    self.tables = tables
    self.width = width
    channels = hasAlpha ? 4 : 3
    self.bytesPerSample = bytesPerSample
    self.vector = vector
  }

  /// Bytes per sample of the converted rows, 1 or 2.
  public var resultBytesPerSample: Int { tables.depth == 16 ? 2 : 1 }
  /// Bytes per row before the conversion.
  public var bytesPerRow: Int { width * channels * bytesPerSample }
  /// Bytes per row after the conversion.
  public var resultBytesPerRow: Int { width * channels * resultBytesPerSample }

  /// Converts whole rows of samples in native byte order. `result` must have room for as many rows of
  /// `resultBytesPerRow` bytes. Alpha is rounded to the nearest code of the result's depth.
  public func convert(_ rows: RawSpan, into result: inout MutableRawSpan) {
    unsafe rows.withUnsafeBytes { rows in
      unsafe result.withUnsafeMutableBytes { result in unsafe convert(rows, into: result) }
    }
  }

  /// Converts whole rows of samples in native byte order. `result` must have room for as many rows of
  /// `resultBytesPerRow` bytes. Alpha is rounded to the nearest code of the result's depth.
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
    let kernel = unsafe ConversionKernel(tables)
    var conversion = unsafe vector == .portable ? nil : tables.vectorConversion?.conversion
    var format = gamut_row_format(
      width: width, channels: UInt32(channels), bytes: UInt32(bytesPerSample),
      result_bytes: UInt32(resultBytesPerSample),
      has_above: 0)
    let undecided = Scratch<UInt32>(count: conversion == nil ? 0 : width)
    for y in 0..<count {
      let (row, result) = unsafe (input + y * bytesPerRow, output + y * resultBytesPerRow)
      if y > 0, unsafe memcmp(row, row - bytesPerRow, bytesPerRow) == 0 {
        unsafe result.copyMemory(from: result - resultBytesPerRow, byteCount: resultBytesPerRow)
      } else if conversion != nil {
        format.has_above = y > 0 ? 1 : 0
        let doubtful = unsafe gamut_convert_row(vector.kernel, &conversion!, &format, row, result, undecided.base)
        unsafe decide(UnsafeBufferPointer(start: undecided.base, count: doubtful), row, result, kernel, from, to)
      } else {
        unsafe convertRow(row, result, kernel, from, to)
      }
    }
    withExtendedLifetime(tables) {}
  }

  /// Converts the given pixels of a row in double precision.
  @inline(never)
  @unsafe
  private func decide<In: PixelFormat, Out: PixelFormat>(
    _ places: UnsafeBufferPointer<UInt32>, _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer,
    _ kernel: ConversionKernel, _ from: In.Type, _ to: Out.Type
  ) {
    var previous = UInt64.max
    var code = (red: 0, green: 0, blue: 0)
    for index in 0..<places.count {
      let x = unsafe Int(places[index])
      let packed = unsafe In.packed(row, x)
      if packed != previous {
        previous = packed
        code = unsafe kernel.code(In.color(row, x)) ?? exact(packed)
      }
      unsafe Out.store(result, x, code.red, code.green, code.blue)
    }
  }

  /// Returns the result of a colour as the tables define it.
  private func exact(_ packed: UInt64) -> (red: Int, green: Int, blue: Int) {
    let code = tables.convert(PackedColor(bits: packed).color)
    return (Int(code.x), Int(code.y), Int(code.z))
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
        code = unsafe kernel.code(In.color(row, x)) ?? exact(packed)
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

/// The conversion of one pixel in double precision, with all data at most one pointer away; the tables must outlive it.
@unsafe
private struct ConversionKernel {
  let red, green, blue: UnsafePointer<Double>
  let redCodes, greenCodes, blueCodes: UnsafePointer<UInt64>
  let matrix: Matrix3
  let steps: Double

  init(_ tables: ConversionTables) {
    let (decode, encode) = unsafe (UnsafePointer(tables.decode.base), UnsafePointer(tables.encode.base))
    let (from, to) = (tables.offsets, tables.encodeOffsets)
    unsafe (red, green, blue) = unsafe (decode + from.x, decode + from.y, decode + from.z)
    unsafe (redCodes, greenCodes, blueCodes) = unsafe (encode + to.x, encode + to.y, encode + to.z)
    unsafe matrix = tables.model.toDestination
    unsafe steps = Double(tables.steps)
  }

  /// Returns the codes of a colour; nil if a value is too close to a threshold.
  @inline(__always)
  func code(_ color: (red: Int, green: Int, blue: Int)) -> (red: Int, green: Int, blue: Int)? {
    let (r, g, b) = unsafe (red[color.red], green[color.green], blue[color.blue])
    let (row0, row1, row2) = unsafe (matrix.row0, matrix.row1, matrix.row2)
    let red = unsafe Self.code(redCodes, row0.x * r + row0.y * g + row0.z * b, steps)
    let green = unsafe Self.code(greenCodes, row1.x * r + row1.y * g + row1.z * b, steps)
    let blue = unsafe Self.code(blueCodes, row2.x * r + row2.y * g + row2.z * b, steps)
    return red | green | blue < 0 ? nil : (red, green, blue)
  }

  /// Returns a code; negative if the value is too close to a threshold.
  @inline(__always)
  private static func code(_ table: UnsafePointer<UInt64>, _ linear: Double, _ steps: Double) -> Int {
    let inside = linear > 0 ? (linear < 1 ? linear : 1) : 0
    let entry = unsafe table[Int(truncatingIfNeeded: UInt32(inside.squareRoot() * steps))]
    let gap = linear - Double(bitPattern: entry)
    guard gap.magnitude > GAMUT_THRESHOLD_MARGIN else { return -1 }
    return Int(truncatingIfNeeded: entry & 0xffff) &+ (gap >= 0 ? 1 : 0)
  }
}
