import Gamut
import LittleCMS
import PNGCodec

extension PNGInspection {
  init(_ survey: ChunkSurvey, _ measurements: Measurements) {
    self.survey = survey
    let isGrey = survey.header.colorType.isGrey
    let measured = MeasuredDeclaration.all(in: survey, measurements)
    declarations = measured.map(\.inspected)
    profile = survey.colorChunks.iCCP.flatMap { measurements.inspect($0.value, isGrey: isGrey) }
    profileWithoutChecksum = survey.colorChunks.iCCP.flatMap {
      measurements.inspectWithoutChecksum($0.value, isGrey: isGrey)
    }
    if let first = declarations.first {
      if first.origin == .cICP {
        withoutCICP = declarations.dropFirst().first ?? .assumed(measurements, isGrey: isGrey)
      }
      if first.fault != nil, first.origin != .iCCP || profileWithoutChecksum == nil {
        fallback = declarations.first { $0.fault == nil } ?? .assumed(measurements, isGrey: isGrey)
      }
    }
    comparisons = Self.comparisons(measured, survey, isGrey: isGrey, measurements)
    findings = []
    findings = FileFinding.all(about: self)
  }

  /// Compares all statements about colours below the highest usable declaration with that declaration.
  private static func comparisons(
    _ measured: [MeasuredDeclaration], _ survey: ChunkSurvey, isGrey: Bool, _ measurements: Measurements
  ) -> [ChunkComparison] {
    guard let place = measured.firstIndex(where: { $0.measurement != nil }) else { return [] }
    var statements = measured[(place + 1)...].filter { $0.measurement != nil }.compactMap(\.declaration)
      .map { ColorStatement.declaration($0) }
    if !measured.contains(where: { $0.origin == .gammaAndChromaticities }),
      let chromaticities = survey.colorChunks.cHRM?.value, survey.faults(of: "cHRM").isEmpty
    {
      statements.append(.chromaticities(chromaticities))
    }
    if let exif = survey.exif?.value { statements.append(.exif(exif)) }
    return measurements.compare(measured[place], statements, isGrey: isGrey)
  }
}

extension InspectedProfile {
  init(_ profile: Profile, _ result: Result<SpaceIdentification, DeclarationFault>) {
    self.profile = profile
    switch result {
    case .success(let identification): self.identification = identification
    case .failure(let fault): self.fault = fault
    }
    findings = []
    findings = FileFinding.all(about: self)
  }
}
