import ColorScience
import LibC

/// Finds the pixels on the surface of the destination cube and their codes, a batch of rows at a time.
///
/// It is stateless, so any thread can classify batches in any order.
public struct RowClassifier: Sendable {
  let tables: RenditionTables
  let layout: PixelLayout
  /// The vector instructions that the loops may use; `portable` is the reference for the others.
  let vector: VectorExtension

  func classify(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
    layout.withFormat { unsafe classify(rows, as: $0, into: &result) }
  }

  @unsafe
  private func classify<Format: PixelFormat>(
    _ rows: UnsafeRawBufferPointer, as format: Format.Type, into result: inout ClassifiedRows
  ) {
    if !tables.canExceed {
      unsafe forEachRow(of: rows, &result) { row, start, _ in unsafe (start, countTransparent(row, as: format)) }
    } else if tables.decoding.isEmpty {
      unsafe classifyStretches(rows, into: &result)
    } else {
      unsafe tables.withTables { decode, codes, exact in
        if var vector = unsafe VectorClassifier(self, decode, codes, exact) {
          unsafe forEachRow(of: rows, &result) { row, start, result in
            unsafe vector.classify(row, as: format, from: start, into: &result)
          }
        } else {
          unsafe forEachRow(of: rows, &result) { row, start, result in
            unsafe classifyRow(row, as: format, exact, from: start, into: &result)
          }
        }
      }
      if let test = tables.clampTest, let base = rows.baseAddress {
        unsafe test.filter(&result, base, bytesPerRow: layout.bytesPerRow, as: format)
      }
    }
  }

  /// Calls `body` for each row that does not equal the one above it, with the start of the row's surface pixels in `result`;
  /// it returns their end, and the number of transparent pixels of the row.
  @inline(__always)
  @unsafe
  func forEachRow(
    of rows: UnsafeRawBufferPointer, _ result: inout ClassifiedRows,
    _ body: (UnsafeRawPointer, Int, inout ClassifiedRows) -> (end: Int, transparent: Int)
  ) {
    let bytesPerRow = layout.bytesPerRow
    let count = rows.count / max(bytesPerRow, 1)
    result.rows = count
    result.transparent = 0
    guard let base = rows.baseAddress else { return }
    var (y, end) = (0, 0)
    while y < count {
      let pixels = unsafe base + y * bytesPerRow
      var next = y + 1
      while next < count, unsafe memcmp(base + next * bytesPerRow, pixels, bytesPerRow) == 0 { next += 1 }
      let row = unsafe body(pixels, end, &result)
      end = row.end
      result.transparent += row.transparent * (next - y)
      for repeated in y..<next {
        unsafe result.repeats.base[repeated] = repeated > y
        unsafe result.ends.base[repeated] = end
      }
      y = next
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

  @unsafe
  private func classifyRow<Format: PixelFormat>(
    _ row: UnsafeRawPointer, as format: Format.Type, _ exact: ExactCoder, from start: Int,
    into result: inout ClassifiedRows
  ) -> (end: Int, transparent: Int) {
    let (positions, surface) = unsafe (result.positions.base, result.surface.base)
    let (lower, upper) = (tables.interior.lower, tables.interior.upper)
    let key = layout.transparentColor.map { PackedColor($0).bits } ?? .max
    var (previous, bits) = (UInt64.max, SurfaceCode.interior)
    var (end, transparent) = (start, 0)
    for x in 0..<layout.width {
      let packed = unsafe Format.packed(row, x)
      if unsafe Format.hasAlpha ? Format.alpha(row, x) == 0 : packed == key {
        transparent &+= 1
        continue
      }
      if packed != previous {
        previous = packed
        let linear = unsafe exact.linear(Format.color(row, x))
        if any((linear .< lower) .| (linear .> upper)) {
          result.excess = max(result.excess, Self.excess(linear))
          bits = unsafe exactBits(packed, exact)
        } else {
          bits = SurfaceCode.interior
        }
      }
      if bits == SurfaceCode.interior { continue }
      unsafe positions[end] = UInt32(truncatingIfNeeded: x)
      unsafe surface[end] = bits
      end &+= 1
    }
    return (end, transparent)
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

  static func excess(_ linear: SIMD3<Double>) -> Double { max((linear - .one).max(), (-linear).max(), 0) }
}

extension RowClassifier {
  /// Classifies rows whose colours are evaluated by a profile's table, those of a row together.
  @unsafe
  func classifyStretches(_ rows: UnsafeRawBufferPointer, into result: inout ClassifiedRows) {
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
