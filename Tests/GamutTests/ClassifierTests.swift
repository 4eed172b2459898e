import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

@Suite(.enabled(if: Thoroughness.hasTime)) struct ClassifierTests {
  struct Expected: Sendable {
    var depth, clipped, groups, members: Int
  }

  /// All 16,777,216 colours of 8 bits in Display P3, one pixel each, compared with an independent program in double
  /// precision that uses the profiles' numbers.
  @Test(arguments: [
    Expected(depth: 8, clipped: 7_886_577, groups: 286_067, members: 8_180_156),
    Expected(depth: 16, clipped: 7_886_577, groups: 314_627, members: 3_738_075),
  ])
  func `All colours of 8 bits`(expected: Expected) {
    let layout = PixelLayout(width: 4096, height: 4096, depth: 8)
    let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: expected.depth)
    let tables = RenditionTables(rendition, sourceDepth: 8)
    for vector in VectorExtension.available {
      var analyzer = Analyzer(tables, layout: layout, vector: vector)
      var row = [UInt8](repeating: 0, count: layout.bytesPerRow)
      for y in 0..<4096 {
        for x in 0..<4096 {
          let color = y << 12 | x
          row[3 * x] = UInt8(truncatingIfNeeded: color >> 16)
          row[3 * x + 1] = UInt8(truncatingIfNeeded: color >> 8)
          row[3 * x + 2] = UInt8(truncatingIfNeeded: color)
        }
        unsafe analyzer.consume(row.span.bytes)
      }
      let report = analyzer.finish()
      #expect(report.pixels.clipped == expected.clipped, "\(vector)")
      #expect(report.clippedColors == expected.clipped, "\(vector)")
      #expect(report.collapse.groups == expected.groups, "\(vector)")
      #expect(report.collapse.colors == expected.members, "\(vector)")
    }
  }

  /// The vector kernels' codes and sides of twelve million colours of 16 bits equal those of double precision: random
  /// ones, and those around the surface of the destination's cube and the limits of the clip test.
  @Test(arguments: [8, 16], [false, true])
  func `Colours of 16 bits`(depth: Int, hasAlpha: Bool) throws {
    let layout = PixelLayout(width: 4099, height: 730, depth: 16, hasAlpha: hasAlpha)
    let tables = RenditionTables(
      Rendition(source: .rgb(.displayP3), destination: .sRGB, depth: depth), sourceDepth: 16)
    let back = try #require(ConversionTables(.rgb(.sRGB), to: .displayP3, sourceDepth: 16, depth: 16))
    var random = RandomSource(seed: UInt64(depth))
    var batch = RowBatch(layout, bytes: layout.bytesPerRow)
    var differ = 0
    for y in 0..<layout.height {
      var samples: [UInt16] = []
      samples.reserveCapacity(layout.width * layout.channels)
      for _ in 0..<layout.width {
        samples += Self.color(of: y % 4, back, &random)
        if hasAlpha { samples.append(.random(in: 0...3, using: &random)) }
      }
      unsafe samples.withUnsafeBytes { unsafe batch.buffer.copyMemory(from: $0) }
      batch.rows = 1
      var expected: ArraySlice<UInt64>?
      for vector in VectorExtension.available {
        batch.classify(with: RowClassifier(tables: tables, layout: layout, vector: vector))
        let codes = batch.classification(width: layout.width).dropLast()
        if let expected { differ += zip(codes, expected).count { $0 != $1 } }
        expected = expected ?? codes
      }
    }
    #expect(differ == 0)
  }

  /// Returns a colour of one of four kinds: arbitrary; on the surface of the destination; within a few codes of it;
  /// within 127 codes of it.
  private static func color(of kind: Int, _ back: ConversionTables, _ random: inout RandomSource) -> [UInt16] {
    var bits = random.next()
    func take(_ count: UInt64) -> UInt16 {
      defer { bits >>= count }
      return UInt16(truncatingIfNeeded: bits & (1 << count - 1))
    }
    var color = SIMD3(take(16), take(16), take(16))
    guard kind > 0 else { return [color.x, color.y, color.z] }
    let end = take(2)
    color[Int(take(4)) % 3] = take(1) == 0 ? end : .max - end
    color = back.convert(color)
    bits = random.next()
    let reach: UInt16 = kind == 1 ? 0 : kind == 2 ? 2 : 127
    for channel in 0..<3 {
      let step = Int(take(16)) % (2 * Int(reach) + 1) - Int(reach)
      color[channel] = UInt16(min(max(Int(color[channel]) + step, 0), 65535))
    }
    return [color.x, color.y, color.z]
  }
}

extension RowBatch {
  /// Returns the codes of all pixels, ``SurfaceCode/interior`` for those not on the surface, the number of transparent
  /// pixels, and the excess.
  fileprivate func classification(width: Int) -> [UInt64] {
    var codes = [UInt64](repeating: SurfaceCode.interior, count: rows * width)
    var (index, previous) = (0, 0)
    for row in 0..<rows {
      if unsafe classified.repeats.base[row] {
        codes.replaceSubrange(row * width..<(row + 1) * width, with: codes[(row - 1) * width..<row * width])
      }
      while unsafe index < classified.ends.base[row] {
        let (x, code) = unsafe (row * width + Int(classified.positions.base[index]), classified.surface.base[index])
        if code == SurfaceCode.repeated {
          for repeated in previous + 1...x { codes[repeated] = codes[previous] }
        } else {
          codes[x] = code
        }
        (index, previous) = (index + 1, x)
      }
    }
    return codes + [UInt64(classified.transparent), classified.excess.bitPattern]
  }
}
