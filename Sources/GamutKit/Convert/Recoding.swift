import Gamut
import PNGCodec

struct Recoding: Sendable {
  enum Method: Sendable {
    case matrix(ConversionTables)
    case grey(GreyConverter)
    /// A function of the colour, which returns codes of the result's depth.
    case colors(ColorConverter.Evaluate)

    func convert(_ colors: [SIMD3<UInt16>]) -> [SIMD3<UInt16>] {
      switch self {
      case .matrix(let tables): colors.map { tables.convert($0) }
      case .grey(let grey): colors.map { grey.convert(Int($0.x)) }
      case .colors(let evaluate): evaluate(colors)
      }
    }
  }

  let input: PixelLayout
  /// The resulting image: 8 or 16 bits, no palette, not interlaced.
  let output: ImageHeader
  let method: Method
  /// Whether the transparent colour becomes alpha: other colours may have the same result.
  fileprivate let makesAlpha: Bool
  /// The smaller form in which rows are written; nil writes `output`.
  var reduction: Reduction?

  var bytesPerRow: Int { output.width * output.bitsPerPixel / 8 }
  var result: ImageHeader { reduction?.header ?? output }
  var resultBytesPerRow: Int { (result.width * result.bitsPerPixel + 7) / 8 }

  /// - Parameter dropsAlpha: whether every pixel is opaque, so that a transparent colour means nothing.
  init(_ reader: borrowing PNGReader, _ method: Method, depth: Int, dropsAlpha: Bool = false) {
    let header = reader.header
    var key: SIMD3<UInt16>?
    if case .color(let color)? = reader.transparency { key = color }
    input = PixelLayout(
      width: header.width, height: header.height, depth: header.bitDepth, isGrey: header.colorType.isGrey,
      hasAlpha: header.colorType.hasAlpha, transparentColor: key)
    makesAlpha = !dropsAlpha && key != nil
    var isGrey = false
    if case .grey(let grey) = method { isGrey = grey.isGrey }
    let hasAlpha = input.hasAlpha || makesAlpha
    output = ImageHeader(
      width: input.width, height: input.height, bitDepth: depth,
      colorType: isGrey ? (hasAlpha ? .greyAlpha : .grey) : hasAlpha ? .rgba : .rgb)
    self.method = method
  }
}

/// Converts rows. Each thread has its own instance.
@safe final class RowRecoder {
  private enum ColorRows {
    case matrix(RowConverter)
    case grey(GreyConverter)
    case colors(ColorConverter)
  }

  private let recoding: Recoding
  private let colors: ColorRows
  /// Buffers for a row before the change of channels, and before it is made smaller.
  private let colorRow, wholeRow: UnsafeMutableRawPointer

  init(_ recoding: Recoding) {
    self.recoding = recoding
    let input = recoding.input
    colors =
      switch recoding.method {
      case .matrix(let tables):
        .matrix(
          RowConverter(tables, width: input.width, hasAlpha: input.hasAlpha, bytesPerSample: input.bytesPerSample))
      case .grey(let grey): .grey(grey)
      case .colors(let evaluate): .colors(ColorConverter(input, depth: recoding.output.bitDepth, evaluate))
      }
    // Up to four channels of 16 bits.
    unsafe colorRow = .allocate(byteCount: 8 * input.width, alignment: 16)
    unsafe wholeRow = .allocate(byteCount: 8 * input.width, alignment: 16)
  }

  deinit {
    unsafe colorRow.deallocate()
    unsafe wholeRow.deallocate()
  }

  /// Converts `count` rows. Both buffers must have room for them.
  func convert(_ rows: UnsafeRawPointer, count: Int, into result: UnsafeMutableRawPointer) {
    guard recoding.makesAlpha || recoding.reduction != nil else {
      return unsafe convertColors(rows, count: count, into: result)
    }
    for row in 0..<count {
      unsafe convertRow(
        rows + row * recoding.input.bytesPerRow, into: result + row * recoding.resultBytesPerRow)
    }
  }

  private func convertRow(_ row: UnsafeRawPointer, into result: UnsafeMutableRawPointer) {
    let whole = unsafe recoding.reduction == nil ? result : wholeRow
    if recoding.makesAlpha {
      unsafe convertColors(row, count: 1, into: colorRow)
      unsafe addAlpha(row, colorRow, into: whole)
    } else {
      unsafe convertColors(row, count: 1, into: whole)
    }
    unsafe recoding.reduction?.pack(
      UnsafeRawBufferPointer(start: whole, count: recoding.bytesPerRow), of: recoding.output,
      into: UnsafeMutableRawBufferPointer(start: result, count: recoding.resultBytesPerRow))
  }

  private func convertColors(_ rows: UnsafeRawPointer, count: Int, into result: UnsafeMutableRawPointer) {
    let input = recoding.input
    switch colors {
    case .matrix(let matrix):
      unsafe matrix.convert(
        UnsafeRawBufferPointer(start: rows, count: count * matrix.bytesPerRow),
        into: UnsafeMutableRawBufferPointer(start: result, count: count * matrix.resultBytesPerRow))
    case .grey(let grey):
      unsafe grey.convert(rows, count: count * input.width, hasAlpha: input.hasAlpha, into: result)
    case .colors(let colors):
      let step = input.width * (input.hasAlpha ? 4 : 3) * recoding.output.bitDepth / 8
      for row in 0..<count { unsafe colors.convert(rows + row * input.bytesPerRow, into: result + row * step) }
    }
  }

  /// Appends an alpha channel to each pixel: 0 if the source has the transparent colour, else the maximum.
  private func addAlpha(_ row: UnsafeRawPointer, _ colors: UnsafeRawPointer, into result: UnsafeMutableRawPointer) {
    let input = recoding.input
    let bytes = recoding.output.bitDepth / 8
    let size = (recoding.output.colorType.channels - 1) * bytes
    let pixels = unsafe UnsafeRawBufferPointer(start: row, count: input.bytesPerRow)
    for x in 0..<input.width {
      let place = unsafe result + x * (size + bytes)
      unsafe place.copyMemory(from: colors + x * size, byteCount: size)
      let alpha: UInt8 = unsafe input.color(pixels, x) == input.transparentColor ? 0 : 0xff
      for byte in 0..<bytes { unsafe place.storeBytes(of: alpha, toByteOffset: size + byte, as: UInt8.self) }
    }
  }
}
