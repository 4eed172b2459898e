import Gamut
import LibC
import LittleCMS
import PNGCodec

/// The measurements of declarations and their comparisons, which most files of a folder share: each takes 136,000
/// colours.
struct Measurements: Sendable {
  let meanings = Meanings.ofDeclarations()
  private let spaces = Memo<DeclarationKey, Result<Measurement, DeclarationFault>>.ofDeclarations()
  private let profiles = Memo<DeclarationKey, InspectedProfile>.ofDeclarations()
  private let comparisons = Memo<Statements, [ChunkComparison]>(room: DeclarationKey.room) { statements in
    statements.lower.reduce(statements.higher.size) { $0 + $1.size }
  }

  /// The table that was measured last, which is compared next.
  private let tables = Memo<ObjectIdentifier, ProbedSource>(limit: 1)

  private struct Statements: Hashable, Sendable {
    var higher: DeclarationKey
    var lower: [ColorStatement]
  }

  func measure(_ declaration: Declaration, isGrey: Bool) -> Result<Measurement, DeclarationFault> {
    spaces.value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      meanings.meaning(of: declaration, isGrey: isGrey).color.map { color in
        let name = color.declared.origin == .iCCP ? color.declared.description : nil
        return Measurement(color: color, identification: SpaceIdentification(of: probe(color.meaning), called: name))
      }
    }
  }

  func probe(_ source: SourceSpace, neutralsOnly: Bool = false) -> ProbedSource {
    guard case .table(let table) = source, !neutralsOnly else {
      return ProbedSource(source, neutralsOnly: neutralsOnly)
    }
    return tables.value(for: ObjectIdentifier(table)) { ProbedSource(source) }
  }

  func inspect(_ embedded: EmbeddedProfile, isGrey: Bool) -> InspectedProfile? {
    let declaration = Declaration.iCCP(embedded)
    guard let profile = meanings.meaning(of: declaration, isGrey: isGrey).profile else { return nil }
    return profiles.value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      // A grey profile cannot be used for images with colours, and is measured for grey ones.
      profile.isGrey && !isGrey
        ? InspectedProfile(profile, Self.identify(profile))
        : InspectedProfile(profile, measure(declaration, isGrey: isGrey).map(\.identification))
    }
  }

  func inspect(_ profile: Profile) -> InspectedProfile {
    let embedded = EmbeddedProfile(name: "", contents: .success(profile.bytes))
    return profiles.value(for: DeclarationKey(declaration: .iCCP(embedded), isGrey: profile.isGrey)) {
      InspectedProfile(profile, Self.identify(profile))
    }
  }

  private static func identify(_ profile: Profile) -> Result<SpaceIdentification, DeclarationFault> {
    Result { () throws(DeclarationFault) in
      SpaceIdentification(
        of: ProbedSource(try profile.source(isGrey: profile.isGrey)), called: profile.description)
    }
  }

  /// Compares statements with a declaration of higher precedence, except those that describe other properties.
  func compare(
    _ higher: MeasuredDeclaration, _ lower: [ColorStatement], isGrey: Bool
  ) -> [ChunkComparison] {
    guard case .success(let base) = higher.result, !lower.isEmpty else { return [] }
    let key = DeclarationKey(declaration: higher.declaration, isGrey: isGrey)
    return comparisons.value(for: Statements(higher: key, lower: lower)) {
      ChunkComparison.all(of: lower, with: base.color.meaning, of: higher.origin, isGrey: isGrey, self)
    }
  }
}

/// A meaning and the published space that it matches.
struct Measurement: Sendable {
  var color: SourceColor
  var identification: SpaceIdentification
}

/// A statement of a file about its colours, whether or not it counts according to the standard.
enum ColorStatement: Hashable, Sendable {
  case declaration(Declaration)
  /// cHRM without gAMA.
  case chromaticities(Chromaticities)
  /// eXIf or XMP.
  case metadata(ChunkComparison.Statement, ReferenceSpace)

  var size: Int {
    if case .declaration(let declaration) = self { declaration.size } else { 0 }
  }
}

extension Profile {
  var isGrey: Bool { header.colorSpace == "GRAY" }
}

extension ChunkComparison {
  static func all(
    of lower: [ColorStatement], with base: SourceSpace, of origin: SourceOrigin, isGrey: Bool,
    _ measurements: Measurements
  ) -> [ChunkComparison] {
    guard let higher = Statement(origin) else { return [] }
    let compared = lower.compactMap { ComparedStatement($0, beside: base, isGrey: isGrey, measurements.meanings) }
    let differences = differences(base, compared.map(\.meaning), neutralsOnly: isGrey, measurements)
    return zip(compared, differences).compactMap { statement, difference in
      difference.map {
        ChunkComparison(
          higher: higher, lower: statement.name, difference: $0, isApproximation: statement.isApproximation)
      }
    }
  }

  /// Returns the differences of a source from others; nil if there are tables on both sides.
  ///
  /// All that have a matrix and curves are measured together, because the source may take most of the time.
  private static func differences(
    _ base: SourceSpace, _ others: [SourceSpace], neutralsOnly: Bool, _ measurements: Measurements
  ) -> [SpaceDifference?] {
    let references = others.compactMap { if case .rgb(let space) = $0 { space } else { nil } }
    var differences = measurements.probe(base, neutralsOnly: neutralsOnly).differences(fromPublished: references)[...]
    return others.map { other in
      switch (base, other) {
      case (_, .rgb): differences.popFirst()
      case (.rgb(let reference), _):
        measurements.probe(other, neutralsOnly: neutralsOnly).differences(fromPublished: [reference]).first
      case (_, .grey(let curve)):
        RGBSpace(ofNeutrals: curve).flatMap { ProbedSource(base, neutralsOnly: true).differences(from: [$0]).first }
      case (.grey(let curve), .table):
        RGBSpace(ofNeutrals: curve).flatMap { ProbedSource(other, neutralsOnly: true).differences(from: [$0]).first }
      case (.table, .table): nil
      }
    }
  }
}

private struct ComparedStatement {
  let name: ChunkComparison.Statement
  let meaning: SourceSpace
  let isApproximation: Bool

  init?(_ statement: ColorStatement, beside base: SourceSpace, isGrey: Bool, _ meanings: Meanings) {
    var isApproximation = false
    let baseCurves: RGBSpace? =
      switch base {
      case .rgb(let space): space
      case .grey(let curve): RGBSpace(ofNeutrals: curve)
      case .table: nil
      }
    switch statement {
    case .declaration(.gamma(let gamma)):
      name = .gamma
      // gAMA alone does not specify primaries, so those of the other declaration are used.
      guard let space = baseCurves, gamma > 0 else { return nil }
      isApproximation = Self.gamma(gamma, approximates: space)
      let curve = isApproximation ? space.green : .gamma(100_000 / Double(gamma))
      guard let made = RGBSpace(colorants: space.toPCS, red: curve, green: curve, blue: curve) else { return nil }
      meaning = isApproximation ? .rgb(space) : .rgb(made)
    case .declaration(.gammaAndChromaticities(let gamma, let chromaticities)):
      name = .gammaAndChromaticities
      guard let toPCS = try? chromaticities.toPCS, gamma > 0 else { return nil }
      isApproximation = baseCurves.map { Self.gamma(gamma, approximates: $0) } ?? false
      let curve = TransferFunction.gamma(100_000 / Double(gamma))
      let curves = isApproximation ? baseCurves : nil
      guard
        let space = RGBSpace(
          colorants: toPCS, red: curves?.red ?? curve, green: curves?.green ?? curve, blue: curves?.blue ?? curve)
      else { return nil }
      meaning = .rgb(space)
    case .declaration(let declaration):
      guard let name = ChunkComparison.Statement(SourceOrigin(declaration)),
        case .success(let color) = meanings.meaning(of: declaration, isGrey: isGrey).color
      else { return nil }
      self.name = name
      meaning = color.meaning
    case .chromaticities(let chromaticities):
      name = .chromaticities
      isApproximation = true
      guard let space = baseCurves, let toPCS = try? chromaticities.toPCS,
        let made = RGBSpace(colorants: toPCS, red: space.red, green: space.green, blue: space.blue)
      else { return nil }
      meaning = .rgb(made)
    case .metadata(let name, let space):
      self.name = name
      meaning = .rgb(space.space)
    }
    self.isApproximation = isApproximation
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
  /// Both have the names of chunks.
  init?(_ origin: SourceOrigin) { self.init(rawValue: origin.rawValue) }

  /// "iCCP chunk", "gAMA and cHRM chunks".
  package var chunkNames: String {
    self == .gammaAndChromaticities ? "gAMA and cHRM chunks" : self == .xmp ? "XMP text" : "\(rawValue) chunk"
  }
}

extension ExifColorSpace {
  /// The space that the value names; nil if it names none.
  var space: ReferenceSpace? { self == .sRGB ? .sRGB : self == .adobeRGB ? .adobeRGB : nil }
}
