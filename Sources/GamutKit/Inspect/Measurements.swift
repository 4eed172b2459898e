import Gamut
import LibC
import LittleCMS
import PNGCodec

/// The measurements of declarations and their comparisons, which most files of a folder share: each takes 136,000
/// colours.
struct Measurements: Sendable {
  let meanings = Meanings.ofDeclarations()
  private let declarations = Memo<DeclarationKey, MeasuredDeclaration>.ofDeclarations()
  private let profiles = Memo<DeclarationKey, InspectedProfile>.ofDeclarations()
  private let comparisons = Memo<Statements, [ChunkComparison]>(room: DeclarationKey.room) { statements in
    statements.lower.reduce(statements.higher.size) { $0 + $1.size }
  }

  private struct Statements: Hashable, Sendable {
    var higher: Declaration
    var lower: [ColorStatement]
    var isGrey: Bool
  }

  func measure(_ declaration: Declaration, isGrey: Bool) -> MeasuredDeclaration {
    declarations.value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      let meaning = meanings.meaning(of: declaration, isGrey: isGrey)
      return MeasuredDeclaration(
        declaration: declaration, meaning: meaning,
        identification: (try? meaning.color.get()).map { color in
          let name = color.declared.origin == .iCCP ? color.declared.description : nil
          return SpaceIdentification(of: color.meaning, called: name)
        })
    }
  }

  func inspect(_ embedded: EmbeddedProfile, isGrey: Bool) -> InspectedProfile? {
    let declaration = Declaration.iCCP(embedded)
    guard let profile = meanings.meaning(of: declaration, isGrey: isGrey).profile else { return nil }
    return profiles.value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      // A grey profile cannot be used for images with colours, and is measured for grey ones.
      guard !profile.isGrey || isGrey else { return InspectedProfile(profile) }
      let measured = measure(declaration, isGrey: isGrey)
      return InspectedProfile(profile, measured.identification, measured.meaning.fault)
    }
  }

  func inspect(_ profile: Profile) -> InspectedProfile {
    let embedded = EmbeddedProfile(name: "", contents: .success(profile.bytes))
    return profiles.value(for: DeclarationKey(declaration: .iCCP(embedded), isGrey: profile.isGrey)) {
      InspectedProfile(profile)
    }
  }

  /// Compares statements with a declaration of higher precedence, except those that describe other properties.
  func compare(_ higher: MeasuredDeclaration, _ lower: [ColorStatement], isGrey: Bool) -> [ChunkComparison] {
    guard let base = try? higher.meaning.color.get().meaning, !lower.isEmpty,
      let name = ChunkComparison.Statement(SourceOrigin(higher.declaration))
    else { return [] }
    return comparisons.value(for: Statements(higher: higher.declaration, lower: lower, isGrey: isGrey)) {
      let compared = lower.compactMap { ComparedStatement($0, beside: base, isGrey: isGrey, meanings) }
      return zip(compared, differences(base, compared.map(\.meaning), neutralsOnly: isGrey)).compactMap {
        statement, difference in
        difference.map {
          ChunkComparison(
            higher: name, lower: statement.name, difference: $0, isApproximation: statement.isApproximation)
        }
      }
    }
  }

  /// Returns the differences of a source from others; nil if there are tables on both sides.
  ///
  /// All that have a matrix and curves are measured together, because the source may take most of the time.
  private func differences(
    _ base: SourceSpace, _ others: [SourceSpace], neutralsOnly: Bool
  ) -> [SpaceDifference?] {
    let references = others.compactMap { if case .rgb(let space) = $0 { space } else { nil } }
    var differences = ProbedSource(base, neutralsOnly: neutralsOnly).differences(fromPublished: references)[...]
    return others.map { other in
      switch (base, other) {
      case (_, .rgb): return differences.popFirst()
      case (.rgb(let reference), _):
        return ProbedSource(other, neutralsOnly: neutralsOnly).differences(fromPublished: [reference]).first
      case (_, .grey(let curve)):
        return ProbedSource(base, neutralsOnly: true).differences(from: [RGBSpace.sRGB.with(curve)]).first
      case (.grey(let curve), .table):
        return ProbedSource(other, neutralsOnly: true).differences(from: [RGBSpace.sRGB.with(curve)]).first
      case (.table, .table): return nil
      }
    }
  }
}

/// A declaration of a file with the meaning of its codes, and the published space that it matches; nil if it has no
/// meaning.
struct MeasuredDeclaration: Sendable {
  let declaration: Declaration
  let meaning: DeclaredMeaning
  let identification: SpaceIdentification?

  /// - Parameter origin: `assumed` for the declaration that a decoder assumes for an image without one.
  func inspected(as origin: SourceOrigin? = nil, at offset: Int? = nil) -> InspectedDeclaration {
    var description = meaning.profile?.description
    if case .cICP(let cicp) = declaration { description = CodePoints.description(cicp) }
    if case .success(let color) = meaning.color { description = color.declared.description }
    return InspectedDeclaration(
      color: DeclaredColor(
        origin: origin ?? SourceOrigin(declaration), description: description, space: identification?.space),
      offset: offset, identification: identification, fault: meaning.fault)
  }
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

private struct ComparedStatement {
  let name: ChunkComparison.Statement
  let meaning: SourceSpace
  let isApproximation: Bool

  init?(_ statement: ColorStatement, beside base: SourceSpace, isGrey: Bool, _ meanings: Meanings) {
    switch statement {
    case .declaration(.gamma(let gamma)): self.init(.gamma, gamma, nil, beside: base.comparable)
    case .declaration(.gammaAndChromaticities(let gamma, let chromaticities)):
      self.init(.gammaAndChromaticities, gamma, chromaticities, beside: base.comparable)
    case .chromaticities(let chromaticities): self.init(.chromaticities, nil, chromaticities, beside: base.comparable)
    case .declaration(let declaration):
      guard let name = ChunkComparison.Statement(SourceOrigin(declaration)),
        case .success(let color) = meanings.meaning(of: declaration, isGrey: isGrey).color
      else { return nil }
      self.init(name, color.meaning)
    case .metadata(let name, let space): self.init(name, .rgb(space.space))
    }
  }

  private init(_ name: ChunkComparison.Statement, _ meaning: SourceSpace, isApproximation: Bool = false) {
    (self.name, self.meaning, self.isApproximation) = (name, meaning, isApproximation)
  }

  /// Creates the statement of gAMA, of cHRM, or of both. What it does not say is that of the other declaration.
  private init?(
    _ name: ChunkComparison.Statement, _ gamma: UInt32?, _ chromaticities: Chromaticities?, beside base: RGBSpace?
  ) {
    var colorants = base?.toPCS
    if let chromaticities { colorants = try? chromaticities.toPCS }
    guard let colorants, gamma != 0 else { return nil }
    let isApproximation = gamma.map { gamma in base.map { Self.gamma(gamma, approximates: $0) } ?? false } ?? true
    let curve = gamma.map { TransferFunction.gamma(100_000 / Double($0)) }
    guard let curves = isApproximation ? base : curve.map({ RGBSpace.sRGB.with($0) }),
      let space = RGBSpace(colorants: colorants, red: curves.red, green: curves.green, blue: curves.blue)
    else { return nil }
    self.init(name, .rgb(space), isApproximation: isApproximation)
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
