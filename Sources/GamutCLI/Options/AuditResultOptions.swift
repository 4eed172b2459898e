import ArgumentParser
import GamutAudit
import GamutKit
import LibC

/// The least severity of a finding that makes a run fail.
enum FailureLevel: String, Choice {
  case error, warning, note, never

  var severity: Severity? { Severity(rawValue: rawValue) }
}

/// The output formats of an audit and its baseline; shared by `audit` and `merge`.
struct AuditResultOptions: ParsableArguments {
  @Option(name: .customLong("format"), help: "Output format.")
  var givenFormat = AuditFormat.text

  @OptionGroup var resultFile: ResultFileOption

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a format to a file, as in sarif=out.sarif or out.sarif. Can be repeated.", valueName: "format=file"),
    completion: FormatTarget<AuditFormat>.completion("gamut", suffix: \.suffix),
    transform: { try FormatTarget(given: $0) })
  var reports: [FormatTarget<AuditFormat>] = []

  /// The format of standard output.
  var format: AuditFormat { (try? resultFile.target(givenFormat)) == nil ? givenFormat : .text }
  /// The formats that are written to files.
  var report: [FormatTarget<AuditFormat>] { reports + [try? resultFile.target(givenFormat)].compactMap { $0 } }

  @OptionGroup var page: PagePictureOptions

  @Option(
    help: ArgumentHelp("Hide findings recorded in this file.", valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp("Record all findings in a file for --baseline; this run does not fail.", valueName: "file"),
    completion: .file())
  var writeBaseline: String?

  @Option(
    help: ArgumentHelp(
      "Exit with status 1 if there is a finding of this severity, or a worse one.", valueName: "severity"))
  var failOn = FailureLevel.error

  func validate() throws {
    _ = try resultFile.target(givenFormat)
    try newBaseline?.checkIsFile(as: "--write-baseline")
  }

  /// Whether a format shows the slots of sets.
  var showsSlots: Bool { ([format] + report.map(\.format)).contains { [.json, .ndjson, .html].contains($0) } }

  /// The least severity of a finding that fails a test; a run that never fails still has tests that do.
  var leastFailing: Severity { failOn.severity ?? .error }

  /// Returns whether a run with these findings has status 1.
  func fails(_ totals: AuditTotals) -> Bool {
    // All findings are known from now on.
    guard newBaseline == nil, let least = failOn.severity else { return false }
    return totals.severities.contains { $0.key >= least && $0.value > 0 }
  }

  /// The baseline to write; nil for none.
  var newBaseline: Pathname? { writeBaseline.map { Pathname(argument: $0) } }

  /// The files written in addition to standard output.
  var files: [Pathname] { report.map(\.path) + (newBaseline.map { [$0] } ?? []) }

  /// The job summary file of GitHub Actions, to which a summary is added beside annotations; nil if there is none.
  var stepSummary: Pathname? {
    guard format == .github || report.contains(where: { $0.format == .github }),
      let path = unsafe getenv("GITHUB_STEP_SUMMARY")
    else { return nil }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    return bytes.isEmpty ? nil : Pathname(bytes: bytes)
  }

  /// The baseline, if there is one.
  var filesRead: [Pathname] { baseline.map { [Pathname(argument: $0)] } ?? [] }

  /// Checks that no output is also an input, is written twice, or replaces a file that gamut did not write.
  ///
  /// - Parameters:
  ///   - inputs: the inputs of the run besides the baseline.
  ///   - others: other files that the run writes.
  /// - Throws: `ExitCode` after a message if there is a conflict.
  func checkFiles(reading inputs: [Pathname], writing others: [Pathname] = []) throws {
    try OutputFile.check(
      files, baseline: newBaseline, besides: (stepSummary.map { [$0] } ?? []) + others, reading: inputs + filesRead)
  }

  /// Returns the baseline; nil if none was given.
  ///
  /// - Throws: `ExitCode` after a message if it cannot be read.
  func baselineInForce() throws -> Baseline? {
    guard let baseline else { return nil }
    let path = Pathname(argument: baseline)
    do throws(Baseline.Fault) {
      return try Baseline(reading: path)
    } catch {
      Message.error(error, about: path)
      throw ExitCode.unprocessed
    }
  }
}
