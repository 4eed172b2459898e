import ArgumentParser
import GamutAudit
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Whether and how an audit fixes what it finds.
struct FixOptions: ParsableArguments {
  @Flag(
    help: "Do what the remedies say where that needs no guess and changes no pixel of a file, then audit the result.")
  var fix = false

  @Flag(help: "With --fix, show what would be done, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "With --fix, the colour space of files without a usable declaration; without it they are left alone.",
      valueName: "space"),
    completion: .space)
  var assume: String?

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run shows what --fix would do; add --fix.") }
    if assume != nil, !fix { throw ValidationError("--assume is for --fix; add --fix.") }
  }

  /// The profile to read.
  var filesRead: [Pathname] { SpaceChoice.files(assume) }

  /// Returns an empty plan.
  func plan(_ policy: AuditPolicy) throws -> FixPlan {
    FixPlan(policy, assuming: try assume.map { try SpaceChoice.given($0, by: "--assume") })
  }
}

/// The fix of what an audit finds: an audit that fills the plan, and its steps.
struct FixOutput: ~Copyable {
  private var plan: FixPlan
  private let options: FixOptions
  private let output: OutputOptions
  private let format: AuditFormat
  private var text: FixText
  private(set) var hasFailures = false

  init(_ plan: FixPlan, _ options: FixOptions, _ output: OutputOptions, format: AuditFormat) {
    self.plan = plan
    self.options = options
    self.output = output
    self.format = format
    text = FixText(format == .text ? output.style : TextStyle(detail: output.style.detail), isDryRun: options.dryRun)
  }

  /// Audits the files, and performs the steps that fix their findings.
  mutating func run(
    _ auditor: Auditor, _ selection: AuditSelection, _ names: [Pathname], _ input: AuditInputOptions,
    hiding baseline: Baseline?
  ) {
    let inputs = input.shard?.inputs(of: selection.inputs) ?? selection.inputs
    var progress = Progress(count: inputs.count, isShown: !output.quiet)
    var totals = AuditTotals()
    var rest = inputs[...]
    auditor.audit(selection, shard: input.shard, jobs: input.jobCount) { row in
      var row = row
      baseline?.removeKnownFindings(from: &row)
      plan.add(row, of: rest.removeFirst())
      totals.add(row)
      progress.show(files: totals.files, pixels: totals.pixels, findings: totals.findings)
    }
    progress.clear()
    plan.run(named: names, jobs: input.jobCount, memory: input.memory.bytes, isDryRun: options.dryRun) { outcome in
      text.add(outcome)
      if case .failure(let failure) = outcome.result {
        hasFailures = true
        if output.quiet || format != .text { Message.error(failure.message, about: outcome.step.output) }
      }
    }
    for leftover in plan.leftovers { text.add(leftover) }
  }

  /// Prints what was done, and what was not and why: after the audit in text, else on standard error.
  func end() throws {
    guard !output.quiet else { return }
    if format == .text {
      try Answer.print((options.dryRun ? "" : "\n") + text.text)
    } else {
      Message.write(text.text)
    }
  }
}
