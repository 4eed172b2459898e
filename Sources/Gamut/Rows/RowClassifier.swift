import ColorScience
import LibC

/// Finds the pixels on the surface of the destination cube and their codes, a batch of rows at a time.
///
/// It is stateless, so any thread can classify batches in any order. Single precision decides if its error allows;
/// values within `margin` of a decision are evaluated in double precision.
public struct RowClassifier: Sendable {
  let tables: RenditionTables
  let layout: PixelLayout
  /// The vector instructions that the loops may use; `portable` is the reference for the others.
  let vector: VectorExtension

  init(tables: RenditionTables, layout: PixelLayout, vector: VectorExtension) {
    self.tables = tables
    self.layout = layout
    self.vector = vector
  }

  func classify(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    layout.withFormat { unsafe classify(rows, as: $0, into: &result) }
  }

  @unsafe
  private func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, into result: inout ClassifiedRows
  ) {
    if tables.isMapped, let mapping = tables.model.rendition.mapping {
      unsafe classifyMapped(rows, by: mapping, into: &result)
    } else if !tables.canExceed {
      unsafe forEachRow(of: rows, &result) { row, start, result in
        unsafe (start, countTransparent(row, as: format))
      }
    } else if tables.decoding.isEmpty {
      unsafe classifyEvaluated(rows, into: &result)
    } else {
      unsafe tables.withTables { decode, codes, exact in
        if var vector = unsafe VectorClassifier(self, decode, codes, exact) {
          unsafe forEachRow(of: rows, &result) { row, start, result in
            unsafe vector.classify(row, as: format, from: start, into: &result)
          }
        } else {
          let kernel = unsafe tables.kernel(decode, codes, exact)
          unsafe forEachRow(of: rows, &result) { row, start, result in
            unsafe (
              classifyRow(row, as: format, kernel, from: start, into: &result), countTransparent(row, as: format)
            )
          }
        }
      }
    }
    if let test = tables.clampTest, let base = rows.baseAddress {
      unsafe test.filter(&result, base, bytesPerRow: layout.bytesPerRow, as: format)
    }
  }

  /// Calls `body` for each row that does not equal the one above it, with the start of the row's surface pixels in
  /// `result`; it returns their end, and the number of transparent pixels of the row.
  @inline(__always)
  @unsafe
  private func forEachRow(
    of rows: UnsafeRawBufferPointer, _ result: inout ClassifiedRows,
    _ body: (UnsafeRawPointer, Int, inout ClassifiedRows) -> (end: Int, transparent: Int)
  ) {
    let bytesPerRow = layout.bytesPerRow
    let count = rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    guard let base = rows.baseAddress else { return }
    var row = (end: 0, transparent: 0)
    for y in 0..<count {
      let pixels = unsafe base + y * bytesPerRow
      let isRepeat = unsafe y > 0 && memcmp(pixels, pixels - bytesPerRow, bytesPerRow) == 0
      if !isRepeat { row = unsafe body(pixels, row.end, &result) }
      result.transparent += row.transparent
      unsafe result.repeats.base[y] = isRepeat
      unsafe result.ends.base[y] = row.end
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

  /// Classifies a row whose colours are decoded by tables: tests every pixel, then determines the codes of the
  /// candidates.
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
      let packed = unsafe Format.packed(row, Int(x))
      if unsafe Format.hasAlpha ? Format.alpha(row, Int(x)) == 0 : packed == key { continue }
      if packed != previous {
        previous = packed
        let linear = unsafe kernel.linear(Format.color(row, Int(x)))
        if unsafe kernel.exceeds(linear, result.excess) { result.excess = max(result.excess, exactExcess(packed)) }
        bits = unsafe kernel.surfaceCode(linear)
        if bits == SurfaceCode.undecided { bits = unsafe exactBits(packed, kernel.exact) }
      }
      if bits == SurfaceCode.interior { continue }
      unsafe positions[count] = x
      unsafe surface[count] = bits
      count &+= 1
    }
    return start + count
  }

  /// Returns the bits of the code in double precision, or `interior`.
  @inline(__always)
  func exactBits(_ packed: UInt64, _ exact: ExactCoder) -> UInt64 {
    let bits = unsafe exact.bits(packed)
    return bits == SurfaceCode.undecided ? exactBits(packed) : bits
  }

  @inline(never)
  private func exactBits(_ packed: UInt64) -> UInt64 {
    let linear = tables.toDestination * tables.sourceLinear(PackedColor(bits: packed))
    return SurfaceCode(linear: linear, tables)?.bits ?? SurfaceCode.interior
  }

  @inline(never)
  func exactExcess(_ packed: UInt64) -> Double {
    Self.excess(tables.toDestination * tables.sourceLinear(PackedColor(bits: packed)))
  }

  private static func excess(_ linear: SIMD3<Double>) -> Double { max((linear - .one).max(), (-linear).max(), 0) }

  /// Classifies rows whose colours are evaluated by a profile's table: those of a row together.
  @unsafe
  private func classifyEvaluated(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    var stretches = RowStretches(tables, layout: layout)
    unsafe forEachRow(of: rows, &result) { row, start, result in
      unsafe stretches.read(row)
      var end = start
      for (range, linear) in zip(stretches.ranges, stretches.linear) {
        result.excess = max(result.excess, Self.excess(linear))
        guard let code = SurfaceCode(linear: linear, tables) else { continue }
        for x in range {
          unsafe result.positions.base[end] = UInt32(truncatingIfNeeded: x)
          unsafe result.surface.base[end] = code.bits
          end += 1
        }
      }
      return (end, stretches.transparent)
    }
  }
}
