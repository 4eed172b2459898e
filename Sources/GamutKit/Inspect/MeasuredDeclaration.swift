import Gamut
import LittleCMS
import PNGCodec

/// A declaration of a file with the meaning of its codes, or the reason that it has none.
struct MeasuredDeclaration: Sendable {
  var declaration: Declaration?
  /// The profile of an iCCP chunk, even if it cannot be used; nil if there is none.
  var profile: Profile?
  var origin: SourceOrigin
  var offset: Int?
  var result: Result<Measurement, DeclarationFault>

  /// Returns the declarations of a file, highest precedence first. Those with a faulty chunk are included, but cannot
  /// be used.
  ///
  /// - Parameter limit: how many are measured and returned at most.
  static func all(
    in survey: ChunkSurvey, _ measurements: Measurements, atMost limit: Int = .max
  ) -> [MeasuredDeclaration] {
    let chunks = survey.colorChunks
    let isGrey = survey.header.colorType.isGrey
    var list: [MeasuredDeclaration] = []
    func add(_ origin: SourceOrigin, _ declaration: Declaration?, _ names: [String], offset: Int?) {
      guard list.count < limit else { return }
      let profile = declaration.flatMap { measurements.meanings.meaning(of: $0, isGrey: isGrey).profile }
      if let fault = names.flatMap({ survey.faults(of: $0) }).first {
        list.append(
          MeasuredDeclaration(
            declaration: declaration, profile: profile, origin: origin, offset: offset ?? fault.offset,
            result: .failure(.chunk(fault))))
      } else if let declaration {
        list.append(
          MeasuredDeclaration(
            declaration: declaration, profile: profile, origin: origin, offset: offset,
            result: measurements.measure(declaration, isGrey: isGrey)))
      }
    }
    add(.cICP, chunks.cICP.map { .cICP($0.value) }, ["cICP"], offset: chunks.cICP?.offset)
    add(.iCCP, chunks.iCCP.map { .iCCP($0.value) }, ["iCCP"], offset: chunks.iCCP?.offset)
    add(.sRGB, chunks.sRGB.map { .sRGB(intent: $0.value) }, ["sRGB"], offset: chunks.sRGB?.offset)
    if chunks.gAMA != nil || !survey.faults(of: "gAMA").isEmpty {
      // cHRM alone is not a declaration, even if it is faulty.
      let hasChromaticities = chunks.cHRM != nil || !survey.faults(of: "cHRM").isEmpty
      let declaration = chunks.gAMA.map { gamma in
        chunks.cHRM.map { .gammaAndChromaticities(gamma: gamma.value, $0.value) } ?? Declaration.gamma(gamma.value)
      }
      add(
        hasChromaticities ? .gammaAndChromaticities : .gamma, declaration,
        hasChromaticities ? ["gAMA", "cHRM"] : ["gAMA"], offset: chunks.gAMA?.offset)
    }
    return list
  }

  var measurement: Measurement? { try? result.get() }

  var inspected: InspectedDeclaration {
    switch result {
    case .success(let measurement):
      InspectedDeclaration(
        color: DeclaredColor(
          origin: origin, description: measurement.color.declared.description,
          space: measurement.identification.space), offset: offset, identification: measurement.identification)
    case .failure(let fault):
      InspectedDeclaration(
        color: DeclaredColor(origin: origin, description: describedInWords), offset: offset, fault: fault)
    }
  }

  /// A description of an unusable declaration, if it can be determined.
  private var describedInWords: String? {
    switch declaration {
    case .cICP(let cicp): CodePoints.description(cicp)
    case .iCCP: profile?.description
    default: nil
    }
  }
}

extension InspectedDeclaration {
  /// Returns the declaration that a decoder assumes for an image without one.
  static func assumed(_ measurements: Measurements, isGrey: Bool) -> InspectedDeclaration {
    MeasuredDeclaration(origin: .assumed, result: measurements.measure(.sRGB(intent: 0), isGrey: isGrey)).inspected
  }
}
