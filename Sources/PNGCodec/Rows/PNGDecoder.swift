public import ColorScience

/// Decodes the pixels of a file row by row.
///
/// A non-interlaced image is streamed: only a few scanlines are in memory. An interlaced image is held in memory as a
/// whole, because its first row is complete only after its last pass.
public struct PNGDecoder: ~Copyable, Sendable {
  /// The contents of IHDR.
  public let header: ImageHeader
  /// The layout of the rows that `readRows` delivers, top row first; pixels of the transparent colour are unchanged.
  public let layout: PixelLayout

  private let preamble: Preamble
  private var scanlines: ScanlineStream
  private var reader: RowReader
  private let geometry: Scanlines
  /// Rows with a byte for each index or sample below 8 bits: before palette expansion, or all of an interlaced image.
  private let held: Memory
  private let expansion: PaletteExpansion?
  private let rawBytesPerRow: Int
  /// The number of rows inflated at a time, which is also the capacity of `held` if it is an intermediate buffer.
  private let rowsPerStep: Int
  private var nextRow = 0
  private var isDeinterlaced = false

  /// Creates a decoder from a reader, which is positioned at the image data.
  ///
  /// Throws `limitExceeded` if a row, or an interlaced image, needs more memory than the limits allow.
  public init(_ source: consuming PNGReader) throws(PNGError) {
    let preamble = source.preamble
    let header = preamble.header
    let limits = source.limits
    let isPalette = header.colorType == .palette
    let expansion = isPalette ? PaletteExpansion(preamble) : nil
    let transparentColor: SIMD3<UInt16>? = if case .color(let color) = source.transparency { color } else { nil }
    let layout = PixelLayout(
      width: header.width, height: header.height, depth: isPalette ? 8 : header.bitDepth,
      isGrey: header.colorType.isGrey, hasAlpha: expansion?.hasAlpha ?? header.colorType.hasAlpha,
      transparentColor: transparentColor)

    // Width and height are below 2^31 and their product is limited, so nothing here overflows.
    guard layout.bytesPerRow <= limits.maximumRowBytes else {
      throw .limitExceeded(
        limit: .rowBytes, value: layout.bytesPerRow, maximum: limits.maximumRowBytes, chunk: nil, offset: nil)
    }
    let rawBytesPerRow = isPalette ? header.width : layout.bytesPerRow
    let imageBytes = rawBytesPerRow.multipliedReportingOverflow(by: header.height)
    if header.isInterlaced, imageBytes.overflow || imageBytes.partialValue > limits.maximumInterlacedBytes {
      throw .limitExceeded(
        limit: .interlacedBytes, value: imageBytes.overflow ? Int.max : imageBytes.partialValue,
        maximum: limits.maximumInterlacedBytes, chunk: nil, offset: nil)
    }

    let lineBytes = 1 + (header.width * header.bitsPerPixel + 7) / 8
    let rowsPerStep = max(1, min(header.height, Self.stepBytes / max(lineBytes, rawBytesPerRow)))
    let held = try Memory(
      count: header.isInterlaced ? imageBytes.partialValue : isPalette ? rowsPerStep * rawBytesPerRow : 0)
    let reader = try RowReader(header: header)
    let first = source.imageData
    let scanlines = try ScanlineStream(IDATStream(source.chunks, first: first), step: rowsPerStep * lineBytes)

    self.header = header
    self.layout = layout
    self.preamble = preamble
    self.expansion = expansion
    self.rawBytesPerRow = rawBytesPerRow
    self.rowsPerStep = rowsPerStep
    geometry = Scanlines(header: header)
    self.held = held
    self.reader = reader
    self.scanlines = scanlines
  }

  /// The number of bytes processed at a time: small enough to stay in a cache, and large enough that it does not matter
  /// that ISA-L copies 64 KiB of history for each call.
  private static let stepBytes = 256 << 10

  /// Reads as many whole rows as `buffer` has room for, and returns their number.
  public mutating func readRows(into buffer: inout MutableRawSpan) throws(PNGError) -> Int {
    try unsafe buffer.withUnsafeMutableBytes { (buffer) throws(PNGError) in try unsafe readRows(into: buffer) }
  }

  /// Reads as many whole rows as `buffer` has room for and the image has left, without gaps, and returns their number;
  /// 0 at the end of the image. `buffer` must have room for at least one row (`layout.bytesPerRow`).
  ///
  /// After an error no more rows can be read.
  public mutating func readRows(into buffer: UnsafeMutableRawBufferPointer) throws(PNGError) -> Int {
    let count = min(buffer.count / layout.bytesPerRow, header.height - nextRow)
    guard count > 0, let start = buffer.baseAddress else { return 0 }
    if header.isInterlaced, !isDeinterlaced { try deinterlace() }
    var done = 0
    while done < count {
      let step = min(count - done, rowsPerStep)
      let output = unsafe UnsafeMutableRawBufferPointer(
        start: start + done * layout.bytesPerRow, count: step * layout.bytesPerRow)
      try unsafe deliver(step, into: output)
      done += step
      nextRow += step
    }
    return count
  }

  private mutating func deliver(_ count: Int, into output: UnsafeMutableRawBufferPointer) throws(PNGError) {
    guard let target = output.baseAddress, let start = unsafe held.bytes.baseAddress else { return }
    if !header.isInterlaced {
      try unsafe decode(geometry.passes[0], rows: nextRow..<nextRow + count, into: expansion == nil ? target : start)
    }
    let from = unsafe start + (header.isInterlaced ? nextRow * rawBytesPerRow : 0)
    if let expansion {
      for row in 0..<count {
        let indices = unsafe UnsafeRawBufferPointer(start: from + row * rawBytesPerRow, count: rawBytesPerRow)
        let range = row * layout.bytesPerRow..<(row + 1) * layout.bytesPerRow
        do throws(PNGError) {
          try unsafe expansion.expand(
            indices, into: UnsafeMutableRawBufferPointer(rebasing: output[range]), row: nextRow + row)
        } catch {
          try scanlines.checkCRC()
          throw error
        }
      }
    } else if header.isInterlaced {
      unsafe target.copyMemory(from: from, byteCount: output.count)
    }
  }

  private mutating func deinterlace() throws(PNGError) {
    guard let start = unsafe held.bytes.baseAddress else { return }
    for pass in geometry.passes {
      var row = 0
      while row < header.height {
        let rows = row..<min(row + rowsPerStep, header.height)
        try unsafe decode(pass, rows: rows, into: start + row * rawBytesPerRow)
        row = rows.upperBound
      }
    }
    isDeinterlaced = true
  }

  private mutating func decode(
    _ pass: Scanlines.Pass, rows: Range<Int>, into output: UnsafeMutableRawPointer
  ) throws(PNGError) {
    let input = try unsafe scanlines.take(geometry.bytes(pass, rows: rows))
    guard let line = unsafe reader.read(input, pass, rows: rows, into: output, stride: rawBytesPerRow) else { return }
    try scanlines.checkCRC()
    throw .filterType(row: pass.row(line, in: rows))
  }

  /// Checks the rest of the file: the remaining image data (rows not read are inflated and checked, but not
  /// unfiltered), the chunks up to IEND, and that no data follows. Only after this returns is the file known to be
  /// complete.
  ///
  /// Returns all findings of the file, those of the reader first.
  public consuming func finish() throws(PNGError) -> [Finding] {
    try finishWithChunks().findings
  }

  /// Returns the same, and the chunks that may be copied to another file, if the reader stored them.
  public consuming func finishWithChunks() throws(PNGError) -> (findings: [Finding], kept: KeptChunks?) {
    var preamble = preamble
    try scanlines.finish(expected: geometry.total, &preamble.findings)
    try preamble.readFromImageData(scanlines.imageData.following, from: &scanlines.imageData.chunks)
    return (preamble.findings.all, preamble.kept)
  }
}

/// Converts palette indices to RGB, or to RGBA if tRNS defines alpha.
struct PaletteExpansion: Sendable {
  /// Red, green, blue, alpha in the bytes of a word, red in the lowest.
  private let entries: [UInt32]
  let hasAlpha: Bool

  init(_ preamble: Preamble) {
    let alpha = if case .palette(let values) = preamble.transparency { values } else { [UInt8]() }
    hasAlpha = !alpha.isEmpty
    entries = (preamble.palette ?? []).enumerated().map { index, color in
      let opacity = index < alpha.count ? alpha[index] : 255
      return UInt32(color.x) | UInt32(color.y) << 8 | UInt32(color.z) << 16 | UInt32(opacity) << 24
    }
  }

  /// Writes a row with as many pixels as there are indices. `row` is the index of the row, for the error.
  func expand(
    _ indices: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, row: Int
  ) throws(PNGError) {
    let step = hasAlpha ? 4 : 3
    var at = 0
    for x in 0..<indices.count {
      let index = unsafe Int(indices[x])
      guard index < entries.count else {
        throw .paletteIndex(index: index, count: entries.count, x: x, y: row)
      }
      let entry = entries[index]
      unsafe output[at] = UInt8(truncatingIfNeeded: entry)
      unsafe output[at + 1] = UInt8(truncatingIfNeeded: entry >> 8)
      unsafe output[at + 2] = UInt8(truncatingIfNeeded: entry >> 16)
      if hasAlpha { unsafe output[at + 3] = UInt8(truncatingIfNeeded: entry >> 24) }
      at += step
    }
  }
}
