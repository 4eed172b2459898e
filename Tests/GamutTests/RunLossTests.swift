import TestSupport
import Testing

@testable import Gamut

/// ``RunLoss`` measures long runs by bounds of blocks; it must find what the definition finds.
@Suite struct RunLossTests {
  /// A random walk of colours along a line, with some noise: mostly gradients, as bounds suit, up to noise.
  private static func colors(_ count: Int, maximum: Int, _ random: inout RandomSource) -> [SIMD3<UInt16>] {
    func color() -> SIMD3<Double> {
      SIMD3((0..<3).map { _ in Double(Int.random(in: 0...maximum, using: &random)) })
    }
    let first = color()
    // Often short in linear light, so that some runs lose nothing and many lose a part.
    let reach = [0.02, 0.1, 0.5, 1][Int.random(in: 0..<4, using: &random)]
    let step = (color() - first) * reach / Double(count)
    let noise = [0, 1, 40, maximum / 8][Int.random(in: 0..<4, using: &random)]
    let (turns, isPlateau) = (Bool.random(using: &random), Bool.random(using: &random))
    return (0..<count).map { index in
      var place = turns && index > count / 2 ? count - index : index
      if isPlateau { place = min(place, count / 3) }
      return SIMD3(
        (0..<3).map { channel in
          let value = first[channel] + step[channel] * Double(place)
          let noisy = Int(value) + Int.random(in: -noise...noise, using: &random)
          return UInt16(min(max(noisy, 0), maximum))
        })
    }
  }

  /// A space whose curve falls in between, so that the channels of a block do not bound its colours.
  private static let falling: RGBSpace = {
    let curve = TransferFunction.sampled([0, 9000, 30000, 20000, 65535])
    return RGBSpace(colorants: RGBSpace.displayP3.toPCS, red: curve, green: curve, blue: curve) ?? .sRGB
  }()

  @Test(arguments: [VectorExtension.portable, .best])
  func `Long runs lose what the definition says`(vector: VectorExtension) {
    var random = RandomSource(seed: 20)
    var losing = 0
    for round in 0..<300 {
      let depth = round % 4 == 0 ? 8 : 16
      let space = round % 10 == 0 ? Self.falling : round % 3 == 0 ? EngineTests.space(&random) : .displayP3
      let tables = RenditionTables(Rendition(source: .rgb(space), destination: .sRGB), sourceDepth: depth)
      var loss = RunLoss(tables, vector: vector)
      let colors = Self.colors(
        Int.random(in: 100...900, using: &random), maximum: 1 << depth - 1, &random)

      loss.begin()
      var before: SIMD3<UInt16>?
      for (index, color) in colors.enumerated() where color != before {
        loss.append(PackedColor(color).bits, from: index)
        before = color
      }
      loss.end(pixels: colors.count)
      guard Set(colors).count > 1 else { continue }
      loss.measure()

      let labs = colors.map { tables.okLab(PackedColor($0).bits) }
      guard let expected = ReferenceRunLoss(labs, jnd: tables.model.rendition.jnd) else {
        #expect(loss.loss == 0, "round \(round)")
        continue
      }
      losing += 1
      #expect(loss.loss == expected.loss, "round \(round)")
      #expect(loss.anchor == expected.anchor, "round \(round)")
      #expect(loss.farthest == expected.farthest, "round \(round)")
      #expect(loss.lost.flatMap { Array($0) } == expected.lost, "round \(round)")
    }
    #expect(losing > 100 && losing < 290)
  }

  /// Short and long runs in turn, many of them alike but for one colour or one pixel, as in the rows of a drawing.
  @Test func `A run loses the same however often it occurs`() throws {
    var random = RandomSource(seed: 21)
    let tables = RenditionTables(Rendition(source: .rgb(.displayP3), destination: .sRGB), sourceDepth: 8)
    var kinds: [[SIMD3<UInt16>]] = []
    for _ in 0..<40 {
      let colors = Self.colors(Int.random(in: 2...300, using: &random), maximum: 255, &random)
      kinds += [colors, colors + colors.suffix(1), Array(colors.dropLast()), colors.reversed()]
    }
    kinds.removeAll { Set($0).count < 2 }
    let expected = kinds.map { kind in
      ReferenceRunLoss(kind.map { tables.okLab(PackedColor($0).bits) }, jnd: tables.model.rendition.jnd)
    }
    try #require(expected.contains { $0 == nil } && expected.contains { $0 != nil })
    var loss = RunLoss(tables, vector: .best)
    for _ in 0..<4000 {
      let kind = Int.random(in: 0..<kinds.count, using: &random)
      loss.begin()
      var before: SIMD3<UInt16>?
      for (index, color) in kinds[kind].enumerated() where color != before {
        loss.append(PackedColor(color).bits, from: index)
        before = color
      }
      loss.end(pixels: kinds[kind].count)
      loss.measure()
      #expect(loss.loss == expected[kind]?.loss ?? 0)
      guard let expected = expected[kind] else { continue }
      #expect(loss.anchor == expected.anchor && loss.farthest == expected.farthest)
      #expect(loss.lost.flatMap { Array($0) } == expected.lost)
    }
  }
}
