import LibC
import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// The conversion kernels compared with the definition in double precision: M_dst^-1 M_src TRC(code / max), clamped,
/// through the inverse curve, to the nearest code.
@Suite(.enabled(if: Thoroughness.hasTime)) struct ConversionTests {
  /// The definition, without tables of the code under test.
  struct Definition: Sendable {
    let source, destination: RGBSpace
    let decode: [[Double]]
    let matrix: Matrix3
    let codes: [ReferenceCodes]

    init(_ source: RGBSpace, _ destination: RGBSpace, sourceDepth: Int, depth: Int) {
      self.source = source
      self.destination = destination
      let largest = Double(1 << sourceDepth - 1)
      decode = (0..<3).map { channel in (0..<(1 << sourceDepth)).map { source[channel].unclamped(Double($0) / largest) }
      }
      // There is no rounding between equal colorants.
      matrix = source.toPCS == destination.toPCS ? .identity : destination.fromPCS * source.toPCS
      codes = (0..<3).map { ReferenceCodes(destination[$0], depth: depth) }
    }

    func linear(_ red: Int, _ green: Int, _ blue: Int) -> SIMD3<Double> {
      matrix * SIMD3(decode[0][red], decode[1][green], decode[2][blue])
    }
  }

  /// Returns how many samples of the colours that `color` returns for 0 ..< `count` are converted to wrong codes, with each
  /// kind of loop.
  static func wrong(
    _ source: RGBSpace, _ destination: RGBSpace, sourceDepth: Int = 16, depth: Int = 16, mapping: CSSMapping? = nil,
    count: Int, color: (Int) -> (Int, Int, Int)
  ) throws -> Int {
    let tables = try #require(
      ConversionTables(.rgb(source), to: destination, sourceDepth: sourceDepth, depth: depth, mapping: mapping))
    let definition = Definition(source, destination, sourceDepth: sourceDepth, depth: depth)
    let width = 4095
    var wrong = 0
    for start in stride(from: 0, to: count, by: width) {
      var (samples, expected): ([UInt16], [UInt16]) = ([], [])
      for index in start..<min(start + width, count) {
        let (red, green, blue) = color(index)
        samples += [UInt16(red), UInt16(green), UInt16(blue)]
        let linear = definition.linear(red, green, blue)
        let mapped = mapping.map { $0(linear) } ?? linear
        for channel in 0..<3 { expected.append(UInt16(definition.codes[channel](mapped[channel]))) }
      }
      for vector in VectorExtension.available {
        let found = Self.convert(samples, tables, sourceDepth: sourceDepth, vector: vector)
        wrong += zip(found, expected).count { $0 != $1 }
      }
    }
    return wrong
  }

  /// Returns the sum of what `wrong` returns for four parts, which are tried at once.
  static func inParts(_ wrong: @escaping @Sendable (_ part: Int) throws -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for part in 0..<4 { group.addTask { try wrong(part) } }
      return try await group.reduce(0, +)
    }
  }

  /// Converts red, green, blue and optional alpha of rows of `width` pixels, or of one row.
  static func convert(
    _ samples: [UInt16], _ tables: ConversionTables, sourceDepth: Int, width: Int? = nil, hasAlpha: Bool = false,
    vector: VectorExtension
  ) -> [UInt16] {
    let converter = RowConverter(
      tables, width: width ?? samples.count / (hasAlpha ? 4 : 3), hasAlpha: hasAlpha,
      bytesPerSample: sourceDepth == 16 ? 2 : 1, vector: vector)
    func convert<In: BitwiseCopyable, Out: BinaryInteger & BitwiseCopyable>(_ row: [In], _ zero: Out) -> [UInt16] {
      var result = [Out](repeating: zero, count: row.count)
      unsafe row.withUnsafeBytes { row in
        unsafe result.withUnsafeMutableBytes { unsafe converter.convert(row, into: $0) }
      }
      return result.map { UInt16(truncatingIfNeeded: $0) }
    }
    let bytes = sourceDepth == 16 ? [] : samples.map { UInt8($0) }
    return switch (sourceDepth == 16, tables.depth == 16) {
    case (true, true): convert(samples, UInt16(0))
    case (true, false): convert(samples, UInt8(0))
    case (false, true): convert(bytes, UInt16(0))
    case (false, false): convert(bytes, UInt8(0))
    }
  }

  static let directions = [(RGBSpace.displayP3, RGBSpace.sRGB), (RGBSpace.sRGB, RGBSpace.displayP3)]

  /// All 16,777,216 if everything is tried.
  @Test(arguments: [0, 1]) func `Colours of 8 bits`(direction: Int) async throws {
    let (source, destination) = Self.directions[direction]
    let wrong = try await Self.inParts { part in
      try Self.wrong(source, destination, sourceDepth: 8, depth: 8, count: 1 << 22 / Thoroughness.share) { index in
        let color = part << 22 | Thoroughness.pick(index)
        return (color >> 16, color >> 8 & 255, color & 255)
      }
    }
    #expect(wrong == 0)
  }

  /// Ten million if everything is tried.
  @Test(arguments: [0, 1]) func `Random colours of 16 bits`(direction: Int) async throws {
    let (source, destination) = Self.directions[direction]
    let wrong = try await Self.inParts { part in
      var random = RandomSource(seed: UInt64(part))
      return try Self.wrong(source, destination, count: 2_500_000 / Thoroughness.share) { _ in
        let bits = random.next()
        return (Int(bits & 0xffff), Int(bits >> 16 & 0xffff), Int(bits >> 32 & 0xffff))
      }
    }
    #expect(wrong == 0)
  }

  /// Neutrals, and every code of each channel with the others at the ends and in the middle: the edges of the cube,
  /// where values are near 0, 1 and the break of the curve.
  @Test(arguments: [0, 1], [8, 16]) func `Boundary colours of 16 bits`(direction: Int, depth: Int) throws {
    let (source, destination) = Self.directions[direction]
    let others = [0, 1, 2650, 2651, 32768, 65534, 65535]
    let lines = others.count * others.count
    let wrong = try Self.wrong(source, destination, depth: depth, count: (3 * lines + 1) << 13) { index in
      let (line, code) = (index >> 13, (index & 0x1fff) * 8 + index >> 13 & 7)
      guard line < 3 * lines else { return (code, code, code) }
      let (a, b) = (others[line / 3 % others.count], others[line / 3 / others.count])
      return line % 3 == 0 ? (code, a, b) : line % 3 == 1 ? (a, code, b) : (a, b, code)
    }
    #expect(wrong == 0)
    let neutrals = try Self.wrong(source, destination, depth: depth, count: 65536) { ($0, $0, $0) }
    #expect(neutrals == 0)
  }

  /// Spaces with sampled curves, pure powers, linear light, different curves per channel, and one that runs far
  /// past 1.
  static let others: [RGBSpace] = {
    func table(_ entries: Int, _ exponent: Double) -> TransferFunction {
      .sampled(
        (0..<entries).map { UInt16((pow(Double($0) / Double(entries - 1), exponent) * 65535).rounded()) })
    }
    let curves: [[TransferFunction]] = [
      [.gamma(1.8)], [.gamma(2.2)], [.gamma(2.6)], [.linear], [table(1024, 2.2)], [table(4096, 2.4)], [table(26, 1.9)],
      [table(256, 2.2)], [.sampled([0, 65535])], [.sampled([0, 0, 0, 20000, 20000, 65535])],
      [.gamma(1.8), RGBSpace.sRGBCurve, table(1024, 2.2)], [table(3, 2), .linear, .gamma(563.0 / 256)],
      [.parametric(ParametricCurve(g: 2.2, a: 2))],
    ]
    let colorants = [RGBSpace.displayP3.toPCS, RGBSpace.sRGB1998.toPCS, RGBSpace.sRGB.toPCS]
    return curves.enumerated().compactMap { index, curve in
      RGBSpace(
        colorants: colorants[index % 3], red: curve[0], green: curve.count > 1 ? curve[1] : curve[0],
        blue: curve.count > 2 ? curve[2] : curve[0])
    }
  }()

  @Test(arguments: others.indices) func `Other spaces, as source and as destination`(index: Int) throws {
    let other = Self.others[index]
    for (source, destination) in [(other, RGBSpace.sRGB), (RGBSpace.displayP3, other)] {
      for (sourceDepth, depth) in [(16, 16), (8, 8), (8, 16), (16, 8)] {
        let mask = 1 << sourceDepth - 1
        let wrong = try Self.wrong(
          source, destination, sourceDepth: sourceDepth, depth: depth, count: 60_000
        ) { index in
          let bits = UInt64(index + 1) &* 0x9e37_79b9_7f4a_7c15
          return (Int(bits >> 48) & mask, Int(bits >> 32) & mask, Int(bits >> 16) & mask)
        }
        #expect(wrong == 0, "\(sourceDepth) to \(depth) bits")
      }
    }
  }

  /// Display P3 colours inside sRGB are converted to sRGB and back within one code: random ones, and those around the
  /// surface of sRGB, where its channels are 0 and 1 and rounding has the largest effect.
  @Test func roundTrip() throws {
    let there = try #require(ConversionTables(.rgb(.displayP3), to: .sRGB, sourceDepth: 16, depth: 16))
    let back = try #require(ConversionTables(.rgb(.sRGB), to: .displayP3, sourceDepth: 16, depth: 16))
    var random = RandomSource(seed: 5)
    var (largest, inside, near) = (0, 0, 0)
    /// Returns whether the colour is inside sRGB, and records the difference.
    func check(_ color: SIMD3<UInt16>) -> Bool {
      let linear = there.linear(color)
      guard linear.min() >= 0, linear.max() <= 1 else { return false }
      let again = back.convert(there.convert(color))
      for channel in 0..<3 { largest = max(largest, abs(Int(again[channel]) - Int(color[channel]))) }
      return true
    }
    while inside < 1_000_000 {
      if check(SIMD3<UInt16>.random(in: 0...65535, using: &random)) { inside += 1 }
    }
    let ends: [UInt16] = [0, 1, 2, 3, 100, 2650, 2651, 65532, 65534, 65535]
    for index in 0..<200_000 {
      var surface = SIMD3<UInt16>.random(in: 0...65535, using: &random)
      surface[index % 3] = ends[index / 3 % ends.count]
      if index % 2 == 0 { surface[(index + 1) % 3] = ends[index / 30 % ends.count] }
      let color = back.convert(surface)
      for step in 0..<6 {
        var neighbour = color
        neighbour[step % 3] = step < 3 ? max(color[step % 3], 1) - 1 : min(color[step % 3], 65534) + 1
        if check(neighbour) { near += 1 }
      }
      if check(color) { near += 1 }
    }
    #expect(near > 200_000)
    #expect(largest <= 1)
  }

  /// Display P3, Rec. 2020, ROMM RGB (ISO 22028-2:2013) and Adobe RGB to narrower spaces, and sRGB, which fits. Rec. 2020
  /// has blues whose difference to the clipped colour falls in places as the chroma grows.
  static let wideSources: [(RGBSpace, RGBSpace)] = {
    func space(_ primaries: Primaries, _ curve: TransferFunction) -> RGBSpace {
      RGBSpace(colorants: primaries.toPCS ?? .identity, red: curve, green: curve, blue: curve) ?? .displayP3
    }
    let (rec2020, adobe) = (space(.rec2020, RGBSpace.sRGBCurve), space(.adobeRGB, .gamma(563.0 / 256)))
    let romm = Primaries(
      red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001), white: (0.3457, 0.3585))
    return [
      (.displayP3, .sRGB), (rec2020, .sRGB), (rec2020, .displayP3), (.sRGB, .displayP3),
      (space(romm, .gamma(1.8)), .sRGB), (adobe, .sRGB), (rec2020, adobe),
    ]
  }()

  /// The surface of the cube of 8 bits: all of it if everything is tried.
  @Test(arguments: wideSources.indices) func `The surface of the cube by CSS`(index: Int) throws {
    let (source, destination) = Self.wideSources[index]
    let wrong = try Self.wrong(
      source, destination, sourceDepth: 8, depth: 8, mapping: CSSMapping(destination: destination),
      count: (6 << 16) / Thoroughness.share
    ) { index in
      let place = Thoroughness.pick(index)
      let (face, a, b) = (place >> 16, place >> 8 & 255, place & 255)
      let end = face > 2 ? 255 : 0
      return face % 3 == 0 ? (end, a, b) : face % 3 == 1 ? (a, end, b) : (a, b, end)
    }
    #expect(wrong == 0)
  }

  /// Ten million if everything is tried.
  @Test(arguments: wideSources.indices, [8, 16]) func `Random colours by CSS`(index: Int, depth: Int) async throws {
    let (source, destination) = Self.wideSources[index]
    let wrong = try await Self.inParts { part in
      var random = RandomSource(seed: UInt64(part))
      return try Self.wrong(
        source, destination, sourceDepth: depth, depth: depth, mapping: CSSMapping(destination: destination),
        count: 2_500_000 / Thoroughness.share
      ) { _ in
        let bits = random.next()
        let mask: UInt64 = 1 << UInt64(depth) - 1
        return (Int(bits & mask), Int(bits >> 16 & mask), Int(bits >> 32 & mask))
      }
    }
    #expect(wrong == 0)
  }

  /// With these, colours within the destination could move, or clamping could give other codes than those of 0 and 1.
  @Test func `Spaces that CSS has no kernel for`() {
    for (index, other) in Self.others.enumerated() {
      let mapping = CSSMapping(destination: other)
      guard let tables = ConversionTables(.rgb(.displayP3), to: other, sourceDepth: 8, depth: 8, mapping: mapping)
      else {
        continue
      }
      for value in [-0.5, -1e-6] { #expect(tables.code(SIMD3(repeating: value)) == tables.code(.zero), "\(index)") }
      for value in [1.5, 1 + 1e-6] { #expect(tables.code(SIMD3(repeating: value)) == tables.code(.one), "\(index)") }
    }
  }

  /// Rows of every width up to a few vectors, of which some equal the one above, and in which pixels repeat: the result does
  /// not depend on the other pixels of the row or on the position, and alpha is c 257 or the nearest of 255.
  @Test(arguments: [(8, 8), (8, 16), (16, 8), (16, 16)], [nil, CSSMapping(destination: .sRGB)])
  func `Rows and alpha`(depths: (Int, Int), mapping: CSSMapping?) throws {
    let (sourceDepth, depth) = depths
    let tables = try #require(
      ConversionTables(.rgb(.displayP3), to: .sRGB, sourceDepth: sourceDepth, depth: depth, mapping: mapping))
    var random = RandomSource(seed: 9)
    let maximum = UInt16(1 << sourceDepth - 1)
    for width in 1...50 {
      var samples: [UInt16] = []
      for y in 0..<10 {
        var row = (0..<4 * width).map { _ in UInt16.random(in: 0...maximum, using: &random) }
        if y % 3 == 1 { for index in row.indices.dropFirst(4) where index / 4 % 5 > 0 { row[index] = row[index - 4] } }
        samples += y % 5 == 4 ? Array(samples.suffix(4 * width)) : row
      }
      let opaque = samples.indices.filter { $0 % 4 < 3 }.map { samples[$0] }
      let expected = stride(from: 0, to: samples.count, by: 4).flatMap { first in
        let color = tables.convert(SIMD3(samples[first], samples[first + 1], samples[first + 2]))
        let alpha = Double(samples[first + 3]) / Double(maximum) * Double(1 << depth - 1)
        return [color.x, color.y, color.z, UInt16(alpha.rounded(.toNearestOrAwayFromZero))]
      }
      for vector in VectorExtension.available {
        func convert(_ samples: [UInt16], hasAlpha: Bool) -> [UInt16] {
          Self.convert(samples, tables, sourceDepth: sourceDepth, width: width, hasAlpha: hasAlpha, vector: vector)
        }
        #expect(convert(samples, hasAlpha: true) == expected, "\(width) pixels, \(vector)")
        #expect(
          convert(opaque, hasAlpha: false) == expected.indices.filter { $0 % 4 < 3 }.map { expected[$0] },
          "\(width) pixels, \(vector)")
      }
    }
  }
}
