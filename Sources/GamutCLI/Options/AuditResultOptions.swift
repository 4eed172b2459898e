import ArgumentParser
import GamutAudit
import GamutKit
import LibC

enum FailureLevel: String, Choice {
  case error, warning, note, never
}

struct AuditResultOptions: ParsableArguments {
  @OptionGroup var formats: FormatOptions<AuditDocument>

  @Option(file: "Hide findings recorded in this file. (default: the one that the policy names)")
  var baseline: String?

  @Flag(help: "Show all findings, also those in the baseline that the policy names.")
  var noBaseline = false

  @Option(file: "Record all findings in a file for --baseline, and do not print them; this run does not fail.")
  var writeBaseline: String?

  @Flag(help: "Drop the findings that no longer occur from the baseline.")
  var pruneBaseline = false

  @Option(
    help: ArgumentHelp(
      "Exit with status 1 if there is a finding of this severity, or a worse one.", valueName: "severity"))
  var failOn = FailureLevel.error

  @Flag(help: "Exit with status 1 if the baseline has findings that no longer occur.")
  var failOnStale = false

  func validate() throws {
    try newBaseline?.checkIsFile(as: "--write-baseline")
    if baseline != nil, noBaseline { throw ValidationError("--baseline and --no-baseline exclude each other.") }
    if pruneBaseline, newBaseline != nil || noBaseline {
      throw ValidationError("--prune-baseline changes the baseline in use; leave out the other option for baselines.")
    }
  }

  /// The least severity of a finding that fails a test; a run that never fails still has tests that do.
  var leastFailing: Severity { Severity(rawValue: failOn.rawValue) ?? .error }

  func fails(_ totals: AuditTotals) -> Bool {
    // All findings are known from now on.
    guard newBaseline == nil else { return false }
    if failOnStale, !pruneBaseline, totals.stale > 0 { return true }
    return failOn != .never && totals.severities.contains { $0.key >= leastFailing && $0.value > 0 }
  }

  var newBaseline: Pathname? { writeBaseline.map { Pathname(argument: $0) } }

  /// - Parameter named: the one that the policy names, which a new one takes the place of.
  func usedBaseline(_ named: Pathname? = nil) -> Pathname? {
    baseline.map { Pathname(argument: $0) } ?? (noBaseline || newBaseline != nil ? nil : named)
  }

  /// The files written in addition to standard output, but for a baseline that is pruned.
  var files: [Pathname] { formats.files.map(\.path) + (newBaseline.map { [$0] } ?? []) }

  /// The job summary file of GitHub Actions, to which a summary is added beside annotations; nil if there is none.
  var stepSummary: Pathname? {
    formats.all.contains(.github) ? environment("GITHUB_STEP_SUMMARY").map { Pathname(argument: $0) } : nil
  }

  /// Checks that no output is also an input, is written twice, or replaces a file that gamut did not write.
  func checkFiles(reading inputs: [Pathname], writing others: [Pathname] = [], baseline named: Pathname? = nil) throws {
    try OutputFile.check(
      files, baseline: newBaseline, besides: (stepSummary.map { [$0] } ?? []) + others,
      reading: inputs + (usedBaseline(named).map { [$0] } ?? []))
  }

  func baselineInForce(_ policies: RunPolicies? = nil) throws -> Baseline? {
    guard let path = usedBaseline(policies?.baseline) else {
      if pruneBaseline { throw ValidationError("--prune-baseline needs --baseline, or a policy that names one.") }
      if failOnStale, newBaseline == nil { Message.note("There is no baseline, so --fail-on-stale changes nothing.") }
      return nil
    }
    do throws(AuditError) {
      return try Baseline(reading: path)
    } catch {
      Message.error(error.text, about: path)
      if let policies, baseline == nil {
        // It is for all files of the policy, wherever the command runs.
        let root = policies.place.shown(.here)
        let command = "gamut audit\(root == .here ? "" : " \(root.shellWord)") --write-baseline \(path.shellWord)"
        Message.note("The policy names this baseline. To write it: \(command)")
      }
      throw ExitCode.unprocessed
    }
  }
}

extension AuditDocument: HelpfulDocument {
  static var help: ArgumentHelp { "Output format." }
  static var example: String { "sarif=out.sarif or out.sarif" }
}
