import Gamut
import LittleCMS
public import PNGCodec

/// Verifies files against a requirement, by the parameters of their declarations. One verifier may be used by several
/// threads at a time.
public struct Verifier: Sendable {
  let options: VerifyOptions
  private let goal: VerifyGoal?
  private let inspector: Inspector
  private let differences = Memo<DeclarationKey, Result<SpaceDifference?, DeclarationFault>>.ofDeclarations()

  /// - Parameters:
  ///   - options: what is required.
  ///   - inspector: an inspector of the same files, which shares what it knows of their declarations.
  /// - Throws: `GamutError.target` if the required profile cannot be used.
  public init(_ options: VerifyOptions, _ inspector: Inspector = Inspector()) throws(GamutError) {
    self.options = options
    self.inspector = inspector
    do throws(DeclarationFault) {
      if case .space(let choice) = options.target { goal = try VerifyGoal(choice) } else { goal = nil }
    } catch {
      throw .target(error)
    }
  }

  /// Verifies the PNG at a path.
  public func verify(_ path: Pathname) throws(FailedFile<GamutError>) -> Verification {
    try FailedFile.naming(path) { () throws(GamutError) in try verify(.file(path)) }
  }

  /// Verifies a PNG in memory.
  public func verify(png bytes: [UInt8]) throws(GamutError) -> Verification { try verify(ByteSource(bytes: bytes)) }

  /// Verifies the PNG in a source.
  ///
  /// - Throws: an error if the result cannot be determined: `GamutError.png` if the file cannot be read,
  ///   `.undetermined` if the declaration in force is damaged, so that its meaning is unknown.
  public func verify(_ source: consuming ByteSource) throws(GamutError) -> Verification {
    let survey: ChunkSurvey
    do {
      try MemoryRoom.require(MemoryRoom.measurement)
      survey = try ChunkSurvey(source, limits: options.limits)
    } catch {
      throw .png(error)
    }
    return try verify(survey)
  }

  package func verify(_ survey: ChunkSurvey) throws(GamutError) -> Verification {
    var verification = Verification(
      image: survey.header, declaration: nil, reasons: [],
      findings: survey.faults.map { FileFinding($0) } + survey.findings.map { FileFinding($0) })
    if let inForce = inspector.declarationInForce(survey) {
      let declaration = inForce.inspected(at: SourceOrigin(inForce.declaration).offset(in: survey.colorChunks))
      verification.declaration = declaration
      try check(inForce, declaration, isGrey: survey.header.colorType.isGrey, &verification)
    } else {
      // A file that is truncated before its image data may have lost its declaration.
      if let fault = survey.faults.first, !survey.runs.contains(where: { $0.type.description == "IDAT" }) {
        throw .png(fault)
      }
      let message = "The file declares no colour space. Embed the profile of the space that its colours were made in."
      verification.reasons = [.init(code: .undeclared, message: message)]
    }
    return verification
  }

  private func check(
    _ inForce: MeasuredDeclaration, _ declaration: InspectedDeclaration, isGrey: Bool,
    _ verification: inout Verification
  ) throws(GamutError) {
    let color: SourceColor
    switch inForce.meaning.color {
    case .success(let value): color = value
    case .failure(let fault):
      guard fault.isOtherKind else { throw .undetermined(declaration.origin, fault, offset: declaration.offset) }
      // PQ, HLG and similar transfer functions do define the codes.
      if goal == nil, case .transfer = fault { return }
      let message = "The \(declaration.origin.chunkNames) cannot be that: \(fault.message.asClause)"
      verification.reasons = [.init(code: .otherKind, message: message)]
      return
    }
    if let goal {
      let difference = differences.value(for: DeclarationKey(declaration: inForce.declaration, isGrey: isGrey)) {
        Result { () throws(DeclarationFault) in
          try goal.difference(of: color.meaning, profile: inForce.meaning.profile, isGrey: isGrey)
        }
      }
      switch difference {
      case .failure(let fault): throw .undetermined(declaration.origin, fault, offset: declaration.offset)
      case .success(let difference?):
        verification.difference = difference
        if ![options.level, .sixteenBit].contains(difference.level) {
          verification.reasons = [.notEquivalent(declaration, difference, options)]
        }
      case .success(nil):
        let message = "The space asked for is for grey, and the image has red, green and blue."
        verification.reasons = [.init(code: .otherKind, message: message)]
      }
    }
    guard let profile = inForce.meaning.profile else { return }
    let ignored = (profile.refusals + (isGrey && !profile.isGrey ? [.rgbInGreyImage] : []))
      .filter { $0.readers.contains(.libpng) }.map { Verification.Reason(code: .ignored, message: $0.message) }
    if verification.reasons.isEmpty { verification.reasons = ignored }
    verification.findings += FileFinding.aboutReaders(
      of: profile, color.wordsOnTables, at: declaration.offset
    ).filter { finding in !ignored.contains { $0.message == finding.message } }
  }

  /// Verifies every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  public func verify<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (VerifyRow) throws(Failure) -> Void
  ) throws(Failure) {
    try VerifyRow.rows(of: inputs, jobs: jobs, each: each) { input throws(GamutError) in try verify(input) }
  }

  func verify(_ input: Input) throws(GamutError) -> Verification {
    try verify(OpenedInput(input, keeping: .nothing).open())
  }
}

extension Verification.Reason {
  fileprivate static func notEquivalent(
    _ declaration: InspectedDeclaration, _ difference: SpaceDifference, _ options: VerifyOptions
  ) -> Self {
    let allowed = options.level == .eightBit ? "half a code of 255" : "one code of 65,535"
    return Self(
      code: .notEquivalent,
      message: "The \(declaration.origin.chunkNames) \(declaration.origin == .gammaAndChromaticities ? "say" : "says") "
        + "\(declaration.color.words), and that is not \(options.target.name): codes are \(difference.words), "
        + "at \(difference.color.codeWords). Allowed is \(allowed).")
  }
}

/// The outcome for one input of `verify`.
public typealias VerifyRow = RunRow<Verification>

/// A required space in a form to measure from.
struct VerifyGoal: Sendable {
  private let meaning: SourceSpace
  private let profile: Profile?
  /// The parameter sets of the space that are equivalent; none for tables.
  private let accepted: [RGBSpace]

  init(_ choice: SpaceChoice) throws(DeclarationFault) {
    switch choice {
    case .known(.sGray): (meaning, profile, accepted) = (.grey(RGBSpace.sRGBCurve), nil, [.sRGB])
    case .known(let known):
      (meaning, profile) = (.rgb(known.space), nil)
      accepted = known.variants.flatMap(\.publications)
    case .profile(let given):
      (meaning, profile) = (try given.source(isGrey: given.isGrey), given)
      // All published parameter sets of sRGB are equivalent.
      let isSRGB = if case .rgb(let space) = meaning { space.isEquivalent(to: .sRGB) } else { false }
      accepted = (meaning.comparable.map { [$0] } ?? []) + (isSRGB ? RGBSpace.sRGB.publications : [])
    }
  }

  /// Returns the largest difference between a colour's codes in a source and in the goal; nil if the goal is for grey and
  /// the image is not.
  ///
  /// - Throws: `tables` if both use lookup tables and are not the same profile.
  func difference(of source: SourceSpace, profile: Profile?, isGrey: Bool) throws(DeclarationFault) -> SpaceDifference?
  {
    switch meaning {
    case .table:
      if profile == self.profile { return SpaceDifference() }
      guard let reference = source.comparable else { throw .tables }
      return ProbedSource(meaning, neutralsOnly: isGrey).leastDifference(from: [reference])
    case .grey where !isGrey: return nil
    case .grey, .rgb:
      let probe = ProbedSource(source, neutralsOnly: isGrey)
      // The difference from a space with the same parameters is 0, which nobody needs to measure.
      if probe.isOne(of: accepted) { return SpaceDifference() }
      return probe.leastDifference(from: accepted)
    }
  }
}
