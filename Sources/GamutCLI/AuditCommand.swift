import ArgumentParser
import GamutAudit
import GamutKit

struct AuditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Check all PNG files of a folder against rules.",
    discussion: """
      Reads each file once and checks it against the rules (--list-rules) and the policy, the .gamut.yml nearest to the \
      paths, searching upward. Without a policy, the rules have their own severities. Paths are relative to the policy's \
      folder, or else to the repository's. X-srgb.png is the sRGB variant of X.png or X-p3.png in the same folder \
      (--explain has-variant).

      Exit status: 0 no finding of severity error, or of the one that --fail-on names; 1 such a finding; 2 a file \
      could not be processed, the others were.

      Files: .gamut.yml is the policy, in YAML, with the keys exclude, expect, severity, thresholds, overrides, destination, \
      depth and jnd. 'gamut init' writes one, and --print-policy prints the complete policy in force.

      Examples:
        gamut audit
        gamut audit Assets --report sarif=gamut.sarif --report junit=gamut.xml
        gamut audit Assets --write-baseline gamut-baseline.json
        gamut audit Assets --baseline gamut-baseline.json
        gamut audit --explain collapses
        gamut audit --select untagged,collapses --severity untagged=error
        gamut audit --only-changed origin/main --fail-on warning
        gamut audit --shard 1/4 --format ndjson --fail-on never > part-1.ndjson
      """)

  @OptionGroup(title: "Input") var input: AuditInputOptions
  @OptionGroup(title: "Policy") var policy: PolicyOptions
  @OptionGroup(title: "Rules") var rules: RuleOptions
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
    if input.onlyChanged != nil, result.newBaseline != nil {
      throw ValidationError("--write-baseline records all files, and --only-changed leaves some out.")
    }
    let names = try input.names()
    let place = try policy.place(of: names)
    var file = try policy.read(place)
    choices.apply(to: &file.policy)
    if printPolicy { return try Answer.print(file.policy.yaml) }
    if listRules { return try Answer.print(file.policy.ruleList) }

    if let rules = choices.pointless(in: file.policy), !output.quiet {
      Message.note("\(rules) can only replace 'collapses' and 'flattens': select one of these too.")
    }
    let auditor = try policy.auditor(file, memory: input.memory.bytes)
    let excludes = try input.exclusion.patterns()
    var selection = AuditSelection(names, root: place.root) { path in
      file.policy.excludes(path) || excludes.contains { $0.matches(path) }
    }
    let isEmpty = selection.inputs.isEmpty
    try input.keepOnlyChanged(in: &selection)
    let count = input.shard?.inputs(of: selection.inputs).count ?? selection.inputs.count
    if selection.inputs.isEmpty, !output.quiet {
      Message.note(isEmpty ? "No PNG files found." : "No PNG file differs from '\(input.onlyChanged ?? "")'.")
    }
    try result.checkFiles(reading: selection.inputs.map(\.input.path) + input.list.filesRead + file.filesRead)
    Interruption.prepare()
    Interruption.expect(inputs: count)
    let baseline = try result.baselineInForce()
    let run = AuditRun(
      file.policy, selection.inputs, shard: input.shard, baseline: baseline, unchecked: selection.unchecked)
    var sink = try AuditOutput(
      run, result, output, baseline: baseline, count: count,
      pictures: auditor.pictures(root: place.root, jobs: input.jobCount))
    do throws(OutputError) {
      try auditor.audit(selection, shard: input.shard, jobs: input.jobCount) { row throws(OutputError) in
        try sink.write(row)
      }
      try sink.end()
    } catch {
      try error.endRun()
    }
    // Not part of the data, which do not depend on the working directory.
    if result.format == .text, !output.quiet, sink.hasFindings, !place.isWorkingFolder {
      Message.note("Paths are relative to \(place.root.text.printable); run the commands from there.")
    }
    try sink.finish()
  }
}
