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

  /// The table that was measured last, which is compared next.
  private let tables = Memo<ObjectIdentifier, ProbedSource>(limit: 1)

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
          return SpaceIdentification(of: probe(color.meaning), called: name)
        })
    }
  }

  private func probe(_ source: SourceSpace, neutralsOnly: Bool = false) -> ProbedSource {
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
      guard !profile.isGrey || isGrey else { return InspectedProfile(profile) }
      let measured = measure(declaration, isGrey: isGrey)
      return InspectedProfile(profile, measured.identification, measured.meaning.fault)
    }
  }

  /// Compares statements with a declaration of higher precedence, except those that describe other properties.
  func compare(_ higher: MeasuredDeclaration, _ lower: [ColorStatement], isGrey: Bool) -> [ChunkComparison] {
    guard let base = try? higher.meaning.color.get().meaning, !lower.isEmpty else { return [] }
    return comparisons.value(for: Statements(higher: higher.declaration, lower: lower, isGrey: isGrey)) {
      lower.compactMap { statement in
        var base = base
        // gAMA agrees with metadata of a space whose curve it approximates.
        if case .metadata(_, let space) = statement,
          let gamma = ComparedStatement(
            .declaration(higher.declaration), beside: .rgb(space.space), isGrey: isGrey, meanings),
          gamma.isApproximation
        {
          base = gamma.meaning
        }
        guard let compared = ComparedStatement(statement, beside: base, isGrey: isGrey, meanings),
          let difference = difference(of: base, from: compared.meaning, neutralsOnly: isGrey)
        else { return nil }
        return ChunkComparison(
          higher: SourceOrigin(higher.declaration), lower: compared.name, difference: difference,
          isApproximation: compared.isApproximation)
      }
    }
  }

  /// Returns the difference of a source from another; nil if there are tables on both sides.
  private func difference(
    of base: SourceSpace, from other: SourceSpace, neutralsOnly: Bool
  ) -> SpaceDifference? {
    switch (base, other) {
    case (_, .rgb(let space)):
      probe(base, neutralsOnly: neutralsOnly).differences(fromPublished: [space]).first
    case (.rgb(let space), _):
      probe(other, neutralsOnly: neutralsOnly).differences(fromPublished: [space]).first
    case (_, .grey(let curve)):
      ProbedSource(base, neutralsOnly: true).differences(from: [RGBSpace.sRGB.with(curve)]).first
    case (.grey(let curve), .table):
      ProbedSource(other, neutralsOnly: true).differences(from: [RGBSpace.sRGB.with(curve)]).first
    case (.table, .table): nil
    }
  }
}

/// A declaration of a file with the meaning of its codes, and the published space that it matches; nil if it has no
/// meaning.
struct MeasuredDeclaration: Sendable {
  let declaration: Declaration
  let meaning: DeclaredMeaning
  let identification: SpaceIdentification?

  func inspected(at offset: Int? = nil) -> InspectedDeclaration {
    var description = meaning.profile?.description
    if case .cICP(let cicp) = declaration { description = CodePoints.description(cicp) }
    if case .success(let color) = meaning.color { description = color.declared.description }
    return InspectedDeclaration(
      color: DeclaredColor(
        origin: SourceOrigin(declaration), description: description, space: identification?.space),
      offset: offset, identification: identification, fault: meaning.fault)
  }
}

/// A statement of a file about its colours, whether or not it counts according to the standard.
enum ColorStatement: Hashable, Sendable {
  case declaration(Declaration)
  /// cHRM without gAMA.
  case chromaticities(Chromaticities)
  /// eXIf or XMP.
  case metadata(SourceOrigin, ReferenceSpace)

  var size: Int {
    if case .declaration(let declaration) = self { declaration.size } else { 0 }
  }
}

private struct ComparedStatement {
  let name: SourceOrigin
  let meaning: SourceSpace
  let isApproximation: Bool

  init?(_ statement: ColorStatement, beside base: SourceSpace, isGrey: Bool, _ meanings: Meanings) {
    switch statement {
    case .declaration(.gamma(let gamma)): self.init(.gamma, gamma, nil, beside: base.comparable)
    case .declaration(.gammaAndChromaticities(let gamma, let chromaticities)):
      self.init(.gammaAndChromaticities, gamma, chromaticities, beside: base.comparable)
    case .chromaticities(let chromaticities): self.init(.chromaticities, nil, chromaticities, beside: base.comparable)
    case .declaration(let declaration):
      guard case .success(let color) = meanings.meaning(of: declaration, isGrey: isGrey).color else { return nil }
      self.init(SourceOrigin(declaration), color.meaning)
    case .metadata(let name, let space): self.init(name, .rgb(space.space))
    }
  }

  private init(_ name: SourceOrigin, _ meaning: SourceSpace, isApproximation: Bool = false) {
    (self.name, self.meaning, self.isApproximation) = (name, meaning, isApproximation)
  }

  /// Creates the statement of gAMA, of cHRM, or of both. What it does not say is that of the other declaration.
  private init?(
    _ name: SourceOrigin, _ gamma: UInt32?, _ chromaticities: Chromaticities?, beside base: RGBSpace?
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

extension ExifColorSpace {
  /// The space that the value names; nil if it names none.
  var space: ReferenceSpace? { self == .sRGB ? .sRGB : self == .adobeRGB ? .adobeRGB : nil }
}
