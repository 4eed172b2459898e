import Gamut
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

  /// Returns the probe colours of a source.
  func probe(_ source: SourceSpace, neutralsOnly: Bool = false) -> ProbedSource {
    guard case .table(let table) = source, !neutralsOnly else {
      return ProbedSource(source, neutralsOnly: neutralsOnly)
    }
    return tables.value(for: ObjectIdentifier(table)) { ProbedSource(source) }
  }

  /// Inspects the profile of an iCCP chunk without the checksum of its data; nil if the image could not use it either way.
  func inspectWithoutChecksum(_ embedded: EmbeddedProfile, isGrey: Bool) -> InspectedProfile? {
    guard case .failure(.noChecksum(let bytes)) = embedded.contents else { return nil }
    let profile = inspect(EmbeddedProfile(name: embedded.name, contents: .success(bytes)), isGrey: isGrey)
    return profile.flatMap { $0.fault == nil && $0.profile.isGrey == isGrey ? $0 : nil }
  }

  /// Inspects the profile of an iCCP chunk; nil if the chunk does not contain one.
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

  /// Inspects a profile, for images of its own kind.
  func inspect(_ profile: Profile) -> InspectedProfile {
    let embedded = EmbeddedProfile(name: "", contents: .success(profile.bytes))
    return profiles.value(for: DeclarationKey(declaration: .iCCP(embedded), isGrey: profile.isGrey)) {
      InspectedProfile(profile, Self.identify(profile))
    }
  }

  /// Identifies the space of a profile, for images of its own kind.
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
  case exif(ExifColorSpace)

  /// The size of its profile in bytes.
  var size: Int {
    if case .declaration(let declaration) = self { declaration.size } else { 0 }
  }
}

extension Profile {
  /// Whether it is for grey images.
  var isGrey: Bool { header.colorSpace == "GRAY" }
}
