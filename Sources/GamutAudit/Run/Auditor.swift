import Gamut
import GamutCatalogs
public import GamutKit
import LittleCMS
import PNGCodec

/// Audits files against one policy, and those in folders with policies of their own against these. One auditor may be used
/// by several threads at a time.
public struct Auditor: Sendable {
  /// The policy of the audit, for all files that no other policy is for.
  public let policy: AuditPolicy
  private var folders: [Pathname: Auditor] = [:]
  let reporter: Reporter
  private let strippedReporter: Reporter
  let inspector: Inspector
  private let verifiers: [Verifier?]
  private let variants: VariantSearch
  private let surroundings: Surroundings
  private let options: ReportOptions
  private let cache: RowCache?
  private let others = Memo<SpaceChoice, Reporter?>(limit: 16)
  let sets = Memo<Pathname, AssetSet?>(limit: 1024)
  /// The colours of the latest catalog: files come in the order of their paths.
  private let colors = Memo<Pathname, (colors: CatalogColors, unread: UnansweredQuestion?)>(limit: 1)

  /// - Parameters:
  ///   - policy: the policy of the audit.
  ///   - memory: the memory limit for the analysis of one image, in bytes.
  ///   - assumed: the colour space of files without a declaration; nil for sRGB.
  /// - Throws: `GamutError.destination` or `.target` if a profile of the policy cannot be used.
  public init(
    _ policy: AuditPolicy = AuditPolicy(), memory: Int = ReportOptions().memory, assuming assumed: SpaceChoice? = nil
  ) throws(GamutError) {
    try self.init(policy, memory: memory, assuming: assumed, cache: nil)
  }

  /// - Parameter cache: the reports of earlier runs; nil if none are kept.
  package init(
    _ policy: AuditPolicy, memory: Int, assuming assumed: SpaceChoice?, cache: RowCache?
  ) throws(GamutError) {
    for (folder, policy) in policy.folders {
      folders[folder] = try Auditor(policy, memory: memory, assuming: assumed, cache: cache)
    }
    var own = policy
    own.folders = [:]
    (self.policy, self.cache) = (own, cache)
    var options = ReportOptions()
    options.destination = policy.destination
    options.depth = policy.depth
    options.jnd = policy.jnd
    options.memory = memory
    options.assume = assumed
    options.viewings = policy.renditions
    let inspector = Inspector(limits: options.limits)
    (self.inspector, self.options) = (inspector, options)
    surroundings = Surroundings(inspector)
    reporter = try Reporter(options, inspector).using(cache)
    var strippedOptions = options
    (strippedOptions.override, strippedOptions.depth) = (.sRGB, .eight)
    strippedReporter = try Reporter(strippedOptions, inspector).using(cache)
    var variantOptions = options
    (variantOptions.top, variantOptions.viewings) = (10_000, [])
    variants = VariantSearch(
      policy: own, inspector: inspector, reporter: try Reporter(variantOptions, inspector).using(cache))
    var verifiers: [Verifier?] = []
    for expectation in policy.expectations { verifiers.append(try Verifier(expectation, inspector)) }
    self.verifiers = verifiers
  }

  /// Audits one input: reads and decodes it once. An image that collapses and its sRGB variant are each read and
  /// decoded once more.
  ///
  /// - Parameters:
  ///   - input: the file, and the path to report.
  ///   - others: the paths of all files of the audit. The losses of a variant that is not among them are reported for
  ///     its image.
  ///   - threads: 2 or more to decode and analyse on separate threads.
  public func audit(_ input: AuditInput, among others: Set<Pathname> = [], threads: Int = 1) -> AuditRow {
    nearest(to: input).audit(input, in: colors(of: [input]), among: others, threads: threads)
  }

  func nearest(to input: AuditInput) -> Auditor { (input.isNamed ? nil : folders.nearest(to: input.path)) ?? self }

  /// Audits an input by the policy of this auditor alone, beside the colours of the whole run.
  private func audit(_ input: AuditInput, in run: RunColors, among others: Set<Pathname>, threads: Int) -> AuditRow {
    var row = AuditRow(path: input.path)
    do throws(GamutError) {
      switch input.input {
      case .unusable(_, let error): throw error
      case .standardInput:
        try audit(OpenedInput(.standardInput), input, &row, in: run, among: others, threads: threads)
        // There is no file that a command can name.
        for index in row.findings.indices { row.findings[index].remedy = nil }
      case .file(let path), .named(_, file: let path):
        if let use = input.palette {
          try auditPalette(at: path, use, and: input.others, in: run, &row)
        } else if let kind = AssetSet.Kind(contents: path) {
          row = auditedSet(input, kind, in: run)
        } else {
          let file = try OpenedInput(input.input, keeping: .contents)
          try audit(file, input, &row, in: run, among: others, threads: threads)
        }
      }
    } catch {
      let path = input.input.path
      let isLink = try? FileStatus(of: path, followingLink: false)?.kind == .link && FileStatus(of: path) == nil
      if isLink == true, case .png(let fault) = error,
        let findings = AuditRule.findings(about: fault, in: path, at: row.path, policy, isLinkToNothing: true)
      {
        (row.findings, row.content) = (findings, ContentChecksum.crc64([]))
      } else {
        row.error = RecordedError(error)
        if case .png(.notPNG) = error {
          row.error?.message += " The colours of design tokens, style sheets and SVG are checked by 'gamut palette'."
        }
      }
    }
    row.findings.sort { $0.isWorse(than: $1) }
    return row
  }

  private func judgeBySurroundings(_ row: inout AuditRow, _ image: Pathname) throws(GamutError) {
    guard image != .standardInput, let place = row.findings.firstIndex(where: { $0.rule == .untagged }),
      policy.severities[.untagged] == nil
    else { return }
    // The depth of many icons, or of one image among many, says only what drew them.
    let isLarge = row.image.map { $0.header.width * $0.header.height > 65_536 } ?? true
    if row.findings[place].severity == .warning,
      surroundings.areMany(in: image.absolute.folder, ofLessDepth: isLarge) || !differs(image, in: .displayP3)
    {
      row.findings[place].severity = .note
    }
    guard row.findings[place].severity == .note,
      row.findings[place].remedy != .inspect, !row.path.isOfTests, !row.path.isOfDocumentation,
      let (words, space) = try GamutError.asking({ () throws(UnansweredQuestion) in
        try surroundings.wordsIfItStandsOut(image, sets)
      }), differs(image, in: space ?? .displayP3)
    else { return }
    row.findings[place].message = "The file declares no colour space, and " + words
    row.findings[place].severity = .warning
    row.findings[place].remedy = space.map { .report(assuming: $0) }
    row.findings[place].remedy?.use(jnd: policy.jnd)
  }

  /// Whether an image without a declaration looks otherwise in another space than sRGB.
  private func differs(_ image: Pathname, in space: ReferenceSpace) -> Bool {
    var options = options
    options.assume = .known(space)
    let reporter = try? Reporter(options, inspector)
    return (try? reporter?.shiftAsEightBitSRGB(OpenedInput(.file(image)), jnd: policy.jnd))?.isSmall != true
  }

  private func audit(
    _ file: OpenedInput, _ input: AuditInput, _ row: inout AuditRow, in run: RunColors, among others: Set<Pathname>,
    threads: Int
  ) throws(GamutError) {
    let inspection: PNGInspection
    do {
      inspection = try inspector.inspect(file.open())
    } catch {
      guard let findings = AuditRule.findings(about: error, in: input.input.path, at: row.path, policy) else {
        throw .png(error)
      }
      row.findings = findings
      if !findings.isEmpty { row.content = try file.checksum() }
      return
    }
    let isStripped = input.input.path.isStrippedByAndroid
    let report: Result<GamutReport, GamutError>
    do throws(GamutError) {
      let reporter = isStripped && inspection.inForce != nil ? strippedReporter : reporter
      report = .success(try reporter.report(file, threads: threads).rounded)
    } catch {
      report = .failure(error)
    }
    let index = policy.expectation(for: row.path)
    var subject = AuditSubject(
      policy: policy, inspection: inspection, report: report,
      expectation: index.map { (policy.expectations[$0], verifiers[$0]) }, place: input,
      loss: { space in
        // The report of the row is one for the destination.
        if case .known(let known) = space, let own = try? report.get(), own.destination.space == known { return own }
        return try? self.reporter(for: space)?.report(file, threads: threads).rounded
      }, undeclaredShift: { try? self.reporter.shiftAsEightBitSRGB(file, jnd: policy.jnd) },
      colorOfRun: { run.sentence(on: input.input.path) })
    if isStripped { subject.stripped = try stripped(file, inspection, threads: threads) }
    // What the system does not say about other files is an error of the row, beside what is known about this one.
    var errors = [Self.failure(report)].compactMap(\.self)
    do throws(GamutError) {
      try complete(&subject, file, threads: threads, among: others)
    } catch {
      guard case .unanswered = error else { throw error }
      errors.append(error)
    }
    try file.checkUnchanged()
    row.image = AuditedImage(inspection, try? report.get())
    row.image?.isTemplate = subject.isTemplate
    var question: UnansweredQuestion?
    row.findings = subject.findings(&question)
    if let question { errors.append(GamutError(question)) }
    do { try judgeBySurroundings(&row, input.input.path) } catch { errors.append(error) }
    row.error = errors.first.map { RecordedError($0) }
    if !row.findings.isEmpty { row.image?.content = try file.checksum() }
  }

  private func complete(
    _ subject: inout AuditSubject, _ file: OpenedInput, threads: Int, among others: Set<Pathname>
  ) throws(GamutError) {
    let path = subject.place.input.path
    if subject.place.input == .standardInput { return }
    try GamutError.asking { () throws(UnansweredQuestion) in
      subject.catalog = try CatalogPlace(of: path, sets)
      if subject.catalog == nil { subject.isInNoSlot = try AuditSubject.isInNoSlot(path, sets) }
    }
    guard case .success(let report) = subject.report else { return }
    if let catalog = subject.catalog, catalog.set.kind == .appIconSet, catalog.slots.contains(where: \.refusesAlpha),
      subject.header.colorType.hasAlpha
        || subject.inspection.survey.runs.contains(where: { $0.type.description == "tRNS" })
    {
      let translucency = try GamutError.reading { () throws(PNGError) in try file.translucency() }
      subject.icon = translucency.map { $0.showsThrough ? .translucent : .faint } ?? .opaque
    }
    subject.variant = try variants.variant(of: subject, report, file, threads: threads, audited: others)
    subject.image = try variants.image(of: subject, file, threads: threads)
  }

  private func stripped(
    _ file: OpenedInput, _ inspection: PNGInspection, threads: Int
  ) throws(GamutError) -> StrippedImage {
    var stripped = StrippedImage()
    guard let declaration = inspection.inForce, declaration.fault == nil, [.iCCP, .cICP].contains(declaration.origin),
      ![.sRGB, .sGray].contains(declaration.identification?.space)
    else { return stripped }
    let shift = try reporter.shiftAsEightBitSRGB(file, jnd: policy.jnd)
    guard shift.visible > 0 else { return stripped }
    stripped.shift = shift
    stripped.declared = try reporter.report(file, threads: threads)
    return stripped
  }

  private func reporter(for space: SpaceChoice) -> Reporter? {
    others.value(for: space) {
      var options = options
      options.destination = space
      return try? Reporter(options, inspector).using(cache)
    }
  }

  func colors(of inputs: [AuditInput]) -> RunColors {
    RunColors(inputs, reporter, undeclared: strippedReporter, inspector) { colors(around: $0).colors }
  }

  /// Returns the colours of the catalog of a set, which are read once, and a file of it that could not be read.
  func colors(around set: Pathname) -> (colors: CatalogColors, unread: UnansweredQuestion?) {
    let folder = set.enclosingCatalog ?? set
    return colors.value(for: folder) {
      let catalog = AssetCatalog(colorsIn: folder)
      return (CatalogColors(catalog.sets), catalog.unread)
    }
  }

  private func auditedSet(_ input: AuditInput, _ kind: AssetSet.Kind, in run: RunColors) -> AuditRow {
    let folder = input.input.path.absolute.folder
    let (colors, unread) = kind == .colorSet ? colors(around: folder) : (CatalogColors([]), nil)
    let known = colors.sets[folder]
    var set = known?.set ?? sets.value(for: folder) { AssetSet(fileIn: folder, kind) } ?? AssetSet(fileIn: folder, kind)
    if !input.isAlone { set.compareWithFolder() }
    var row = AuditRow(path: input.path)
    row.set = AuditedSet(kind: set.kind.rawValue, name: set.name, slots: set.slots.count, content: set.checksum)
    var error = (set.unread ?? unread).map { GamutError($0) }
    let subject = SetSubject(
      set, policy, known?.colors, colors, images: SetImage.all(in: set, inspector, &error),
      run: run, appearances: policy.appearances(for: row.path))
    row.findings = subject.findings()
    row.error = error.map { RecordedError($0) }
    return row
  }

  /// Returns the reason that a file could not be processed. Damage and an unusable declaration are findings.
  private static func failure(_ report: Result<GamutReport, GamutError>) -> GamutError? {
    guard case .failure(let error) = report else { return nil }
    switch error {
    case .declaration: return nil
    case .png(let error) where error.isDamage: return nil
    default: return error
    }
  }
}

extension Auditor {
  /// Audits every input of a shard on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the
  /// calling thread. An error thrown by `each` stops the work and is rethrown.
  public func audit<Failure: Error>(
    _ selection: AuditSelection, shard: Shard? = nil, jobs: Int, each: (AuditRow) throws(Failure) -> Void
  ) throws(Failure) {
    let inputs = shard.map { $0.inputs(of: selection.inputs) } ?? selection.inputs
    let run = colors(of: selection.inputs)
    let audited = Set(selection.inputs.lazy.map(\.path))
    let threads = inputs.count == 1 ? jobs : 1
    try mapInOrder(
      count: inputs.count, jobs: jobs,
      work: { nearest(to: inputs[$0]).audit(inputs[$0], in: run, among: audited, threads: threads) }, each: each)
  }
}

extension Verifier {
  fileprivate init?(_ expectation: AuditPolicy.Expectation, _ inspector: Inspector) throws(GamutError) {
    var options: VerifyOptions
    switch expectation.profile {
    case .any: options = VerifyOptions(target: .any)
    case .space(let choice, _): options = VerifyOptions(target: .space(choice))
    case .some(.none), nil: return nil
    }
    options.limits = inspector.limits
    try self.init(options, inspector)
  }
}

extension AuditedImage {
  fileprivate init(_ inspection: PNGInspection, _ report: GamutReport?) {
    size = inspection.survey.size
    header = inspection.survey.header
    isAnimated = inspection.survey.animation != nil || report?.isPartial == true
    declaration = inspection.inForce?.color
    self.report = report
  }
}
