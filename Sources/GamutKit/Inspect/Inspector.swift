import Gamut
public import LittleCMS
public import PNGCodec

/// Reports the colour information of files, without decoding pixels. One inspector may be used by several threads at a
/// time, and measures each declaration once.
public struct Inspector: Sendable {
  package let limits: Limits
  let measurements = Measurements()

  /// Creates an inspector with resource limits for the files that are read.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Inspects the PNG, or the ICC profile, at a path.
  ///
  /// - Throws: `GamutError.png` with the path if the file cannot be read or is not a PNG with a usable header; all other
  ///   faults are findings.
  public func inspect(_ path: Pathname) throws(FailedFile<GamutError>) -> Inspection {
    try FailedFile.naming(path) { () throws(GamutError) in try inspect(.file(path)) }
  }

  package func inspect(_ input: Input) throws(GamutError) -> Inspection {
    let opened = try OpenedInput(input, keeping: .nothing)
    do throws(PNGError) {
      return .png(try inspect(opened.open()))
    } catch {
      if error.code == "not-png", case .file = input, let profile = try profile(in: opened) {
        return .profile(inspect(profile))
      }
      throw .png(error)
    }
  }

  /// Inspects the PNG in a source.
  public func inspect(_ source: consuming ByteSource) throws(PNGError) -> PNGInspection {
    try MemoryRoom.require(MemoryRoom.measurement)
    return PNGInspection(try ChunkSurvey(source, limits: limits), measurements)
  }

  /// Inspects a PNG in memory.
  public func inspect(png bytes: [UInt8]) throws(PNGError) -> PNGInspection {
    try inspect(ByteSource(bytes: bytes))
  }

  /// Inspects a profile, for images of its own kind.
  public func inspect(_ profile: Profile) -> InspectedProfile { InspectedProfile(profile) }

  func declarationInForce(_ survey: ChunkSurvey) -> MeasuredDeclaration? {
    survey.colorChunks.declarations.first.map {
      measurements.measure($0, isGrey: survey.header.colorType.isGrey)
    }
  }

  package func embeddedProfile(in input: Input) throws(GamutError) -> [UInt8]? {
    let opened = try OpenedInput(input, keeping: .nothing)
    let chunks = try GamutError.reading { () throws(PNGError) in
      try PNGReader(opened.open(), limits: limits).colorChunks
    }
    guard let embedded = chunks.iCCP else { return nil }
    switch embedded.value.contents {
    case .success(let bytes): return bytes
    case .failure(let fault): throw .declaration(.iCCP, .contents(fault), offset: embedded.offset)
    }
  }

  /// Returns the declaration with the highest precedence by cICP, iCCP or sRGB, from the chunks before the image data;
  /// nil if there is none that can be used.
  package func declaration(of image: Pathname) -> DeclaredColor? {
    guard let reader = try? PNGReader(ByteSource(pathBytes: image.bytes), limits: limits),
      let declaration = reader.declarations.first
    else { return nil }
    let found = measurements.measure(declaration, isGrey: reader.header.colorType.isGrey).inspected()
    return found.fault == nil && [.cICP, .iCCP, .sRGB].contains(found.origin) ? found.color : nil
  }

  /// Returns a profile; nil if the file does not look like one.
  private func profile(in file: OpenedInput) throws(GamutError) -> Profile? {
    var source = file.open()
    let bytes = try GamutError.reading { () throws(PNGError) -> [UInt8]? in
      // Checks the signature before a large file is read: 'acsp' at byte 36 (ICC.1:2022 clause 7.2.9).
      let head = try source.readSome(40)
      guard head.suffix(4).elementsEqual("acsp".utf8) else { return nil }
      return try source.readAll(atMost: limits.maximumProfile).map { head + $0 }
    }
    guard let bytes else { return nil }
    do { return try Profile(bytes: bytes) } catch { throw .profile(error) }
  }

  /// Inspects every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  public func inspect<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (InspectRow) throws(Failure) -> Void
  ) throws(Failure) {
    try InspectRow.rows(of: inputs, jobs: jobs, each: each) { input throws(GamutError) in try inspect(input) }
  }
}

/// The outcome for one input of `inspect`.
public typealias InspectRow = RunRow<Inspection>

extension PNGInspection {
  init(_ survey: ChunkSurvey, _ measurements: Measurements) {
    self.survey = survey
    let isGrey = survey.header.colorType.isGrey
    let measured = survey.colorChunks.declarations.map { measurements.measure($0, isGrey: isGrey) }
    declarations = measured.map { $0.inspected(at: SourceOrigin($0.declaration).offset(in: survey.colorChunks)) }
    profile = survey.colorChunks.iCCP.flatMap { measurements.inspect($0.value, isGrey: isGrey) }
    comparisons = Self.comparisons(measured, survey, isGrey: isGrey, measurements)
    findings = []
    findings = FileFinding.all(about: self)
  }

  /// Compares all statements about colours below the highest usable declaration with that declaration.
  private static func comparisons(
    _ measured: [MeasuredDeclaration], _ survey: ChunkSurvey, isGrey: Bool, _ measurements: Measurements
  ) -> [ChunkComparison] {
    let usable = measured.filter { $0.meaning.fault == nil }
    guard let highest = usable.first else { return [] }
    var statements = usable.dropFirst().map { ColorStatement.declaration($0.declaration) }
    if !measured.contains(where: { SourceOrigin($0.declaration) == .gammaAndChromaticities }),
      let chromaticities = survey.colorChunks.cHRM?.value
    {
      statements.append(.chromaticities(chromaticities))
    }
    if let space = survey.exif?.value?.space { statements.append(.metadata(.eXIf, space)) }
    var spaces = [survey.xmp?.value.colorSpace?.space].compactMap(\.self)
    if let named = (survey.xmp?.value.profileName).flatMap({ ReferenceSpace(claimedBy: $0) }), !spaces.contains(named),
      ReferenceSpace.rgb.contains(named)
    {
      spaces.append(named)
    }
    statements += spaces.map { .metadata(.xmp, $0) }
    return measurements.compare(highest, statements, isGrey: isGrey)
  }
}

extension InspectedProfile {
  /// Measures a profile for images of its own kind.
  init(_ profile: Profile) {
    do {
      let source = try profile.source(isGrey: profile.isGrey)
      self.init(profile, SpaceIdentification(of: source, called: profile.description), nil)
    } catch {
      self.init(profile, nil, error)
    }
  }

  init(_ profile: Profile, _ identification: SpaceIdentification?, _ fault: DeclarationFault?) {
    self.profile = profile
    (self.identification, self.fault) = (identification, fault)
    findings = []
    findings = FileFinding.all(about: self)
  }
}
