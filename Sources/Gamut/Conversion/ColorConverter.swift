import ColorScience

/// Converts rows of colours that are evaluated one by one: by a lookup table of a profile, or by a gamut mapping.
///
/// The result of a colour depends on the colour alone; recent results are cached.
package final class ColorConverter {
  /// Returns the code of each colour, at the result's depth.
  package typealias Evaluate = @Sendable ([SIMD3<UInt16>]) -> [SIMD3<UInt16>]

  private let evaluate: Evaluate
  private let layout: PixelLayout
  private let depth: Int
  /// The packed result codes of recent colours.
  private var known = ColorCache<UInt64>(0)

  /// The result has a depth of 8 or 16 bits; `evaluate` returns that of each colour.
  package init(_ layout: PixelLayout, depth: Int, _ evaluate: @escaping Evaluate) {
    self.layout = layout
    self.depth = depth
    self.evaluate = evaluate
  }

  /// Converts a row to red, green and blue, and alpha if the layout has it.
  package func convert(_ row: UnsafeRawPointer, into result: UnsafeMutableRawPointer) {
    layout.withFormat { unsafe convert(row, result, $0) }
  }

  @unsafe
  private func convert<Format: PixelFormat>(
    _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ format: Format.Type
  ) {
    if depth == 16 {
      if Format.hasAlpha {
        unsafe convert(row, result, format, RGBA<UInt16>.self)
      } else {
        unsafe convert(row, result, format, RGB<UInt16>.self)
      }
    } else if Format.hasAlpha {
      unsafe convert(row, result, format, RGBA<UInt8>.self)
    } else {
      unsafe convert(row, result, format, RGB<UInt8>.self)
    }
  }

  @unsafe
  private func convert<In: PixelFormat, Out: PixelFormat>(
    _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ from: In.Type, _ to: Out.Type
  ) {
    var missing: [SIMD3<UInt16>] = []
    /// The stretches of colours that are not cached: start, end, and the index of the colour in `missing`.
    var stretches: [(x: Int, end: Int, index: Int)] = []
    var x = 0
    while x < layout.width {
      let packed = unsafe In.packed(row, x)
      var end = x + 1
      while end < layout.width, unsafe In.packed(row, end) == packed { end += 1 }
      if let code = known[packed] {
        unsafe fill(code, x..<end, row, result, from, to)
      } else {
        stretches.append((x, end, missing.count))
        missing.append(PackedColor(bits: packed).color)
      }
      x = end
    }
    guard !missing.isEmpty else { return }
    let codes = evaluate(missing)
    for stretch in stretches {
      let code = PackedColor(codes[stretch.index]).bits
      unsafe fill(code, stretch.x..<stretch.end, row, result, from, to)
      known[PackedColor(missing[stretch.index]).bits] = code
    }
  }

  @inline(__always)
  @unsafe
  private func fill<In: PixelFormat, Out: PixelFormat>(
    _ code: UInt64, _ range: Range<Int>, _ row: UnsafeRawPointer, _ result: UnsafeMutableRawPointer, _ from: In.Type,
    _ to: Out.Type
  ) {
    for x in range {
      unsafe Out.store(
        result, x, Int(truncatingIfNeeded: code &>> 32), Int(truncatingIfNeeded: code &>> 16),
        Int(truncatingIfNeeded: code))
      if Out.hasAlpha { unsafe Out.storeAlpha(of: row, x, from, in: result) }
    }
  }
}
