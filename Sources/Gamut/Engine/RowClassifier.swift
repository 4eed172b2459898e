#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the pixels on the surface of the destination cube and their codes, a batch of rows at a time.
///
/// It has no memory of earlier rows, so batches can be classified by any thread in any order. Single precision
/// decides what it can; whatever is within `margin` of a decision is decided in double precision.
struct RowClassifier: Sendable {
  let tables: RenditionTables
  let layout: PixelLayout

  /// Classifies whole rows into `result`, which has room for them.
  func classify(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    func open<Format: PixelFormat>(_ format: Format.Type) {
      unsafe classify(rows, as: format, into: &result)
    }
    open(layout.format)
  }

  @unsafe
  private func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, into result: inout ClassifiedRows
  ) {
    let bytesPerRow = layout.bytesPerRow
    let count = rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    result.excess = 0
    guard let base = rows.baseAddress else { return }
    let maskTransparent = Format.hasAlpha || layout.transparentColor != nil
    var end = 0
    var transparentAbove = 0
    for row in 0..<count {
      let pixels = unsafe base + row * bytesPerRow
      let isRepeat = unsafe row > 0 && memcmp(pixels, pixels - bytesPerRow, bytesPerRow) == 0
      unsafe result.repeats.base[row] = isRepeat
      if !isRepeat {
        transparentAbove = maskTransparent ? unsafe countTransparent(pixels, as: format) : 0
        if tables.canExceed {
          if tables.decode.isEmpty {
            end = unsafe classifyEvaluated(pixels, as: format, from: end, into: &result)
          } else {
            end = unsafe classifyRow(pixels, as: format, from: end, into: &result)
          }
        }
      }
      result.transparent += transparentAbove
      unsafe result.ends.base[row] = end
    }
  }

  @unsafe
  private func countTransparent<Format: PixelFormat>(_ row: UnsafeRawPointer, as format: Format.Type) -> Int {
    var count = 0
    if Format.hasAlpha {
      for x in 0..<layout.width { count &+= unsafe Format.alpha(row, x) == 0 ? 1 : 0 }
    } else if let transparent = layout.transparentColor {
      let key = PackedColor(transparent).bits
      for x in 0..<layout.width { count &+= unsafe Format.packed(row, x) == key ? 1 : 0 }
    }
    return count
  }

  @inline(__always)
  @unsafe
  private func isTransparent<Format: PixelFormat>(
    _ row: UnsafeRawPointer, _ x: Int, key: UInt64, as format: Format.Type
  ) -> Bool {
    Format.hasAlpha ? unsafe Format.alpha(row, x) == 0 : unsafe Format.packed(row, x) == key
  }

  /// A row whose colours are decoded by tables: a test of every pixel, then the codes of those that it lets through.
  @unsafe
  private func classifyRow<Format: PixelFormat>(
    _ row: UnsafeRawPointer, as format: Format.Type, from start: Int, into result: inout ClassifiedRows
  ) -> Int {
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    let positions = unsafe result.positions.base + start
    let candidates = unsafe tables.decodeFloat.withUnsafeBufferPointer { decode in
      unsafe findCandidates(row, as: format, decode: decode, positions)
    }
    var count = 0
    let surface = unsafe result.surface.base + start
    unsafe tables.decodeFloat.withUnsafeBufferPointer { decode in
      unsafe tables.codes.withUnsafeBufferPointer { codes in
        var excess = Float(result.excess)
        for index in 0..<candidates {
          let x = unsafe positions[index]
          if unsafe isTransparent(row, Int(x), key: key, as: format) { continue }
          let color = unsafe Format.color(row, Int(x))
          let linear = unsafe linearFloat(color, decode)
          let over = max((linear - 1).max(), (0 - linear).max())
          if over > excess - tables.margin {
            unsafe result.excess = max(result.excess, exactExcess(Format.packed(row, Int(x))))
            excess = Float(result.excess)
          }
          var bits = unsafe surfaceCode(linear, codes)
          if bits == Self.undecided { bits = unsafe exactCode(Format.packed(row, Int(x)))?.bits ?? Self.interior }
          if bits == Self.interior { continue }
          unsafe positions[count] = x
          unsafe surface[count] = bits
          count &+= 1
        }
      }
    }
    return start + count
  }

  @inline(__always)
  @unsafe
  private func linearFloat(
    _ color: (red: Int, green: Int, blue: Int), _ decode: UnsafeBufferPointer<Float>
  ) -> SIMD4<Float> {
    unsafe tables.column0 * decode[tables.offsets.x &+ color.red]
      + tables.column1 * decode[tables.offsets.y &+ color.green]
      + tables.column2 * decode[tables.offsets.z &+ color.blue]
  }

  /// Writes the x of each pixel whose code may be on the surface; the number of them.
  @inline(__always)
  @unsafe
  private func findCandidates<Format: PixelFormat>(
    _ row: UnsafeRawPointer, as format: Format.Type, decode: UnsafeBufferPointer<Float>,
    _ positions: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var count = 0
    let (lower, upper) = (tables.lower, tables.upper)
    for x in 0..<layout.width {
      let linear = unsafe linearFloat(Format.color(row, x), decode)
      let isCandidate = any((linear .< lower) .| (linear .> upper))
      unsafe positions[count] = UInt32(truncatingIfNeeded: x)
      count &+= isCandidate ? 1 : 0
    }
    return count
  }

  /// Neither is a surface code.
  private static let undecided = UInt64.max, interior = UInt64.max - 1

  /// The surface code in single precision, `interior`, or `undecided` where it takes more.
  @inline(__always)
  @unsafe
  private func surfaceCode(_ linear: SIMD4<Float>, _ codes: UnsafeBufferPointer<UInt16>) -> UInt64 {
    guard !codes.isEmpty else { return Self.undecided }
    let (low, high, margin) = (tables.low, tables.high, tables.margin)
    // Nearer to the edge of the clip test than the margin: cannot tell.
    let near =
      (linear .> low - margin) .& (linear .< low + margin) .| (linear .> high - margin) .& (linear .< high + margin)
    if any(near) { return Self.undecided }
    let clamped = linear.clamped(lowerBound: .zero, upperBound: .one)
    let roots = SIMD4<Int32>(clamped.squareRoot() * RenditionTables.rootSteps)
    let red = unsafe codes[tables.codeOffsets.x &+ Int(roots.x)]
    let green = unsafe codes[tables.codeOffsets.y &+ Int(roots.y)]
    let blue = unsafe codes[tables.codeOffsets.z &+ Int(roots.z)]
    if (red | green | blue) & RenditionTables.ambiguous != 0 { return Self.undecided }
    // A code of 0 wraps around: it is 254 or more just where it is at an end of the range.
    if max(red &- 1, green &- 1, blue &- 1) < 254 { return Self.interior }
    var bits = UInt64(red) &<< 32 | UInt64(green) &<< 16 | UInt64(blue)
    let below = linear .< low
    let above = linear .> high
    bits |= below[0] ? 1 &<< 48 : 0
    bits |= below[1] ? 1 &<< 49 : 0
    bits |= below[2] ? 1 &<< 50 : 0
    bits |= above[0] ? 1 &<< 51 : 0
    bits |= above[1] ? 1 &<< 52 : 0
    bits |= above[2] ? 1 &<< 53 : 0
    return bits
  }

  /// The code in double precision; nil where it is not on the surface.
  private func exactCode(_ packed: UInt64) -> SurfaceCode? {
    SurfaceCode(
      linear: tables.model.toDestination * tables.sourceLinear(PackedColor(bits: packed)),
      encoders: tables.encoders, maximum: UInt16(tables.model.maximum))
  }

  private func exactExcess(_ packed: UInt64) -> Double {
    Self.excess(tables.model.toDestination * tables.sourceLinear(PackedColor(bits: packed)))
  }

  private static func excess(_ linear: SIMD3<Double>) -> Double { max((linear - .one).max(), (-linear).max(), 0) }

  /// A row whose colours a profile's table evaluates: the distinct stretches are evaluated together.
  @unsafe
  private func classifyEvaluated<Format: PixelFormat>(
    _ row: UnsafeRawPointer, as format: Format.Type, from start: Int, into result: inout ClassifiedRows
  ) -> Int {
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    var colors: [SIMD3<UInt16>] = []
    var previous = UInt64.max
    for x in 0..<layout.width where unsafe !isTransparent(row, x, key: key, as: format) {
      let packed = unsafe Format.packed(row, x)
      if packed != previous { colors.append(PackedColor(bits: packed).color) }
      previous = packed
    }
    let maximum = UInt16(tables.model.maximum)
    let outcomes = tables.model.sourceLinear(colors).map {
      let linear = tables.model.toDestination * $0
      result.excess = max(result.excess, Self.excess(linear))
      return SurfaceCode(linear: linear, encoders: tables.encoders, maximum: maximum)
    }
    var end = start
    var index = -1
    previous = .max
    for x in 0..<layout.width where unsafe !isTransparent(row, x, key: key, as: format) {
      let packed = unsafe Format.packed(row, x)
      if packed != previous { index += 1 }
      previous = packed
      guard let code = outcomes[index] else { continue }
      unsafe result.positions.base[end] = UInt32(truncatingIfNeeded: x)
      unsafe result.surface.base[end] = code.bits
      end += 1
    }
    return end
  }
}
