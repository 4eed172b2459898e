import Gamut
import GamutAudit
import GamutKit

/// The fix of an audit's findings: the audit that fills the plan, the steps, and the text about them: the changes, and how
/// many files have findings that are left.
struct FixOutput: ~Copyable {
  private var plan: FixPlan
  /// The plan for the fixed files, whose steps are not done.
  private var rest: FixPlan
  private let isDryRun: Bool
  private let output: OutputOptions
  private let style: TextStyle
  private let isText: Bool
  private let shown: (Pathname) -> Pathname
  /// The changes, each with the lines of its files, and the steps that failed.
  private var changes: [(words: String, files: [String])] = []
  private var failures: [String] = []
  private var changedFiles: Set<Pathname> = []
  private var failedFiles = 0
  /// The errors of files that could not be read for the plan, until the audit after the fix has the same ones.
  private var unplanned: [Pathname: RecordedError] = [:]

  private static let listed = 10

  var hasFailures: Bool { !failures.isEmpty || failedFiles > 0 || !unplanned.isEmpty }

  init(
    _ plan: FixPlan, _ options: FixOptions, _ output: OutputOptions, format: AuditFormat,
    shown: @escaping (Pathname) -> Pathname
  ) {
    (self.plan, rest) = (plan, plan)
    (isDryRun, self.output, self.shown) = (options.dryRun, output, shown)
    isText = format == .text
    style = isText ? output.style : TextStyle(detail: output.style.detail)
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
      unplanned[row.path] = row.error
    }
    progress.clear()
    if isDryRun { rest = plan }
  }

  mutating func run(_ names: [Pathname], _ input: AuditInputOptions) {
    plan.run(named: names, jobs: input.jobs.count, memory: input.memory.bytes, isDryRun: isDryRun) { outcome in
      let step = outcome.step
      switch outcome.result {
      case .failure(let failure):
        failures.append(
          "  \(shown(step.output).text.printable)\n"
            + "\(failure.message.printable) (\(failure.code))".wrapped(indent: "      "))
        // The text says it too.
        if output.quiet, !isDryRun { Message.error(failure.text, about: shown(step.output)) }
      case .success:
        changedFiles.insert(step.path)
        let names = step.output == step.path ? [step.path] : [step.path, step.output]
        let words = step.rules.map(\.rawValue).joined(separator: ", ") + ": " + step.action.words
        let known = changes.firstIndex { $0.words == words }
        if known == nil { changes.append((words, [])) }
        changes[known ?? changes.count - 1].files.append(
          "      " + names.map { shown($0).text.printable }.joined(separator: " -> "))
      }
    }
  }

  mutating func add(_ row: AuditRow, of input: AuditInput) {
    rest.add(row, of: input)
    guard row.error != nil else { return }
    failedFiles += 1
    unplanned[row.path] = nil
  }

  /// Prints the changes, and how many files have findings that are left: after the audit in text, else on standard error.
  /// The plan of a dry run is its only output.
  func end() throws {
    for (path, error) in unplanned.sorted(by: { $0.key < $1.key }) { Message.error(error.message, about: shown(path)) }
    let isEmpty = changes.isEmpty && rest.leftFiles == 0 && !hasFailures
    guard !output.quiet || isDryRun && !isEmpty else { return }
    var parts: [String] = []
    if !changes.isEmpty {
      let groups = changes.map { words, files in
        "\(words) (\(Words.count(files.count, "file")))".wrapped(indent: "    ", first: "  ")
          + listed(files, indent: "      ")
      }
      parts.append(([style.heading(isDryRun ? "To be fixed" : "Fixed")] + groups).joined(separator: "\n"))
    }
    if !failures.isEmpty { parts.append(style.failure("Could not be fixed") + listed(failures, indent: "  ")) }
    if rest.lacksSpace {
      let advice = "If you know the colour space of files that declare none, add --assume SPACE, as in --assume srgb."
      parts.append(advice.wrapped(indent: ""))
    }
    let text = (parts + [summary(isEmpty)]).joined(separator: "\n\n") + "\n"
    if isText { try StandardOutput.print((isDryRun ? "" : "\n") + text) } else { Message.write(text) }
  }

  private func listed(_ lines: [String], indent: String) -> String {
    let more = output.verbose ? 0 : max(0, lines.count - Self.listed)
    let end = more > 0 ? ["\(indent)and \(Words.count(more)) more (--verbose)"] : []
    return (lines.dropLast(more) + end).map { "\n" + $0 }.joined()
  }

  private func summary(_ isEmpty: Bool) -> String {
    let count = changedFiles.count
    let fixed = "\(Words.count(count, "file")) \(isDryRun ? "would be fixed" : "fixed")"
    let nothing = isEmpty ? "Nothing to fix" : isDryRun ? "No file would be fixed" : "No file fixed"
    var parts = [style.heading(count > 0 ? fixed : nothing)]
    if !failures.isEmpty { parts.append(style.failure("\(Words.count(failures.count)) could not be fixed")) }
    if rest.leftFiles > 0 {
      parts.append("findings in \(Words.count(rest.leftFiles, "file")) \(isDryRun ? "would be" : "are") left to you")
    }
    let unread = failedFiles + unplanned.count
    if unread > 0 { parts.append(style.failure("\(Words.count(unread, "file")) could not be processed")) }
    return parts.joined(separator: ", ") + (isDryRun && count > 0 ? " (dry run: nothing was written)" : "")
  }
}

extension FixAction {
  fileprivate var words: String {
    switch self {
    case .writeVariant: "a new sRGB variant beside the image, which stays as it is"
    case .dropAlpha: "no alpha channel any more; every pixel was opaque"
    case .embed(let options):
      switch options.label {
      case .none: "no declaration any more; the pixels stay"
      case .same: "the same declaration without its faults; the pixels stay"
      case .space(let space):
        "\(space.description ?? "the given profile") declared"
          + (options.usesSRGBChunk ? " by an sRGB chunk" : "") + "; the pixels stay"
      }
    }
  }
}
