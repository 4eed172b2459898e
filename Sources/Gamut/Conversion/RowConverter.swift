internal import CGamutKernels
import ColorScience
import LibC

/// Converts rows of red, green, blue and optional alpha, exactly: every code equals that of
/// ``ConversionTables/convert(_:)``, which follows the definitions in double precision.
///
/// It is stateless, so any thread can convert rows in any order.
public struct RowConverter: Sendable {
  let tables: ConversionTables
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
  public func convert(_ rows: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
    guard let input = rows.baseAddress, let output = result.baseAddress, bytesPerRow > 0 else { return }
    let count = min(rows.count / bytesPerRow, result.count / resultBytesPerRow)
    switch (bytesPerSample, resultBytesPerSample, channels) {
    case (1, 1, 3): unsafe convert(input, output, count, RGB<UInt8>.self, RGB<UInt8>.self)
    case (1, 1, _): unsafe convert(input, output, count, RGBA<UInt8>.self, RGBA<UInt8>.self)
    case (1, _, 3): unsafe convert(input, output, count, RGB<UInt8>.self, RGB<UInt16>.self)
    case (1, _, _): unsafe convert(input, output, count, RGBA<UInt8>.self, RGBA<UInt16>.self)
    case (_, 1, 3): unsafe convert(input, output, count, RGB<UInt16>.self, RGB<UInt8>.self)
    case (_, 1, _): unsafe convert(input, output, count, RGBA<UInt16>.self, RGBA<UInt8>.self)
    case (_, _, 3): unsafe convert(input, output, count, RGB<UInt16>.self, RGB<UInt16>.self)
    case (_, _, _): unsafe convert(input, output, count, RGBA<UInt16>.self, RGBA<UInt16>.self)
    }
  }

  @unsafe
  private func convert<In: PixelFormat, Out: PixelFormat>(
    _ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int, _ from: In.Type, _ to: Out.Type
  ) {
    let kernel = unsafe ExactCoder(
      tables.model, tables.encoders, decode: UnsafePointer(tables.decode.base), tables.offsets)
    var conversion = unsafe vector == .portable ? nil : tables.vectorConversion?.conversion
    var format = gamut_row_format(
      width: width, channels: UInt32(channels), bytes: UInt32(bytesPerSample),
      result_bytes: UInt32(resultBytesPerSample),
      has_above: 0)
    let undecided = Scratch<UInt32>(count: conversion == nil ? 0 : width)
    var outside = OutsideColors(tables, width: width)
    for y in 0..<count {
      let (row, result) = unsafe (input + y * bytesPerRow, output + y * resultBytesPerRow)
      if y > 0, unsafe memcmp(row, row - bytesPerRow, bytesPerRow) == 0 {
        unsafe result.copyMemory(from: result - resultBytesPerRow, byteCount: resultBytesPerRow)
        continue
      }
      if conversion != nil {
        format.has_above = y > 0 ? 1 : 0
        let doubtful = unsafe vector.ofTables.kernels.convert_row(&conversion!, &format, row, result, undecided.base)
        let places = unsafe UnsafeBufferPointer(start: undecided.base, count: doubtful)
        unsafe convert(places.lazy.map { Int($0) }, row, result, kernel, from, to)
      } else {
        unsafe convert(0..<width, row, result, kernel, from, to)
      }
      if outside != nil { unsafe map(row, result, &outside!, kernel, from, to) }
    }
    withExtendedLifetime(tables) {}
  }

  @inline(never)
  @unsafe
  private func convert<In: PixelFormat, Out: PixelFormat>(
    _ places: some Sequence<Int>, _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ kernel: ExactCoder,
    _ from: In.Type, _ to: Out.Type
  ) {
    var previous = UInt64.max
    var code = (red: 0, green: 0, blue: 0)
    for x in places {
      let packed = unsafe In.packed(row, x)
      if packed != previous {
        previous = packed
        code = unsafe kernel.code(kernel.linear(In.color(row, x))) ?? exact(packed)
      }
      unsafe Out.store(result, x, code.red, code.green, code.blue)
      if Out.hasAlpha { unsafe Out.storeAlpha(of: row, x, from, in: result) }
    }
  }

  /// Returns the result of a colour as the tables define it.
  private func exact(_ packed: UInt64) -> (red: Int, green: Int, blue: Int) {
    let code = tables.convert(PackedColor(bits: packed).color)
    return (Int(code.x), Int(code.y), Int(code.z))
  }

  /// Maps the pixels outside the destination. Clamping has given them the code of 0 or of 1, or one beyond.
  @unsafe
  private func map<In: PixelFormat, Out: PixelFormat>(
    _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ outside: inout OutsideColors,
    _ kernel: ExactCoder, _ from: In.Type, _ to: Out.Type
  ) {
    // Each loop selects some of the pixels, without a branch that no processor would predict.
    let (positions, indices) = unsafe (outside.positions.base, outside.indices.base)
    let (least, most) = (outside.least, outside.most)
    var count = 0
    for x in 0..<width {
      unsafe positions[count] = UInt32(truncatingIfNeeded: x)
      let (red, green, blue) = unsafe Out.color(result, x)
      let within =
        (red &- least.red) | (most.red &- red) | (green &- least.green) | (most.green &- green)
        | (blue &- least.blue) | (most.blue &- blue)
      count &+= within < 0 ? 1 : 0
    }
    outside.removeAll()
    var pixels = 0
    var previous = UInt64.max
    var isOutside = false
    for index in 0..<count {
      let x = unsafe positions[index]
      let packed = unsafe In.packed(row, Int(x))
      if packed != previous {
        previous = packed
        isOutside = unsafe outside.add(packed, kernel.linear(In.color(row, Int(x))))
      }
      unsafe positions[pixels] = x
      unsafe indices[pixels] = UInt32(truncatingIfNeeded: outside.count &- 1)
      pixels &+= isOutside ? 1 : 0
    }
    outside.map(vector) { packed, linear in linear.flatMap { unsafe kernel.code($0) } ?? exact(packed) }
    var moved = 0
    for pixel in 0..<pixels {
      unsafe positions[moved] = positions[pixel]
      unsafe indices[moved] = indices[pixel]
      moved &+= unsafe outside.codes.base[Int(indices[pixel])] == OutsideColors.clamped ? 0 : 1
    }
    for pixel in 0..<moved {
      let code = PackedColor(bits: unsafe outside.codes.base[Int(indices[pixel])]).color
      unsafe Out.store(result, Int(positions[pixel]), Int(code.x), Int(code.y), Int(code.z))
    }
  }
}

private struct OutsideColors: ~Copyable {
  private var mapping: gamut_css
  /// Linear values in three planes, each with room for a block of eight at the end.
  private let linear: Scratch<Double>
  private let stride: Int
  /// The packed colours, and their packed codes once they are mapped: `clamped` if that is where they go.
  private let colors: Scratch<UInt64>
  let codes: Scratch<UInt64>
  private(set) var count = 0
  private let moved: Scratch<UInt32>
  /// The pixels with one of the colours, and its index.
  let positions, indices: Scratch<UInt32>
  /// The least and the largest codes that no colour outside is clamped to.
  let least, most: (red: Int, green: Int, blue: Int)

  static let clamped = UInt64.max

  /// Returns nil if the tables have no mapping.
  init?(_ tables: ConversionTables, width: Int) {
    guard let css = tables.mapping else { return nil }
    mapping = gamut_css(
      to_cones: css.cones.to.elements, from_cones: css.cones.from.elements,
      from_roots: OKLab.fromRoots.elements, jnd: CSSMapping.jnd, epsilon: CSSMapping.epsilon)
    stride = width + 8
    linear = Scratch(count: 3 * stride, filledWith: 0)
    colors = Scratch(count: width)
    codes = Scratch(count: width)
    moved = Scratch(count: width)
    positions = Scratch(count: width + 1)
    indices = Scratch(count: width + 1)
    let (zero, one) = (tables.code(.zero), tables.code(.one))
    least = (Int(zero.x) + 1, Int(zero.y) + 1, Int(zero.z) + 1)
    most = (Int(one.x) - 1, Int(one.y) - 1, Int(one.z) - 1)
  }

  mutating func removeAll() { count = 0 }

  /// Adds a colour if it is outside; returns whether it is.
  @inline(__always)
  mutating func add(_ color: UInt64, _ values: SIMD3<Double>) -> Bool {
    let isInside =
      values.x >= 0 && values.x <= 1 && values.y >= 0 && values.y <= 1 && values.z >= 0 && values.z <= 1
    if isInside { return false }
    let planes = unsafe linear.base + count
    unsafe (planes[0], planes[stride], planes[2 &* stride]) = (values.x, values.y, values.z)
    unsafe colors.base[count] = color
    unsafe codes.base[count] = Self.clamped
    count &+= 1
    return true
  }

  /// Finds the codes of the colours that go elsewhere than by clamping, which `code` returns for a colour and its mapped
  /// linear values, or nil if rounding could decide where it goes.
  mutating func map(_ vector: VectorExtension, _ code: (UInt64, SIMD3<Double>?) -> (red: Int, green: Int, blue: Int)) {
    let planes = unsafe linear.base
    let found = unsafe withUnsafePointer(to: (planes, planes + stride, planes + 2 * stride)) { start in
      unsafe start.withMemoryRebound(to: UnsafeMutablePointer<Double>?.self, capacity: 3) {
        unsafe vector.kernels.map_css(&mapping, $0, count, moved.base)
      }
    }
    for number in 0..<found {
      let index = unsafe Int(moved.base[number])
      let values = unsafe SIMD3(planes[index], planes[stride &+ index], planes[2 &* stride &+ index])
      let code = code(unsafe colors.base[index], values.x.isNaN ? nil : values)
      unsafe codes.base[index] = UInt64(truncatingIfNeeded: code.red &<< 32 | code.green &<< 16 | code.blue)
    }
  }
}
