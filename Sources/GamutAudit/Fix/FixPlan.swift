import Gamut
public import GamutKit

/// The steps that fix the findings of an audit. They follow from the rows alone: two plans for the same files are equal.
public struct FixPlan: Sendable {
  /// The change of one file, or the new file beside it.
  public struct Step: Sendable, Hashable {
    /// The path of the file, relative to the root.
    public var path: Pathname
    /// The file to read.
    public var input: Pathname
    /// The change.
    public var action: FixAction
    /// The rules whose findings it fixes, in the order of all rules.
    public var rules: [AuditRule]

    /// The path of the file that is written, relative to the root.
    public var output: Pathname { action.stage == .newFiles ? input.variant(called: path) ?? path : path }
    package var target: Pathname { action.stage == .newFiles ? input.variant ?? input : input }
  }

  /// The steps, in the order of the rows; for one file, the change of the file precedes the new file.
  public private(set) var steps: [Step] = []
  /// The number of files with errors or warnings that are not fixed.
  public private(set) var leftFiles = 0
  /// Whether findings are left because a file declares no colour space, and none is assumed.
  public private(set) var lacksSpace = false
  /// The checksums of the audited files, which may be changed only as long as they have them.
  private var contents: [Pathname: UInt64] = [:]
  private var folders: Set<Pathname> = []

  private let policy: AuditPolicy
  private let assumed: SpaceChoice?

  /// Creates a plan without steps.
  ///
  /// - Parameters:
  ///   - policy: the policy of the audit.
  ///   - assumed: the colour space of the files without a declaration, which the auditor of the rows assumes too; nil
  ///     if it is not known, and then these files are left.
  public init(_ policy: AuditPolicy, assuming assumed: SpaceChoice?) {
    self.policy = policy
    self.assumed = assumed
  }

  /// Adds the steps for the findings of a row.
  public mutating func add(_ row: AuditRow, of input: AuditInput) {
    guard case .file(let file) = input.input else { return }
    folders.insert(file.folder)
    guard !row.findings.isEmpty else { return }
    contents[file] = row.image?.content
    let policy = policy.policy(for: row.path)
    let expected = policy.expectation(for: row.path).flatMap { policy.expectations[$0].profile }
    var isLeft = false
    var embeds: [(options: EmbedOptions, rule: AuditRule)] = []
    var variants: [(options: ConvertOptions, rule: AuditRule)] = []
    for finding in row.findings {
      switch finding.fix(in: row, expecting: expected, assuming: assumed) {
      case .embed(let options): embeds.append((options, finding.rule))
      case .dropAlpha(let options): add(row.path, file, .dropAlpha(options), [finding.rule])
      case .writeVariant(let options): variants.append((options, finding.rule))
      // A note is for information.
      case nil where finding.severity != .note:
        isLeft = true
        lacksSpace = lacksSpace || assumed == nil && finding.guessesSpace(of: row)
      case nil: break
      }
    }
    if isLeft { leftFiles += 1 }
    // A file gets one declaration: none at all if the policy says so, otherwise that for the worst finding, which also
    // replaces the faulty ones that the others are about.
    if let chosen = embeds.first(where: { $0.options.label == .none }) ?? embeds.first {
      add(row.path, file, .embed(chosen.options), embeds.map(\.rule))
    }
    // A variant of a file without a declaration would be made from colours that nobody has confirmed.
    if let chosen = variants.first, row.image?.declaration != nil || !embeds.isEmpty {
      add(row.path, file, .writeVariant(chosen.options), variants.map(\.rule))
    }
  }

  private mutating func add(_ path: Pathname, _ input: Pathname, _ action: FixAction, _ rules: [AuditRule]) {
    steps.append(Step(path: path, input: input, action: action, rules: rules.sorted { $0.rank < $1.rank }))
  }
}

/// A change that a fix makes for one file. No action changes the colours of an existing file.
public enum FixAction: Sendable, Hashable {
  /// Replaces the file with a copy that declares its colour space in another way; the image data stay byte for byte.
  case embed(EmbedOptions)
  /// Replaces the file with a copy without an alpha channel, if every pixel is opaque.
  case dropAlpha(ConvertOptions)
  /// Writes an sRGB variant beside the image, which stays as it is.
  case writeVariant(ConvertOptions)
}

extension AuditFinding {
  fileprivate func guessesSpace(of row: AuditRow) -> Bool {
    rule.traits.contains(.guessesSpace) && row.image?.declaration == nil
  }

  /// Returns the action of the remedy if that requires no guess and changes no pixel.
  fileprivate func fix(
    in row: AuditRow, expecting expected: AuditPolicy.ExpectedProfile?, assuming assumed: SpaceChoice?
  ) -> FixAction? {
    if row.error != nil || row.findings.contains(where: { $0.rule == .damaged }) { return nil }
    // A requirement for the depth alone says nothing about the space.
    if guessesSpace(of: row), rule == .untagged || expected != nil {
      guard let assumed else { return nil }
      if case .space(let required, _)? = expected, !required.isSame(as: assumed) { return nil }
      return .embed(EmbedOptions(.space(assumed)))
    }
    guard let remedy else { return nil }
    switch remedy.verb {
    case .embed: return EmbedOptions(remedy).map { .embed($0) }
    case .convert:
      let dropsAlpha = remedy.flags.contains(.dropsAlpha)
      guard dropsAlpha || remedy.output != nil, !remedy.flags.contains(.addsSlots),
        var options = ConvertOptions(remedy)
      else { return nil }
      guard !dropsAlpha else {
        // What the file declares after a new declaration of the same plan.
        if row.image?.declaration == nil, let assumed { options.destination = assumed }
        return .dropAlpha(options)
      }
      if let jnd = remedy.jnd { options.jnd = jnd }
      options.assume = assumed
      return .writeVariant(options)
    case .inspect, .report: return nil
    }
  }
}

extension EmbedOptions {
  /// The options of a remedy; nil if its space is the path of a profile.
  fileprivate init?(_ remedy: Remedy) {
    let name = remedy.space ?? "none"
    if let label = EmbedOptions.Label(word: name) {
      self.init(label)
    } else if let space = ReferenceSpace(named: name) {
      self.init(.space(.known(space)))
    } else {
      return nil
    }
    usesSRGBChunk = remedy.flags.contains(.usesSRGBChunk)
    assume = remedy.assumed.flatMap { ReferenceSpace(named: $0) }.map { .known($0) }
  }
}

extension ConvertOptions {
  fileprivate init?(_ remedy: Remedy) {
    guard let space = remedy.space.flatMap({ ReferenceSpace(named: $0) }) else { return nil }
    self.init(to: .known(space))
    if remedy.flags.contains(.reducesDepth) { depth = .eight }
    if remedy.flags.contains(.keepsColorsApart) { mapping = .preserve }
    dropsAlpha = remedy.flags.contains(.dropsAlpha)
  }
}

/// The outcome of a step.
public struct FixOutcome: Sendable, Hashable {
  /// The step.
  public var step: FixPlan.Step
  /// The action for the output, or the reason that it was not written.
  public var result: Result<WriteAction, RecordedError>
}

extension RecordedError {
  /// The error of a step; the options that its hint names are those of the command that does the step alone.
  fileprivate init(_ error: some FileError, of command: String) {
    let hint = error.hint.map { $0.contains("--") ? "With 'gamut \(command)': \($0)" : $0 }
    self.init(
      code: error.code, message: [error.message, hint].compactMap(\.self).joined(separator: " "), offset: error.offset)
  }
}

extension FixPlan {
  /// Performs the steps on `jobs` threads: first all new declarations, then what is made from the files with their new
  /// declarations. Every file is replaced whole or not at all, and left if it is not the audited one. What a run that
  /// was interrupted left beside an audited file is removed, also where there is nothing more to do.
  ///
  /// - Parameters:
  ///   - names: the names given by the user: links that lead out of a folder among them are not followed.
  ///   - jobs: the number of threads.
  ///   - memory: the memory limit for the analysis of one image, in bytes.
  ///   - isDryRun: whether to write nothing; each step is still tried as far as possible.
  ///   - each: receives each outcome, in the order of the steps of one kind. An error that it throws stops the work.
  public func run<Stop: Error>(
    named names: [Pathname], jobs: Int, memory: Int = ReportOptions.defaultMemory, isDryRun: Bool = false,
    each: (FixOutcome) throws(Stop) -> Void
  ) throws(Stop) {
    var contents = contents
    for stage in FixAction.Stage.allCases {
      var rest = steps.filter { $0.action.stage == stage }
      // What has one action has one embedder or converter.
      while let action = rest.first?.action {
        let own = rest.filter { $0.action == action }
        try Self.perform(action, own, named: names, &contents, jobs: jobs, memory: memory, isDryRun, each: each)
        rest.removeAll { $0.action == action }
      }
    }
    if !isDryRun { TemporaryFiles.removeStale(in: folders) }
  }

  private static func perform<Stop: Error>(
    _ action: FixAction, _ steps: [Step], named names: [Pathname], _ contents: inout [Pathname: UInt64], jobs: Int,
    memory: Int, _ isDryRun: Bool, each: (FixOutcome) throws(Stop) -> Void
  ) throws(Stop) {
    let inputs = steps.map { Input.file($0.input) }
    let isNew = action.stage == .newFiles
    var plan = OutputPlan(
      inputs, named: isNew ? steps.map(\.input) : names,
      options: WriteOptions(isNew ? .variants : .inPlace, isDryRun: isDryRun))
    plan.expected = contents
    var rest = steps[...]
    func end(_ result: Result<WriteAction, RecordedError>?, _ checksum: UInt64?) throws(Stop) {
      let step = rest.removeFirst()
      if !isNew, let checksum { contents[step.input] = checksum }
      if let result { try each(FixOutcome(step: step, result: result)) }
    }
    func fail(_ error: RecordedError) throws(Stop) {
      for step in steps { try each(FixOutcome(step: step, result: .failure(error))) }
    }
    switch action {
    case .embed(let options):
      let embedder: Embedder
      do { embedder = try Embedder(options) } catch { return try fail(RecordedError(error, of: "embed")) }
      try embedder.embed(inputs, plan, jobs: jobs) { row throws(Stop) in
        try end(row.outcome(of: "embed"), row.checksum)
      }
    case .dropAlpha(var options), .writeVariant(var options):
      options.memory = memory
      let converter: Converter
      do { converter = try Converter(options) } catch { return try fail(RecordedError(error, of: "convert")) }
      try converter.convert(inputs, plan, jobs: jobs) { row throws(Stop) in
        try end(row.outcome(of: "convert"), row.checksum)
      }
    }
  }
}

extension WriteRow {
  /// Returns the outcome; nil for another name of a file, which has that of the first one.
  fileprivate func outcome(of command: String) -> Result<WriteAction, RecordedError>? {
    guard (try? result.get())?.sameFile == nil else { return nil }
    return result.map(\.action).mapError { RecordedError($0, of: command) }
  }
}

extension FixAction {
  /// The order in which actions are done: what is made from files is made from those with their new declarations.
  fileprivate enum Stage: CaseIterable { case declarations, pixels, newFiles }

  fileprivate var stage: Stage {
    switch self {
    case .embed: .declarations
    case .dropAlpha: .pixels
    case .writeVariant: .newFiles
    }
  }
}
