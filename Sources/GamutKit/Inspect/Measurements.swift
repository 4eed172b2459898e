import Gamut
import LibC
import LittleCMS
import PNGCodec

/// Measurements and comparisons of declarations, which most files of a folder share: each takes 136,000 colours.
struct Measurements: Sendable {
  let meanings = Meanings.ofDeclarations()
  private let declarations = Memo<DeclarationKey, MeasuredDeclaration>.ofDeclarations()
  private let profiles = Memo<DeclarationKey, InspectedProfile>.ofDeclarations()
  private let comparisons = Memo<Statements, [ChunkComparison]>(room: DeclarationKey.room) { statements in
    statements.lower.reduce(statements.higher.size) { $0 + $1.size }
  }

  private let identifications = Memo<NamedSpace, SpaceIdentification>(limit: 64)
  private struct NamedSpace: Hashable, Sendable {
    var space: RGBSpace
    var name: String?
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
          guard case .rgb(let space) = color.meaning else {
            return SpaceIdentification(of: probe(color.meaning), called: name)
          }
          return identifications.value(for: NamedSpace(space: space, name: name)) {
            SpaceIdentification(of: probe(color.meaning), called: name)
          }
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
          let gamma = ColorStatement.declaration(higher.declaration)
            .meaning(beside: space.space, isGrey: isGrey, meanings), gamma.isApproximation
        {
          base = gamma.source
        }
        guard let said = statement.meaning(beside: base.comparable, isGrey: isGrey, meanings),
          let difference = difference(of: base, from: said.source, neutralsOnly: isGrey)
        else { return nil }
        return ChunkComparison(
          higher: SourceOrigin(higher.declaration), lower: statement.origin, difference: difference,
          isApproximation: said.isApproximation)
      }
    }
  }

  /// Returns the difference of a source from another; nil if there are tables on both sides.
  private func difference(
    of base: SourceSpace, from other: SourceSpace, neutralsOnly: Bool
  ) -> SpaceDifference? {
    switch (base, other) {
    case (_, .rgb(let space)):
      probe(base, neutralsOnly: neutralsOnly).leastDifference(from: space.publications)
    case (.rgb(let space), _):
      probe(other, neutralsOnly: neutralsOnly).leastDifference(from: space.publications)
    case (_, .grey(let curve)):
      ProbedSource(base, neutralsOnly: true).leastDifference(from: [RGBSpace.sRGB.with(curve)])
    case (.grey(let curve), .table):
      ProbedSource(other, neutralsOnly: true).leastDifference(from: [RGBSpace.sRGB.with(curve)])
    case (.table, .table): nil
    }
  }
}

/// A declaration of a file with the meaning of its codes, and the published space that it matches, if it has any.
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

extension ColorStatement {
  fileprivate var origin: SourceOrigin {
    switch self {
    case .declaration(let declaration): SourceOrigin(declaration)
    case .chromaticities: .chromaticities
    case .metadata(let origin, _): origin
    }
  }

  /// Returns what the statement says of the colours, and whether it only approximates that; nil for other statements.
  fileprivate func meaning(
    beside base: RGBSpace?, isGrey: Bool, _ meanings: Meanings
  ) -> (source: SourceSpace, isApproximation: Bool)? {
    switch self {
    case .declaration(.gamma(let gamma)): Self.meaning(gamma, nil, beside: base)
    case .declaration(.gammaAndChromaticities(let gamma, let chromaticities)):
      Self.meaning(gamma, chromaticities, beside: base)
    case .chromaticities(let chromaticities): Self.meaning(nil, chromaticities, beside: base)
    case .declaration(let declaration):
      (try? meanings.meaning(of: declaration, isGrey: isGrey).color.get()).map { ($0.meaning, false) }
    case .metadata(_, let space): (.rgb(space.space), false)
    }
  }

  /// Returns what gAMA, cHRM, or both say. What they do not say is that of the other declaration.
  private static func meaning(
    _ gamma: UInt32?, _ chromaticities: Chromaticities?, beside base: RGBSpace?
  ) -> (source: SourceSpace, isApproximation: Bool)? {
    var colorants = base?.toPCS
    if let chromaticities { colorants = try? chromaticities.toPCS }
    guard let colorants, gamma != 0 else { return nil }
    let isApproximation = gamma.map { gamma in base.map { self.gamma(gamma, approximates: $0) } ?? false } ?? true
    let curve = gamma.map { TransferFunction.gamma(100_000 / Double($0)) }
    guard let curves = isApproximation ? base : curve.map({ RGBSpace.sRGB.with($0) }),
      let space = RGBSpace(colorants: colorants, red: curves.red, green: curves.green, blue: curves.blue)
    else { return nil }
    return (.rgb(space), isApproximation)
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
