import Gamut
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ChunkComparison {
  /// Compares a chunk with the meaning of a declaration of higher precedence. nil if they describe different
  /// properties.
  init?(
    _ origin: SourceOrigin, _ base: SourceSpace, _ statement: ColorStatement, isGrey: Bool, _ meanings: Meanings
  ) {
    guard let higherStatement = Statement(origin) else { return nil }
    self.higher = higherStatement
    isApproximation = false
    let baseCurves: RGBSpace? =
      switch base {
      case .rgb(let space): space
      case .grey(let curve): RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
      case .table: nil
      }

    let other: SourceSpace
    switch statement {
    case .declaration(.gamma(let gamma)):
      lower = .gamma
      // gAMA alone does not specify primaries, so those of the other declaration are used.
      guard let space = baseCurves, gamma > 0 else { return nil }
      isApproximation = Self.gamma(gamma, approximates: space)
      let curve = isApproximation ? space.green : .gamma(100_000 / Double(gamma))
      guard let made = RGBSpace(colorants: space.toPCS, red: curve, green: curve, blue: curve) else { return nil }
      other = isApproximation ? .rgb(space) : .rgb(made)
    case .declaration(.gammaAndChromaticities(let gamma, let chromaticities)):
      lower = .gammaAndChromaticities
      guard let toPCS = try? chromaticities.toPCS, gamma > 0 else { return nil }
      isApproximation = baseCurves.map { Self.gamma(gamma, approximates: $0) } ?? false
      let curve = TransferFunction.gamma(100_000 / Double(gamma))
      let curves = isApproximation ? baseCurves : nil
      guard
        let space = RGBSpace(
          colorants: toPCS, red: curves?.red ?? curve, green: curves?.green ?? curve, blue: curves?.blue ?? curve)
      else { return nil }
      other = .rgb(space)
    case .declaration(let declaration):
      guard let name = Statement(SourceOrigin(declaration)),
        case .success(let color) = meanings.meaning(of: declaration, isGrey: isGrey).color
      else { return nil }
      lower = name
      other = color.meaning
    case .chromaticities(let chromaticities):
      lower = .chromaticities
      isApproximation = true
      guard let space = baseCurves, let toPCS = try? chromaticities.toPCS,
        let made = RGBSpace(colorants: toPCS, red: space.red, green: space.green, blue: space.blue)
      else { return nil }
      other = .rgb(made)
    case .exif(let colorSpace):
      lower = .eXIf
      switch colorSpace {
      case .sRGB: other = .rgb(.sRGB)
      case .adobeRGB: other = .rgb(ReferenceSpace.adobeRGB.space)
      case .uncalibrated, .other: return nil
      }
    }
    guard let difference = Self.difference(base, other, neutralsOnly: isGrey) else { return nil }
    self.difference = difference
  }

  /// Returns the difference of two sources; the reference must have matrix and curves, or a grey curve.
  private static func difference(
    _ a: SourceSpace, _ b: SourceSpace, neutralsOnly: Bool
  ) -> SpaceDifference? {
    switch (a, b) {
    case (_, .rgb(let reference)):
      ProbedSource(a, neutralsOnly: neutralsOnly).differences(fromPublished: [reference]).first
    case (.rgb(let reference), _):
      ProbedSource(b, neutralsOnly: neutralsOnly).differences(fromPublished: [reference]).first
    case (_, .grey(let curve)):
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
        .flatMap { ProbedSource(a, neutralsOnly: true).differences(from: [$0]).first }
    case (.grey(let curve), .table):
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
        .flatMap { ProbedSource(b, neutralsOnly: true).differences(from: [$0]).first }
    case (.table, .table): nil
    }
  }

  /// Returns whether gAMA is the approximation that the standard recommends for a curve that no exponent expresses:
  /// 45455 for sRGB's (PNG Third Edition, 11.3.2.5), and equivalent values for others. It is compared with the exponent
  /// that equals the curve at one half; libpng also treats gammas as equal that differ by less than 5%.
  private static func gamma(_ gamma: UInt32, approximates space: RGBSpace) -> Bool {
    let middle = space.green(0.5)
    guard middle > 0, middle < 1 else { return false }
    let ratio = 100_000 / Double(gamma) / (log(middle) / log(0.5))
    return (ratio - 1).magnitude < 0.05
  }
}

extension ChunkComparison.Statement {
  init?(_ origin: SourceOrigin) {
    switch origin {
    case .cICP: self = .cICP
    case .iCCP: self = .iCCP
    case .sRGB: self = .sRGB
    case .gammaAndChromaticities: self = .gammaAndChromaticities
    case .gamma: self = .gamma
    case .assumed, .override: return nil
    }
  }

  /// "iCCP chunk", "gAMA and cHRM chunks".
  package var chunkNames: String {
    self == .gammaAndChromaticities ? "gAMA and cHRM chunks" : "\(rawValue) chunk"
  }
}
