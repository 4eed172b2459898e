import Gamut
import LittleCMS
public import PNGCodec

/// Verifies files against a requirement, by the parameters of their declarations. One verifier may be used by several
/// threads at a time.
public struct Verifier: Sendable {
  let options: VerifyOptions
  private let goal: VerifyGoal
  private let inspector: Inspector
  private let differences = Memo<DeclarationKey, Result<SpaceDifference?, DeclarationFault>>.ofDeclarations()

  /// - Throws: `GamutError.target` if the required profile cannot be used.
  public init(_ options: VerifyOptions) throws(GamutError) {
    try self.init(options, Inspector(limits: options.limits))
  }

  /// Creates a verifier that shares an inspector with others.
  package init(_ options: VerifyOptions, _ inspector: Inspector) throws(GamutError) {
    self.options = options
    self.inspector = inspector
    do {
      goal = try VerifyGoal(options.target)
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
    let inForce = inspector.declarationInForce(survey)
    var verification = Verification(
      image: survey.header, declaration: inForce?.inspected, reasons: [],
      findings: survey.faults.map { FileFinding($0) } + survey.findings.map { FileFinding($0) })
    if let inForce {
      try check(inForce, isGrey: survey.header.colorType.isGrey, &verification)
    } else {
      try requireImageData(survey)
      verification.reasons = [.undeclared]
    }
    if let bits = options.requiredBits, survey.header.bitDepth < bits {
      verification.reasons.append(.bits(of: survey.header, required: bits))
    }
    return verification
  }

  private func check(
    _ inForce: MeasuredDeclaration, isGrey: Bool, _ verification: inout Verification
  ) throws(GamutError) {
    let measurement: Measurement
    switch inForce.result {
    case .success(let value): measurement = value
    case .failure(let fault):
      guard fault.isOtherKind else { throw .undetermined(inForce.origin, fault, offset: inForce.offset) }
      // PQ, HLG and similar transfer functions do define the codes.
      if case .any = goal, case .transfer = fault { return }
      verification.reasons = [.otherKind(inForce.origin, fault)]
      return
    }
    let difference = differences.value(for: DeclarationKey(declaration: inForce.declaration, isGrey: isGrey)) {
      Result { () throws(DeclarationFault) in
        try goal.difference(of: measurement.color, profile: inForce.profile, isGrey: isGrey)
      }
    }
    switch difference {
    case .failure(let fault): throw .undetermined(inForce.origin, fault, offset: inForce.offset)
    case .success(let difference?):
      verification.difference = difference
      if !difference.suffices(for: options.level) {
        verification.reasons = [.notEquivalent(inForce.inspected, difference, options)]
      }
    case .success(nil):
      if case .grey = goal { verification.reasons = [.greyGoal] }
    }
    guard let profile = inForce.profile else { return }
    let ignored = (profile.refusals + (isGrey && !profile.isGrey ? [.rgbInGreyImage] : []))
      .filter { $0.readers.contains(.libpng) }.map { Verification.Reason.ignored($0) }
    if verification.reasons.isEmpty { verification.reasons = ignored }
    verification.findings += FileFinding.aboutReaders(
      of: profile, measurement.color.wordsOnTables, at: inForce.offset
    ).filter { finding in !ignored.contains { $0.message == finding.message } }
  }

  /// A file that is truncated before its image data may have lost its declaration.
  private func requireImageData(_ survey: ChunkSurvey) throws(GamutError) {
    let hasImageData = survey.runs.contains { $0.type.description == "IDAT" }
    if !hasImageData, let fault = survey.faults.first { throw .png(fault) }
  }
}

extension SpaceDifference {
  /// Returns whether one space may replace the other at this depth.
  func suffices(for level: EquivalenceLevel) -> Bool { self.level == level || self.level == .sixteenBit }
}

extension Verification.Reason {
  fileprivate static let undeclared = Self(
    code: .undeclared,
    message: "The file declares no colour space. Embed the profile of the space that its colours were made in.")

  fileprivate static func ignored(_ refusal: ProfileRefusal) -> Self {
    Self(code: .ignored, message: refusal.message)
  }

  fileprivate static let greyGoal = Self(
    code: .otherKind, message: "The space asked for is for grey, and the image has red, green and blue.")

  fileprivate static func otherKind(_ origin: SourceOrigin, _ fault: DeclarationFault) -> Self {
    Self(code: .otherKind, message: "The \(origin.chunkNames) cannot be that: \(fault.message.asClause)")
  }

  fileprivate static func bits(of image: ImageHeader, required: Int) -> Self {
    Self(
      code: .bits,
      message: "The image has \(Words.count(image.bitDepth, "bit")) per "
        + "\(image.colorType == .palette ? "index" : "channel"), and \(required) are required.")
  }

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

extension Verifier {
  /// Verifies every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  public func verify<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (VerifyRow) throws(Failure) -> Void
  ) throws(Failure) {
    try mapInOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0]) }, each: each)
  }

  private func row(for input: Input) -> VerifyRow {
    VerifyRow(path: input.path, result: Result { () throws(GamutError) in try verify(input) })
  }

  func verify(_ input: Input) throws(GamutError) -> Verification {
    try verify(OpenedInput(input, keeping: .nothing).open())
  }
}

/// The requirement in a form to measure from.
enum VerifyGoal: Sendable {
  case any
  case rgb(RGBSpace)
  /// A published space, with all its parameter sets.
  case published(ReferenceSpace)
  /// A grey curve, as a space whose neutrals have this curve.
  case grey(RGBSpace)
  case table(Profile, any DeviceToPCS)

  init(_ target: VerifyOptions.Target) throws(DeclarationFault) {
    switch target {
    case .any: self = .any
    case .space(.known(.sGray)): self = .grey(.sRGB)
    case .space(.known(let known)): self = .published(known)
    case .space(.profile(let profile)):
      switch try profile.source(isGrey: profile.header.colorSpace == "GRAY") {
      case .rgb(let space): self = .rgb(space)
      case .grey(let curve): self = .grey(try Self.space(curve))
      case .table(let table): self = .table(profile, table)
      }
    }
  }

  /// Returns the largest difference between a colour's codes in a source and in the goal. nil if there is nothing to
  /// measure: any space is accepted, or the goal is for grey and the image is not.
  ///
  /// - Throws: `tables` if both use lookup tables and are not the same profile.
  func difference(of source: SourceColor, profile: Profile?, isGrey: Bool) throws(DeclarationFault) -> SpaceDifference?
  {
    switch self {
    case .any: return nil
    case .rgb(let space):
      let probe = ProbedSource(source.meaning, neutralsOnly: isGrey)
      // All published parameter sets of sRGB are equivalent.
      let accepted = [space] + (space.isEquivalent(to: .sRGB) ? RGBSpace.sRGB.publications : [])
      return Self.difference(of: probe, from: accepted)
    case .published(let reference):
      let probe = ProbedSource(source.meaning, neutralsOnly: isGrey)
      return Self.difference(of: probe, from: reference.variants.flatMap(\.publications))
    case .grey(let space):
      return isGrey ? Self.difference(of: ProbedSource(source.meaning, neutralsOnly: true), from: [space]) : nil
    case .table(let wanted, let table):
      if profile == wanted { return SpaceDifference() }
      let reference: RGBSpace
      switch source.meaning {
      case .rgb(let space): reference = space
      case .grey(let curve): reference = try Self.space(curve)
      case .table: throw .tables
      }
      return ProbedSource(.table(table), neutralsOnly: isGrey).differences(from: [reference]).first
    }
  }

  /// The smallest difference from some spaces; 0 from one with the same parameters, which nobody needs to measure.
  private static func difference(of probe: ProbedSource, from spaces: [RGBSpace]) -> SpaceDifference? {
    probe.isOne(of: spaces) ? SpaceDifference() : probe.differences(from: spaces).min { $0.largest < $1.largest }
  }

  private static func space(_ curve: TransferFunction) throws(DeclarationFault) -> RGBSpace {
    guard let space = RGBSpace(ofNeutrals: curve) else { throw .chromaticities }  // Not reached.
    return space
  }
}
