import Gamut
import GamutAudit
import GamutKit

/// The fix of an audit's findings: the audit that fills the plan, the steps, and the files with findings that are left.
struct FixOutput: ~Copyable {
  private var plan: FixPlan
  /// The plan for the fixed files, whose steps are not done.
  private var rest: FixPlan
  private let options: FixOptions
  private let output: OutputOptions
  private let format: AuditFormat
  private var text: FixText
  private(set) var hasFailures = false
  /// The errors of files that could not be read for the plan, until the audit after the fix has the same ones.
  private var unplanned: [Pathname: RecordedError] = [:]

  init(
    _ plan: FixPlan, _ options: FixOptions, _ output: OutputOptions, format: AuditFormat, viewpoint: Viewpoint?
  ) {
    (self.plan, rest) = (plan, plan)
    self.options = options
    self.output = output
    self.format = format
    text = FixText(
      format == .text ? output.style : TextStyle(detail: output.style.detail), isDryRun: options.dryRun)
    text.viewpoint = viewpoint
  }

  /// The variants that the fix writes; the other files that it changes are inputs.
  var newFiles: [Pathname] { plan.steps.filter { $0.output != $0.path }.map(\.target) }

  mutating func plan(
    _ auditor: Auditor, _ selection: AuditSelection, _ input: AuditInputOptions, change: (inout AuditRow) -> Void
  ) {
    var progress = Progress(count: selection.inputs.count, isShown: !output.quiet)
    var inputs = selection.inputs[...]
    auditor.audit(selection, jobs: input.jobs.count) { row in
      var row = row
      change(&row)
      plan.add(row, of: inputs.removeFirst())
      progress.advance(pixels: row.image?.report?.loss.pixels.total ?? 0)
      guard let error = row.error else { return }
      if options.dryRun {
        progress.clear()
        hasFailures = true
        text.addFailure()
        Message.error(error.message, about: text.shown(row.path))
      } else {
        // The audit after the fix reports it, unless it was a failure of the moment.
        unplanned[row.path] = error
      }
    }
    progress.clear()
    if options.dryRun { rest = plan }
  }

  mutating func run(_ names: [Pathname], _ input: AuditInputOptions) {
    plan.run(named: names, jobs: input.jobs.count, memory: input.memory.bytes, isDryRun: options.dryRun) { outcome in
      text.add(outcome)
      if case .failure(let failure) = outcome.result {
        hasFailures = true
        // The text says it too.
        if output.quiet, !options.dryRun { Message.error(failure.text, about: text.shown(outcome.step.output)) }
      }
    }
  }

  mutating func add(_ row: AuditRow, of input: AuditInput) {
    rest.add(row, of: input)
    if row.error != nil {
      text.addFailure()
      unplanned[row.path] = nil
    }
  }

  /// Prints the changes, and how many files have findings that are left: after the audit in text, else on standard error.
  /// The plan of a dry run is its only output.
  mutating func end() throws {
    for (path, error) in unplanned.sorted(by: { $0.key < $1.key }) {
      hasFailures = true
      text.addFailure()
      Message.error(error.message, about: text.shown(path))
    }
    text.addLeft(of: rest)
    guard !output.quiet || options.dryRun && !text.isEmpty else { return }
    if format == .text {
      try StandardOutput.print((options.dryRun ? "" : "\n") + text.text)
    } else {
      Message.write(text.text)
    }
  }
}
