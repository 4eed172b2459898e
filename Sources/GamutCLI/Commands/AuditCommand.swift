import ArgumentParser
import GamutAudit
import GamutKit

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", _superCommandName: "gamut",
    abstract: "Check all PNG files of a folder against rules.",
    discussion: """
      Reads each file once and checks it against the rules (--list-rules) and its policy, the .gamut.yml nearest to it, \
      searching upward. Without a policy, the rules have their own severities. In text, paths are relative to the current \
      folder; in other formats to the folder of the top policy, or else of the repository. X-srgb.png is the sRGB variant of X.png or X-p3.png in the same folder \
      (--explain has-variant). What git ignores below a folder is left out, unless the folder itself is ignored, and so are \
      folders such as node_modules and build that git does not track; --no-ignore audits them too.

      --fix does what the commands in the findings say, if that needs no guess and changes no pixel of a file: it corrects \
      declarations that contradict each other, and writes new sRGB variants. Then it audits the files again, and says \
      what was fixed and what is left. --dry-run prints the plan alone, with status 0 or 2.

      Exit status: 0 no finding of severity error, or of the one that --fail-on names; 1 such a finding; 2 a file \
      could not be processed, or there is nothing to audit.

      Files: .gamut.yml is the policy of a folder, in YAML. 'gamut init' writes one with all keys and comments, and \
      --print-policy prints the complete policy for a path, with the file and line of each value.

      Examples:
        gamut audit
        gamut audit Assets --report sarif=gamut.sarif --report junit=gamut.xml
        gamut audit apps/ios apps/web
        gamut audit --write-baseline gamut-baseline.json
        gamut audit --baseline gamut-baseline.json --fail-on-stale
        gamut audit --print-policy apps/ios/icon.png
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

  @Option(
    help: ArgumentHelp("Explain a rule (see --list-rules).", valueName: "rule"), completion: .list(RuleOptions.names))
  var explain: String?

  @Flag(help: "Print the complete policy in force for a path, and the file and line of each value.")
  var printPolicy = false

  func run() throws {
    if let explain { return try StandardOutput.print(AuditRule.given(explain).page(width: 80)) }
    // Looked up once: there may be many rows.
    let isFixing = fixing.fix
    if isFixing, input.shard != nil {
      throw ValidationError("--fix adds files, which would move others to another part; fix first, then use --shard.")
    }
    if fixing.dryRun, result.formats.onScreen != .text || !result.files.isEmpty {
      throw ValidationError("--dry-run prints the plan; leave out --format, --report and --write-baseline.")
    }
    if input.onlyChanged != nil, result.newBaseline != nil {
      throw ValidationError("--write-baseline records all files, and --only-changed leaves some out.")
    }
    if input.shard != nil, result.newBaseline != nil {
      throw ValidationError(
        "--write-baseline records all files, and --shard leaves some out. Make the parts with --no-baseline, and then: "
          + "gamut merge PARTS --write-baseline FILE"
      )
    }
    let names = try input.names()
    if isFixing { try names.named.checkIsEmpty("--fix writes beside the files") }
    if isFixing, input.readsStandardInput { throw ValidationError("--fix changes files. Give it one instead of -.") }
    // A list may have no paths, and names have no folder.
    let policies = try policy.policies(of: names.paths.isEmpty ? [.here] : names.paths, rules)
    if printPolicy || listRules { return try printPolicy(for: names.paths, policies) }
    let place = policies.place
    let cache = try caching.open()
    var selection = try selection(of: names, policies)
    let policy = try policies.policy(of: selection.inputs)
    let auditor = try policies.auditor(policy, memory: input.memory.bytes, cache: cache)
    let assumed = try fixing.assume.map { try SpaceChoice.given($0, by: "--assume") }
    let viewpoint = place.viewpoint
    var fix = FixOutput(FixPlan(policy, assuming: assumed), fixing, output, format: result.formats.onScreen) {
      viewpoint?.shown($0) ?? $0
    }
    noteUnanswered(selection)
    let (isEmpty, count) = (noteEmptiness(of: selection, policies), selection.inputs.count)
    try input.keepOnlyChanged(in: &selection)
    if count > 0, selection.inputs.isEmpty, !output.quiet {
      Message.note("No file to check differs from '\(input.onlyChanged?.printable ?? "")'.")
    }
    try result.checkFiles(
      reading: selection.inputs.map(\.input.path) + input.list.filesRead + policies.tree.filesRead
        + SpaceChoice.files(fixing.assume),
      baseline: policies.baseline)
    let baseline = try result.baselineInForce(policies)
    let known = policies.known(baseline, policy)
    if isFixing {
      let planner = try policies.auditor(policy, memory: input.memory.bytes, assuming: assumed)
      var planned = known
      fix.plan(planner, selection, input) { planned?.remove(from: &$0) }
      try result.checkFiles(reading: selection.inputs.map(\.input.path), writing: fix.newFiles)
      fix.run(names.paths, input)
      if fixing.dryRun {
        try fix.end()
        if fix.hasFailures || isEmpty { throw ExitCode.unprocessed }
        return
      }
      // Variants are new files.
      selection = try self.selection(of: names, policies)
      try input.keepOnlyChanged(in: &selection)
    }
    var run = AuditRun(
      policy, selection.inputs, shard: input.shard, baseline: baseline, unchecked: selection.unchecked)
    // Names of a list are reported as they are, and of no use in a command.
    if !selection.inputs.contains(where: \.isNamed) {
      run.folder = try place.folderInRepository
      (run.root, run.viewpoint) = (place.root, viewpoint)
      run.command = command(selection, nil)
      run.commandHere = viewpoint.flatMap { command(selection, $0) }
    }
    run.isFixed = isFixing
    var sink = try AuditOutput(
      run, result, output, known: known, in: result.usedBaseline(policies.baseline) ?? policies.baseline,
      count: (input.shard?.inputs(of: selection.inputs) ?? selection.inputs).count,
      pictures: AuditPictures(
        root: place.root, jobs: input.jobs.count, command: ArgumentBytes.commandLine,
        auditor: auditor))
    var rest = selection.inputs[...]
    let excludes = try excludes(policies)
    try writing { () throws(OutputError) in
      defer { caching.finish(cache, quiet: output.quiet) }
      try auditor.audit(selection, shard: input.shard, jobs: input.jobs.count) { row throws(OutputError) in
        let row = try sink.write(row)
        if isFixing { fix.add(row, of: rest.removeFirst()) }
      }
      if input.isComplete { sink.countGone(in: selection.names) { !excludes($0) } }
      try sink.end()
    }
    if isFixing { try fix.end() }
    try sink.finish(hasFailures: fix.hasFailures || isEmpty)
  }

  /// Returns the command that audits the files of all shards again by the same policy, for a shell in the root or the
  /// viewpoint; nil if there are too many.
  private func command(_ selection: AuditSelection, _ viewpoint: Viewpoint?) -> String? {
    let list = input.list.filesFrom.flatMap { $0 == "-" ? nil : $0 }
    func shown(_ path: Pathname) -> Pathname { viewpoint?.shown(path) ?? path }
    let named = (list == nil ? selection.names : Array(selection.names.prefix(input.paths.count))).map(shown)
    // Names in a list are relative to the current folder.
    guard list == nil || (try? Pathname.here.resolved) == selection.root else { return nil }
    let size = named.reduce(0) { $0 + $1.bytes.count + 3 }
    guard size <= 4000, !named.contains(where: { $0.bytes.first == UInt8(ascii: "-") }) else { return nil }
    func option(_ name: String, _ path: String?) -> [String] {
      guard let path = path.map({ Pathname(argument: $0) }) else { return [] }
      return [name, shown(((try? path.resolved) ?? path).below(selection.root)).argument]
    }
    let words =
      ["gamut", "audit"] + (named == [.here] ? [] : named.map(\.argument)) + option("--files-from", list)
      + (list != nil && input.list.zero ? ["-0"] : []) + (policy.noPolicy ? ["--no-policy"] : [])
      + (policy.root == nil ? [] : ["--root", shown(.here).argument]) + (input.noIgnore ? ["--no-ignore"] : [])
      + option("--policy", policy.policy) + input.exclusion.exclude.map { "--exclude=" + $0 }
      + (input.onlyChanged.map { ["--only-changed", $0] } ?? []) + option("--baseline", result.baseline)
      + (result.noBaseline ? ["--no-baseline"] : []) + rules.severity.flatMap { ["--severity", $0] }
    return words.map { Pathname(argument: $0) }.shellCommand
  }

  private func excludes(_ policies: RunPolicies) throws -> (Pathname) -> Bool {
    let patterns = try input.exclusion.patterns()
    return { path in policies.tree.file(for: path).policy.excludes(path) || patterns.contains { $0.matches(path) } }
  }

  private func selection(
    of names: (paths: [Pathname], named: [NamedFile]), _ policies: RunPolicies
  ) throws -> AuditSelection {
    var namesPalettes = false
    var selection = AuditSelection(
      names.paths, names.named, root: policies.place.root,
      palettes: { path in
        let policy = policies.tree.file(for: path).policy
        namesPalettes = namesPalettes || policy.namesPalettes
        return policy.isPalette(path)
      },
      excludes: try excludes(policies), skipsIgnored: !input.noIgnore)
    if input.readsStandardInput { selection.addStandardInput() }
    selection.joinPalettes(policies.tree.policy(of: selection.inputs))
    if namesPalettes, !selection.inputs.contains(where: \.isNamedPalette), !output.quiet {
      Message.note("No file matches the policy's 'palettes'.")
    }
    return selection
  }

  /// Says that there is nothing to audit. Returns whether that is an error.
  private func noteEmptiness(of selection: AuditSelection, _ policies: RunPolicies) -> Bool {
    guard selection.inputs.isEmpty else { return false }
    let (place, tree, palette) = (policies.place, policies.tree, selection.unnamedPalette)
    let excluded = selection.names.first { input.isComplete && tree.file(for: $0).policy.excludes($0) }
    let isAllowed = input.allowEmpty || !input.isComplete || selection.hasOthers && excluded == nil
    let isError = palette == nil && !isAllowed
    var sentences = ["No PNG file\(isError ? ", asset catalog or palette was" : "s") found."]
    if let palette {
      let ending = palette.fileName.split(separator: ".").last.map(String.init) ?? ""
      sentences.append(
        "\(palette.text.printable) has colours: 'palettes: [\"*.\(ending)\"]' in the policy (.gamut.yml) checks such "
          + "files, and 'gamut palette FOLDER' checks them without a policy.")
    }
    if let excluded {
      let file = tree.file(for: excluded)
      let pattern = file.policy.excludes.first { $0.matches(excluded) }?.text.printable ?? ""
      let name = file.path.map(place.shown)?.text.printable ?? ""
      sentences.append("'exclude' in \(name) leaves out '\(place.shown(excluded).text.printable)': \(pattern).")
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

  private func noteUnanswered(_ selection: AuditSelection) {
    guard let first = selection.unanswered.first, !output.quiet else { return }
    let others = selection.unanswered.count - 1
    Message.note(
      "All files are checked, also those that git ignores, in '\(first.folder.text.printable)'"
        + (others > 0 ? " and \(Words.count(others, "more folder")): " : ": ")
        + (first.error.hint?.contains("safe.directory") == true ? first.error.text : first.error.message))
  }

  private func printPolicy(for names: [Pathname], _ policies: RunPolicies) throws {
    guard names.count <= 1 else { throw ValidationError("--print-policy is for one path, and several are given.") }
    let name = names.first ?? .here
    let (place, path) = (policies.place, try policies.place.path(of: name))
    let isFolder = try FileStatus(of: name)?.kind == .folder
    let file = policies.tree.file(for: isFolder ? path.appending([UInt8(ascii: "*")]) : path)
    _ = try policies.policy(of: [])
    try StandardOutput.print(
      listRules
        ? file.policy.ruleList
        : file.text(for: path, isFolder: isFolder, below: policies.tree.top, root: place.root) { place.shown($0) })
  }
}
