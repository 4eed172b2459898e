import ArgumentParser
import GamutAudit
import GamutKit

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", _superCommandName: "gamut",
    abstract: "Check all PNG files of a folder against rules.",
    discussion: """
      Reads each file once and checks it against the rules (--list-rules) and the policy, the .gamut.yml nearest to the \
      paths, searching upward. Without a policy, the rules have their own severities. Paths are relative to the policy's \
      folder, or else to the repository's. X-srgb.png is the sRGB variant of X.png or X-p3.png in the same folder \
      (--explain has-variant). What git ignores below a folder is left out, unless the folder itself is ignored, and so are \
      folders such as node_modules and build that git does not track; --no-ignore audits them too.

      --fix does what the commands in the findings say, if that needs no guess and changes no pixel of a file: it corrects \
      declarations that contradict each other, and writes new sRGB variants. Then it audits the files again, and says \
      what was fixed and what is left. --dry-run prints the plan alone, with status 0 or 2.

      Exit status: 0 no finding of severity error, or of the one that --fail-on names; 1 such a finding; 2 a file \
      could not be processed, or there is nothing to audit.

      Files: .gamut.yml is the policy, in YAML. 'gamut init' writes one with all keys and comments, and --print-policy \
      prints the complete policy in force.

      Examples:
        gamut audit
        gamut audit Assets --report sarif=gamut.sarif --report junit=gamut.xml
        gamut audit Assets --write-baseline gamut-baseline.json
        gamut audit Assets --baseline gamut-baseline.json
        gamut audit --explain collapses
        gamut audit --fix --dry-run
        gamut audit Assets --fix --assume srgb
        gamut audit --select untagged,collapses --severity untagged=error
        gamut audit --only-changed origin/main --fail-on warning
        gamut audit --shard 1/4 --format ndjson --fail-on never > part-1.ndjson
      """)

  @OptionGroup(title: "Input") var input: AuditInputOptions
  @OptionGroup(title: "Policy") var policy: PolicyOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Fixing") var fixing: FixOptions
  @OptionGroup(title: "Cache") var caching: CacheOptions
  @OptionGroup var result: AuditResultOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "List the rules with their severities.")
  var listRules = false

  @Option(help: ArgumentHelp("Explain a rule.", valueName: "rule"))
  var explain: RuleName?

  @Flag(help: "Print the complete policy in force.")
  var printPolicy = false

  func run() throws {
    if let explain { return try Answer.print(explain.rule().page(width: 80)) }
    let choices = try rules.choices()
    // Looked up once: there may be many rows.
    let isFixing = fixing.fix
    if isFixing, input.shard != nil {
      throw ValidationError("--fix adds files, which would move others to another part; fix first, then use --shard.")
    }
    if fixing.dryRun, result.format != .text || !result.files.isEmpty {
      throw ValidationError("--dry-run prints the plan; leave out --format, --report and --write-baseline.")
    }
    if input.onlyChanged != nil, result.newBaseline != nil {
      throw ValidationError("--write-baseline records all files, and --only-changed leaves some out.")
    }
    if input.shard != nil, result.newBaseline != nil {
      throw ValidationError(
        "--write-baseline records all files, and --shard leaves some out. Make the parts without --baseline, and then: "
          + "gamut merge PARTS --write-baseline FILE"
      )
    }
    let names = try input.names()
    if isFixing { try names.named.checkIsEmpty("--fix writes beside the files") }
    // A list may have no paths, and names have no folder.
    let place = try policy.place(of: names.paths.isEmpty ? [Pathname(".")] : names.paths)
    var file = try policy.read(place)
    choices.apply(to: &file.policy)
    if printPolicy { return try Answer.print(file.policy.yaml) }
    if listRules { return try Answer.print(file.policy.ruleList) }

    if let reason = choices.pointlessSelection(in: file.policy), !output.quiet {
      Message.note("\(reason): select one of these too.")
    }
    let cache = try caching.open()
    var auditor = try policy.auditor(file, memory: input.memory.bytes)
    auditor.listsSlots = result.showsSlots
    let assumed = try fixing.space()
    var fix = FixOutput(
      FixPlan(file.policy, assuming: assumed), fixing, output, format: result.format, viewpoint: place.viewpoint)
    var selection = try selection(of: names, place, file.policy)
    noteUnanswered(selection)
    let (isEmpty, count) = (noteEmptiness(of: selection, place), selection.inputs.count)
    try input.keepOnlyChanged(in: &selection)
    if count > 0, selection.inputs.isEmpty, !output.quiet {
      Message.note("No file to check differs from '\(input.onlyChanged?.printable ?? "")'.")
    }
    if policy.searches { noteUnusedPolicies(selection, place) }
    try result.checkFiles(
      reading: selection.inputs.map(\.input.path) + input.list.filesRead + file.filesRead + fixing.filesRead)
    Interruption.prepare()
    let baseline = try result.baselineInForce()
    if isFixing {
      let planner = try policy.auditor(file, memory: input.memory.bytes, assuming: assumed)
      fix.plan(planner, selection, input) { row in
        baseline?.removeKnownFindings(from: &row)
      }
      try result.checkFiles(reading: selection.inputs.map(\.input.path), writing: fix.newFiles)
      fix.run(names.paths, input)
      if fixing.dryRun { return try end(&fix, hasFailures: isEmpty) }
      // Variants are new files.
      selection = try self.selection(of: names, place, file.policy)
      try input.keepOnlyChanged(in: &selection)
    }
    let inputs = input.shard?.inputs(of: selection.inputs) ?? selection.inputs
    Interruption.begin(inputs: inputs.count)
    var run = AuditRun(
      file.policy, selection.inputs, shard: input.shard, baseline: baseline, unchecked: selection.unchecked)
    run.uncheckedFiles = selection.uncheckedFiles
    // Names of a list are reported as they are.
    if !selection.hasNamedFiles { run.folder = try place.folderInRepository }
    run.command = command(selection, nil)
    if !selection.hasNamedFiles {
      run.viewpoint = place.viewpoint
      run.commandHere = place.viewpoint.flatMap { command(selection, $0) }
    }
    run.choices = rules.selectionWords
    run.isFixed = isFixing
    run.leastFailing = result.leastFailing
    var page = result.page.options
    if !place.isWorkingFolder { page.place = place.root.text.printable }
    var sink = try AuditOutput(
      run, result, output, baseline: baseline, count: inputs.count,
      pictures: auditor.pictures(root: place.root, jobs: input.jobCount, options: page))
    var rest = selection.inputs[...]
    do throws(OutputError) {
      defer { caching.finish(cache, quiet: output.quiet) }
      try auditor.audit(
        selection, shard: input.shard, jobs: input.jobCount, cache: cache
      ) { row throws(OutputError) in
        if isFixing { fix.add(sink.withoutKnownFindings(row), of: rest.removeFirst()) }
        try sink.write(row)
      }
      try sink.end()
    } catch {
      try error.endRun()
    }
    if isFixing { try fix.end() }
    try sink.finish(hasFailures: fix.hasFailures || isEmpty)
  }

  /// Returns the command that audits the files of all shards again by the same policy; nil if there are too many.
  ///
  /// - Parameter viewpoint: where the command is to be run; nil for the root.
  private func command(_ selection: AuditSelection, _ viewpoint: Viewpoint?) -> String? {
    let list = input.list.filesFrom.flatMap { $0 == "-" ? nil : $0 }
    func shown(_ path: Pathname) -> Pathname { viewpoint?.shown(path) ?? path }
    let named = (list == nil ? selection.names : selection.names.prefix(input.paths.count).map { $0 }).map(shown)
    // Names of files are no paths, which most commands need.
    guard !selection.hasNamedFiles else { return nil }
    // Names in a list are relative to the current folder.
    guard list == nil || (try? Pathname.here.resolved) == selection.root else { return nil }
    let size = named.reduce(0) { $0 + $1.bytes.count + 3 }
    guard size <= 4000, !named.contains(where: { $0.bytes.first == UInt8(ascii: "-") }) else { return nil }
    func option(_ name: String, _ path: String?) -> [Pathname] {
      path.map {
        [
          Pathname(name),
          shown(((try? Pathname(argument: $0).resolved) ?? Pathname(argument: $0)).below(selection.root)),
        ]
      }
        ?? []
    }
    let words =
      (policy.noPolicy ? ["--no-policy"] : []) + (policy.root == nil ? [] : ["--root", shown(.here).text])
      + (input.noIgnore ? ["--no-ignore"] : [])
    let filters =
      input.exclusion.exclude.map { "--exclude=" + $0 } + (input.onlyChanged.map { ["--only-changed", $0] } ?? [])
    let all =
      [Pathname("gamut"), Pathname("audit")] + (named == [Pathname(".")] ? [] : named)
      + option("--files-from", list) + (list != nil && input.list.zero ? [Pathname("-0")] : [])
      + words.map { Pathname($0) } + option("--policy", policy.policy) + filters.map { Pathname(argument: $0) }
      + option("--baseline", result.baseline) + rules.severityWords.map { Pathname(argument: $0) }
    return all.shellCommand
  }

  /// Returns the files to audit.
  private func selection(
    of names: (paths: [Pathname], named: [NamedFile]), _ place: AuditSelection.Place, _ policy: AuditPolicy
  ) throws -> AuditSelection {
    let excludes = try policy.excludes + input.exclusion.patterns()
    let palettes = policy.palettes + policy.joinedPalettes.flatMap(\.self)
    var selection = AuditSelection(
      names.paths, names.named, root: place.root,
      palettes: palettes.isEmpty ? nil : { path in palettes.contains { $0.matches(path) } },
      excludes: excludes.isEmpty ? nil : { path in excludes.contains { $0.matches(path) } },
      skipsIgnored: !input.noIgnore)
    selection.joinPalettes(policy.joinedPalettes)
    if !palettes.isEmpty, !selection.inputs.contains(where: \.isNamedPalette), !output.quiet {
      Message.note("No file matches the policy's 'palettes'.")
    }
    return selection
  }

  /// Says that there is nothing to audit. Returns whether that is an error.
  private func noteEmptiness(of selection: AuditSelection, _ place: AuditSelection.Place) -> Bool {
    guard selection.inputs.isEmpty else { return false }
    let palette = selection.unnamedPalette
    let isError = palette == nil && input.requiresInputs && !selection.hasOthers
    var sentences = ["No PNG file\(isError ? ", asset catalog or palette was" : "s") found."]
    if let palette {
      let path = ((try? palette.resolved) ?? palette).below(place.root)
      let ending = palette.fileName.split(separator: ".").last.map(String.init) ?? ""
      sentences.append(
        "\(path.text.printable) is a palette: 'palettes: [\"*.\(ending)\"]' in the policy (.gamut.yml) checks such "
          + "files, and 'gamut palette FOLDER' checks them without a policy.")
    }
    if let unchecked = selection.unchecked.sentence { sentences.append(unchecked) }
    if isError {
      Message.error((sentences + ["Give other paths, or --allow-empty."]).joined(separator: " "))
      Message.command(adding: ["--allow-empty"])
    } else if !output.quiet {
      Message.note(sentences.joined(separator: " "))
    }
    return isError
  }

  /// Prints a note about folders for which git does not say what it ignores.
  private func noteUnanswered(_ selection: AuditSelection) {
    guard let first = selection.unanswered.first, !output.quiet else { return }
    let others = selection.unanswered.count - 1
    Message.note(
      "All files are checked, also those that git ignores, in '\(first.folder.text.printable)'"
        + (others > 0 ? " and \(Words.count(others, "more folder")): " : ": ")
        + (first.error.hint?.contains("safe.directory") == true ? first.error.text : first.error.message))
  }

  /// Prints a note about policies in folders below that of the one in force.
  private func noteUnusedPolicies(_ selection: AuditSelection, _ place: AuditSelection.Place) {
    // Hidden folders are those of tools, such as packages that a build has fetched.
    let unused = selection.policies.filter { path in
      place.root.joined(path) != place.policy && !path.folder.components.contains { $0.first == UInt8(ascii: ".") }
    }
    guard let first = unused.first?.text.printable, !output.quiet else { return }
    Message.note(
      unused.count == 1
        ? "A run has one policy, so \(first) is not used: audit its folder by itself."
        : "A run has one policy, so \(first) and \(Words.count(unused.count - 1)) more are not used: audit their folders "
          + "one by one.")
  }

  /// Ends a run that writes nothing.
  private func end(_ fix: inout FixOutput, hasFailures: Bool) throws {
    try fix.end()
    if fix.hasFailures || hasFailures { throw ExitCode.unprocessed }
  }
}
