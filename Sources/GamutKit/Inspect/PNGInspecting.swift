import Gamut
import LittleCMS
import PNGCodec

extension PNGInspection {
  init(_ survey: ChunkSurvey, _ cache: MeasurementCache) {
    self.survey = survey
    let isGrey = survey.header.colorType.isGrey
    let measured = MeasuredDeclaration.all(in: survey, cache)
    declarations = measured.map(\.inspected)
    let embedded = declarations.first { $0.origin == .iCCP }
    profile = survey.colorChunks.iCCP.flatMap { iCCP in
      cache.inspect(iCCP.value, isGrey: isGrey, measuredAs: embedded?.identification)
    }
    if let first = declarations.first {
      if first.origin == .cICP {
        withoutCICP = declarations.dropFirst().first ?? .assumed(cache, isGrey: isGrey)
      }
      if first.fault != nil {
        fallback = declarations.first { $0.fault == nil } ?? .assumed(cache, isGrey: isGrey)
      }
    }
    comparisons = Self.comparisons(measured, survey, isGrey: isGrey, cache)
    findings = []
    findings = InspectFinding.all(about: self)
  }

  /// Compares all statements about colours below the highest usable declaration with that declaration.
  private static func comparisons(
    _ measured: [MeasuredDeclaration], _ survey: ChunkSurvey, isGrey: Bool, _ cache: MeasurementCache
  ) -> [ChunkComparison] {
    guard let place = measured.firstIndex(where: { $0.measurement != nil }),
      let base = measured[place].measurement, let declaration = measured[place].declaration
    else { return [] }
    var statements = measured[(place + 1)...].filter { $0.measurement != nil }.compactMap(\.declaration)
      .map { ColorStatement.declaration($0) }
    if !measured.contains(where: { $0.origin == .gammaAndChromaticities }),
      let chromaticities = survey.colorChunks.cHRM?.value, survey.faults(of: "cHRM").isEmpty
    {
      statements.append(.chromaticities(chromaticities))
    }
    if let exif = survey.exif?.value { statements.append(.exif(exif)) }
    return statements.compactMap { statement in
      cache.compare(declaration, statement, isGrey: isGrey) {
        ChunkComparison(measured[place].origin, base.color.meaning, statement, isGrey: isGrey)
      }
    }
  }
}

extension InspectedProfile {
  /// - Parameter known: the identification of the profile, if already measured.
  init(_ profile: Profile, measuredAs known: SpaceIdentification? = nil, _ cache: MeasurementCache) {
    self.profile = profile
    switch known.map({ .success($0) }) ?? cache.identify(profile) {
    case .success(let identification): self.identification = identification
    case .failure(let fault): self.fault = fault
    }
    findings = []
    findings = InspectFinding.all(about: self)
  }
}
