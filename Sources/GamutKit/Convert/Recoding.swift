import Gamut
import PNGCodec

/// The row-by-row conversion of the pixels of an image.
struct Recoding: Sendable {
  /// The conversion of a colour.
  enum Method: Sendable {
    case matrix(ConversionTables)
    case grey(GreyConverter)
    /// A function of the colour, which returns codes of `colorDepth`.
    case colors(ColorConverter.Evaluate)

    func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> { convert([color])[0] }

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
  let dithering: Dithering?
  /// Whether the transparent colour becomes alpha in the result.
  let makesAlpha: Bool
  /// Whether the result has no alpha and no transparent colour, because every pixel is opaque.
  let dropsAlpha: Bool
  /// The smaller form in which rows are written; nil writes `output`.
  var reduction: Reduction?

  private var losesChannel: Bool { dropsAlpha && input.hasAlpha }
  var hasTransparentColor: Bool { !makesAlpha && !dropsAlpha && input.transparentColor != nil }
  /// Whether the channels of a row are not those that the method returns.
  var changesChannels: Bool { makesAlpha || losesChannel }

  /// Bits of the codes that the method returns.
  var colorDepth: Int { dithering == nil ? output.bitDepth : 16 }
  /// Whether rows must be converted in order.
  var isSequential: Bool { dithering == .diffusion }

  var colorChannels: Int { output.colorType.channels - (makesAlpha ? 1 : 0) + (losesChannel ? 1 : 0) }
  var bytesPerRow: Int { output.width * output.bitsPerPixel / 8 }

  var result: ImageHeader { reduction?.header ?? output }
  var resultBytesPerRow: Int { (result.width * result.bitsPerPixel + 7) / 8 }
}

/// Converts rows. Each thread has its own instance; for sequential conversion there is a single one.
@safe final class RowRecoder {
  private let recoding: Recoding
  /// Converts the colours of some rows.
  private let color: (_ rows: UnsafeRawPointer, _ count: Int, _ result: UnsafeMutableRawPointer) -> Void
  private var ditherer: Ditherer?
  /// Buffers for a row between the method and the change of channels, between that and dithering, and before it is made
  /// smaller.
  private var colorRow, alphaRow, wholeRow: [UInt8]

  init(_ recoding: Recoding) {
    self.recoding = recoding
    let input = recoding.input
    switch recoding.method {
    case .matrix(let tables):
      let matrix = RowConverter(
        tables, width: input.width, hasAlpha: input.hasAlpha, bytesPerSample: input.bytesPerSample)
      unsafe color = { rows, count, result in
        unsafe matrix.convert(
          UnsafeRawBufferPointer(start: rows, count: count * matrix.bytesPerRow),
          into: UnsafeMutableRawBufferPointer(start: result, count: count * matrix.resultBytesPerRow))
      }
    case .grey(let grey):
      unsafe color = { rows, count, result in
        unsafe grey.convert(
          rows, count: count * input.width, samples: input.isGrey ? 1 : 3, hasAlpha: input.hasAlpha, into: result)
      }
    case .colors(let evaluate):
      let colors = ColorConverter(input, depth: recoding.colorDepth, evaluate)
      let resultStep = input.width * recoding.colorChannels * recoding.colorDepth / 8
      unsafe color = { rows, count, result in
        for row in 0..<count {
          unsafe colors.convert(rows + row * input.bytesPerRow, into: result + row * resultStep)
        }
      }
    }
    let width = recoding.output.width
    let channels = recoding.output.colorType.channels
    ditherer = recoding.dithering.map {
      Ditherer($0, width: width, channels: channels, hasAlpha: recoding.output.colorType.hasAlpha)
    }
    let wide = recoding.changesChannels || ditherer != nil
    colorRow = Array(repeating: 0, count: recoding.changesChannels ? width * recoding.colorChannels * 2 : 0)
    alphaRow = Array(repeating: 0, count: wide ? width * channels * 2 : 0)
    wholeRow = Array(repeating: 0, count: recoding.reduction == nil ? 0 : recoding.bytesPerRow)
  }

  /// Converts `count` rows, the first of which is row `y` of the image. Both buffers must have room for them.
  func convert(_ rows: UnsafeRawPointer, count: Int, from y: Int, into result: UnsafeMutableRawPointer) {
    let (step, resultStep) = (recoding.input.bytesPerRow, recoding.resultBytesPerRow)
    if let reduction = recoding.reduction {
      unsafe wholeRow.withUnsafeMutableBytes { whole in
        guard let start = whole.baseAddress else { return }
        for row in 0..<count {
          unsafe convertRow(rows + row * step, y + row, into: start)
          unsafe reduction.pack(
            UnsafeRawBufferPointer(whole), of: recoding.output,
            into: UnsafeMutableRawBufferPointer(start: result + row * resultStep, count: resultStep))
        }
      }
      return
    }
    guard recoding.changesChannels || ditherer != nil else { return unsafe color(rows, count, result) }
    for row in 0..<count { unsafe convertRow(rows + row * step, y + row, into: result + row * resultStep) }
  }

  private func convertRow(_ row: UnsafeRawPointer, _ y: Int, into result: UnsafeMutableRawPointer) {
    guard recoding.changesChannels || ditherer != nil else { return unsafe color(row, 1, result) }
    unsafe alphaRow.withUnsafeMutableBytes { alpha in
      guard let alpha = alpha.baseAddress else { return }
      let target = unsafe ditherer == nil ? result : alpha
      if recoding.changesChannels {
        unsafe colorRow.withUnsafeMutableBytes { plain in
          guard let plain = plain.baseAddress else { return }
          unsafe color(row, 1, plain)
          unsafe recoding.makesAlpha ? addAlpha(row, plain, into: target) : removeAlpha(plain, into: target)
        }
      } else {
        unsafe color(row, 1, target)
      }
      unsafe ditherer?.dither(alpha, y: y, into: result)
    }
  }

  /// Copies the channels of each pixel but for the last one.
  private func removeAlpha(_ colors: UnsafeRawPointer, into result: UnsafeMutableRawPointer) {
    let bytes = recoding.colorDepth / 8
    let size = recoding.output.colorType.channels * bytes
    for x in 0..<recoding.output.width {
      unsafe (result + x * size).copyMemory(from: colors + x * (size + bytes), byteCount: size)
    }
  }

  /// Appends an alpha channel to each pixel: 0 if the source has the transparent colour, else the maximum.
  private func addAlpha(
    _ row: UnsafeRawPointer, _ colors: UnsafeRawPointer, into result: UnsafeMutableRawPointer
  ) {
    let input = recoding.input
    guard let key = input.transparentColor else { return }
    let bytes = recoding.colorDepth / 8
    let size = recoding.colorChannels * bytes
    for x in 0..<input.width {
      let pixel = unsafe row + x * input.channels * input.bytesPerSample
      var isKey = true
      for channel in 0..<input.channels {
        let sample =
          unsafe input.bytesPerSample == 2
          ? pixel.loadUnaligned(fromByteOffset: 2 * channel, as: UInt16.self)
          : UInt16(pixel.load(fromByteOffset: channel, as: UInt8.self))
        if sample != key[channel] { isKey = false }
      }
      let place = unsafe result + x * (size + bytes)
      unsafe place.copyMemory(from: colors + x * size, byteCount: size)
      for byte in 0..<bytes {
        unsafe place.storeBytes(of: isKey ? 0 : 0xff, toByteOffset: size + byte, as: UInt8.self)
      }
    }
  }
}

/// The transparent colour of a grey or RGB image (PNG `tRNS`) in a conversion: the result has a transparent colour too,
/// or alpha where other pixels would become transparent with it.
extension Recoding {
  init(
    _ reader: borrowing PNGReader, _ method: Method, _ dithering: Dithering?, depth: Int,
    dropsAlpha: Bool = false, pixels: () throws(PNGError) -> PNGDecoder
  ) throws(ConvertError) {
    let header = reader.header
    var key: SIMD3<UInt16>?
    if case .color(let color)? = reader.transparency { key = color }
    var input = PixelLayout(
      width: header.width, height: header.height, depth: header.bitDepth, isGrey: header.colorType.isGrey,
      hasAlpha: header.colorType.hasAlpha, transparentColor: key)
    if header.colorType == .palette {
      input = try ConvertError.reading { () throws(PNGError) in PixelLayout(try pixels().layout) }
    }
    // No pixel of an image without colours has a transparent colour that is one.
    if case .grey = method, let color = key, !color.isNeutral { (key, input.transparentColor) = (nil, nil) }
    // With dithering, the result of a colour depends on the position.
    var makesAlpha = key != nil && dithering != nil && !dropsAlpha
    if let key, !makesAlpha, !dropsAlpha {
      makesAlpha = try ConvertError.reading { () throws(PNGError) in
        try Self.isAmbiguous(key, input, method, try pixels())
      }
    }
    var isGrey = false
    if case .grey(let grey) = method { isGrey = grey.isGrey }
    let hasAlpha = !dropsAlpha && input.hasAlpha || makesAlpha
    self.init(
      input: input,
      output: ImageHeader(
        width: input.width, height: input.height, bitDepth: depth,
        colorType: isGrey ? (hasAlpha ? .greyAlpha : .grey) : hasAlpha ? .rgba : .rgb),
      method: method, dithering: dithering, makesAlpha: makesAlpha, dropsAlpha: dropsAlpha)
  }

  /// Returns whether a pixel of another colour has the same result as the transparent colour.
  private static func isAmbiguous(
    _ key: SIMD3<UInt16>, _ input: PixelLayout, _ method: Method, _ pixels: consuming PNGDecoder
  ) throws(PNGError) -> Bool {
    let transparent = method.convert(key)
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: input.bytesPerRow, alignment: 16)
    defer { unsafe row.deallocate() }
    /// Colours that have been checked.
    var known: Set<SIMD3<UInt16>> = [key]
    while try unsafe pixels.readRows(into: row) > 0 {
      for x in 0..<input.width {
        let color = unsafe input.color(UnsafeRawBufferPointer(row), x)
        if known.contains(color) { continue }
        if method.convert(color) == transparent { return true }
        if known.count < 1 << 16 { known.insert(color) }
      }
    }
    return false
  }
}

extension SIMD3<UInt16> {
  /// Whether it is a grey.
  fileprivate var isNeutral: Bool { x == y && x == z }
}

extension PixelLayout {
  /// Returns whether all pixels are grey, but for transparent ones.
  static func isNeutral(_ pixels: consuming PNGDecoder) throws(PNGError) -> Bool {
    let layout = PixelLayout(pixels.layout)
    let row = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { unsafe row.deallocate() }
    while try unsafe pixels.readRows(into: row) > 0 {
      for x in 0..<layout.width {
        let color = unsafe layout.color(UnsafeRawBufferPointer(row), x)
        if color.isNeutral || color == layout.transparentColor { continue }
        guard layout.hasAlpha else { return false }
        let end = (x + 1) * layout.channels * layout.bytesPerSample
        guard unsafe row[end - 1] == 0, unsafe layout.depth < 16 || row[end - 2] == 0 else { return false }
      }
    }
    return true
  }
}
