#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Finds the pixels on the surface of the destination cube and their codes, a batch of rows at a time.
///
/// It has no memory of earlier rows, so batches can be classified by any thread in any order. Single precision
/// decides what it can; whatever is within `margin` of a decision is decided in double precision.
public struct RowClassifier: Sendable {
  let tables: RenditionTables
  let layout: PixelLayout

  /// Classifies whole rows into `result`, which has room for them.
  func classify(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    switch (layout.depth == 16, layout.channels) {
    case (false, 1): unsafe classify(rows, as: Grey8.self, into: &result)
    case (false, 2): unsafe classify(rows, as: GreyAlpha8.self, into: &result)
    case (false, 3): unsafe classify(rows, as: RGB8.self, into: &result)
    case (false, _): unsafe classify(rows, as: RGBA8.self, into: &result)
    case (true, 1): unsafe classify(rows, as: Grey16.self, into: &result)
    case (true, 2): unsafe classify(rows, as: GreyAlpha16.self, into: &result)
    case (true, 3): unsafe classify(rows, as: RGB16.self, into: &result)
    case (true, _): unsafe classify(rows, as: RGBA16.self, into: &result)
    }
  }

  @unsafe
  private func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, into result: inout ClassifiedRows
  ) {
    if tables.decode.isEmpty {
      unsafe classify(rows, as: format, nil, into: &result)
    } else {
      unsafe tables.withKernel { unsafe classify(rows, as: format, $0, into: &result) }
    }
  }

  @unsafe
  private func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, _ kernel: SurfaceKernel?,
    into result: inout ClassifiedRows
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
          if let kernel = unsafe kernel {
            end = unsafe classifyRow(pixels, as: format, kernel, from: end, into: &result)
          } else {
            end = unsafe classifyEvaluated(pixels, as: format, from: end, into: &result)
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
    _ row: UnsafeRawPointer, as format: Format.Type, _ kernel: SurfaceKernel, from start: Int,
    into result: inout ClassifiedRows
  ) -> Int {
    let positions = unsafe result.positions.base + start
    let surface = unsafe result.surface.base + start
    var candidates = 0
    for x in 0..<layout.width {
      let isCandidate = unsafe kernel.isCandidate(kernel.linear(Format.color(row, x)))
      unsafe positions[candidates] = UInt32(truncatingIfNeeded: x)
      candidates &+= isCandidate ? 1 : 0
    }
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    var (previous, bits) = (UInt64.max, UInt64.max)
    var count = 0
    for index in 0..<candidates {
      let x = unsafe positions[index]
      if unsafe isTransparent(row, Int(x), key: key, as: format) { continue }
      let packed = unsafe Format.packed(row, Int(x))
      if packed != previous {
        previous = packed
        let linear = unsafe kernel.linear(Format.color(row, Int(x)))
        if unsafe kernel.exceeds(linear, result.excess) { result.excess = max(result.excess, exactExcess(packed)) }
        bits = unsafe kernel.surfaceCode(linear)
        if unsafe bits == SurfaceKernel.undecided { bits = unsafe exactCode(packed)?.bits ?? SurfaceKernel.interior }
      }
      if unsafe bits == SurfaceKernel.interior { continue }
      unsafe positions[count] = x
      unsafe surface[count] = bits
      count &+= 1
    }
    return start + count
  }

  /// The code in double precision; nil where it is not on the surface.
  @inline(never)
  private func exactCode(_ packed: UInt64) -> SurfaceCode? {
    SurfaceCode(
      linear: tables.model.toDestination * tables.sourceLinear(PackedColor(bits: packed)),
      encoders: tables.encoders, maximum: UInt16(tables.model.maximum))
  }

  @inline(never)
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
