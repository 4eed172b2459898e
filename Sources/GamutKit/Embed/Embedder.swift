import Gamut
import LittleCMS
import PNGCodec

/// Changes the declarations of files, and nothing else. One embedder may be used by several threads at a time.
public struct Embedder: Sendable {
  let options: EmbedOptions
  private let rgb: Result<ColorLabel, EmbedError>?
  private let grey: Result<ColorLabel, EmbedError>?
  private let declaration = DeclarationInForce()
  /// Whether declarations are equivalent to the label for the same kind of image.
  private let matches = Memo<DeclarationKey, Bool>.ofDeclarations(limit: 32)

  /// - Throws: an `EmbedError` if no image could get such a declaration: `profile` for a profile that cannot be used,
  ///   `noCodePoints` and `notSRGB` for incompatible options.
  public init(_ options: EmbedOptions) throws(EmbedError) {
    self.options = options
    guard case .space(let choice) = options.label else {
      (rgb, grey) = (nil, nil)
      return
    }
    rgb = Self.label(choice, options, isGrey: false)
    grey = Self.label(choice, options, isGrey: true)
    if case .failure(let error)? = rgb, case .failure? = grey { throw error }
  }

  private static func label(
    _ choice: SpaceChoice, _ options: EmbedOptions, isGrey: Bool
  ) -> Result<ColorLabel, EmbedError> {
    Result { () throws(EmbedError) in
      let label = try ColorLabel(choice, isGrey: isGrey)
      if options.addsCICP, label.codePoints == nil { throw .noCodePoints(label.name) }
      if options.usesSRGBChunk, label.space != .sRGB { throw .notSRGB(label.name) }
      return label
    }
  }

  func plan(for file: PNGStructure) throws(EmbedError) -> (report: EmbedReport, edit: ChunkEdit) {
    let isGrey = file.header.colorType.isGrey
    var label = try (isGrey ? grey : rgb)?.get()
    let declared: Result<SourceColor, GamutError>? =
      file.colorChunks.declarations.isEmpty
      ? nil : Result { () throws(GamutError) in try declaration.source(file.colorChunks, isGrey: isGrey) }
    var meaning = EmbedReport.Meaning(basis: .undeclared)
    var wanted: WantedChunks = ([], [])
    var metadata: ColorMetadata?
    if options.onlyUntagged, let declared {
      label = nil
      meaning = .init(basis: .kept, name: (try? declared.get())?.declared.words)
      wanted.kept = Set(ColorChunks.Kind.allCases)
    } else if options.label == .same, let color = try declared.map(Self.usable) {
      metadata = ColorMetadata(of: color.space, named: color.declared.description ?? "")
      meaning = .init(basis: .declared, name: color.declared.words)
      wanted.kept = usableKinds(file, isGrey: isGrey)
      if let embedded = file.colorChunks.iCCP?.value,
        let profile = try? declaration.meanings.meaning(of: .iCCP(embedded), isGrey: isGrey).color.get().profile
      {
        label = try ColorLabel(
          .profile(isGrey && !profile.isGrey ? profile.greySibling ?? profile : profile), isGrey: isGrey)
      }
    } else if let label {
      meaning = try self.meaning(declared, in: file.colorChunks, label)
      metadata = ColorMetadata(of: label.space, named: label.profileName)
    }
    if let label {
      let new = label.chunks(for: file, options)
      wanted = (new.added, wanted.kept.subtracting([.iCCP]).union(new.kept))
    }
    let removed = file.declarations(except: wanted.kept)
    let edit = try EmbedError.reading { () throws(PNGError) in
      try ChunkEdit(of: file, removing: removed, adding: wanted.added, agreeing: metadata)
    }
    let changes = ColorChunks.Kind.allCases.compactMap { kind -> ColorChunkChange? in
      switch (removed.contains(kind), wanted.added.contains { $0.kind == kind }) {
      case (false, false): nil
      case (false, true): ColorChunkChange(kind: kind, action: "added")
      case (true, true): ColorChunkChange(kind: kind, action: "replaced")
      case (true, false): ColorChunkChange(kind: kind, action: "removed")
      }
    }
    var report = EmbedReport(
      image: file.header, isAnimated: file.isAnimated,
      declared: declared.flatMap { try? $0.get() }?.declared, meaning: meaning,
      changes: changes,
      findings: file.findings.map(FileFinding.init).filter { finding in
        !changes.contains { $0.kind.rawValue == finding.chunk }
      })
    report.metadata = edit.metadataChanges
    return (report, edit)
  }

  private func usableKinds(_ file: PNGStructure, isGrey: Bool) -> Set<ColorChunks.Kind> {
    let unusable = file.colorChunks.declarations.flatMap { found -> [ColorChunks.Kind] in
      guard case .failure = declaration.meanings.meaning(of: found, isGrey: isGrey).color else { return [] }
      switch found {
      case .cICP: return [.cICP]
      case .iCCP: return [.iCCP]
      case .sRGB: return [.sRGB]
      case .gamma, .gammaAndChromaticities: return [.gAMA, .cHRM]
      }
    }
    return Set(ColorChunks.Kind.allCases).subtracting(file.faultyKinds).subtracting(unusable)
  }

  private static func usable(_ declared: Result<SourceColor, GamutError>) throws(EmbedError) -> SourceColor {
    switch declared {
    case .success(let color): return color
    case .failure(.declaration(let origin, let fault, let offset)): throw .declaration(origin, fault, offset: offset)
    case .failure(let error): throw .input(error)
    }
  }

  private func meaning(
    _ declared: Result<SourceColor, GamutError>?, in chunks: ColorChunks, _ label: ColorLabel
  ) throws(EmbedError) -> EmbedReport.Meaning {
    if let assume = options.assume {
      let assumed: SourceColor
      do {
        assumed = try SourceColor(assume, origin: .assumed, isGrey: label.isGrey)
      } catch {
        throw .input(.givenSource(error))
      }
      guard label.matches(assumed) || label.isProfile(of: assume) else {
        throw .assumptionDiffers(
          assumed: assumed.declared.description ?? "something without a name", wanted: label.name)
      }
      return .init(basis: .assumed, name: label.name)
    }
    guard let declaration = chunks.declarations.first, let declared else {
      return .init(basis: .taken, name: label.name)
    }
    let color = try Self.usable(declared)
    let matches = matches.value(for: DeclarationKey(declaration: declaration, isGrey: label.isGrey)) {
      label.isProfile(of: declaration) || label.matches(color)
    }
    guard matches else {
      throw .differs(
        declared: color.declared, wanted: label.name, offset: color.declared.origin.offset(in: chunks))
    }
    return .init(basis: .declared, name: label.name)
  }
}

extension Embedder: ImageRewriter {
  var readLimits: Limits { options.limits }
  var keepsEqualOutputs: Bool { true }
  var settings: ContentHash? { ContentHash(describing: DecidingSettings(options: options)) }

  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(EmbedError) -> (contents: NewContents<EmbedError>, report: EmbedReport) {
    let structure = try EmbedError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.measurement)
      return try PNGStructure(original.open(), limits: options.limits)
    }
    let (report, edit) = try plan(for: structure)
    return (.edited(edit), report)
  }

  /// Returns the file with the declaration, as bytes; the same bytes if the file already has it.
  ///
  /// - Throws: `EmbedError.input` if it is not a PNG, and the other errors that concern the file itself.
  public func embed(png bytes: [UInt8]) throws(EmbedError) -> (bytes: [UInt8], report: EmbedReport) {
    try rewrite(bytes)
  }

  /// Changes one file, to one output.
  public func embed(_ path: Pathname, _ options: WriteOptions) throws(FailedFile<EmbedError>) -> EmbedReport {
    try rewrite(path, options)
  }

  /// Changes every input on `jobs` threads. Passes each row to `each` in the order of the inputs, on the calling
  /// thread, after the file has been moved into place and synchronised to disk. An error that `each` throws stops the work
  /// and is rethrown. The plan must be one for these inputs.
  public func embed<Failure: Error>(
    _ inputs: [Input], _ plan: OutputPlan, jobs: Int, each: (EmbedRow) throws(Failure) -> Void
  ) throws(Failure) { try Self.rewrite(inputs, [(self, plan)], jobs: jobs, each: each) }
}
