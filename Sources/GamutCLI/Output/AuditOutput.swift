import ArgumentParser
import Gamut
import GamutAudit
import GamutKit

struct AuditOutput: ~Copyable {
  private var output: RunOutput<AuditDocument>
  private let options: AuditResultOptions
  private let isQuiet, isVerbose: Bool
  private var known: KnownFindings?
  private let baseline: Pathname?
  private let run: AuditRun
  private var newBaseline: Baseline?
  private var totals = AuditTotals()
  /// The summary for the job of GitHub Actions, which is appended to its file at the end; nil if there is none.
  private var summary: (any RowFormatter<AuditRow, AuditTotals>)?
  private var summaryBytes: [UInt8] = []

  init(
    _ run: AuditRun, _ options: AuditResultOptions, _ output: OutputOptions, known: KnownFindings?,
    in baseline: Pathname?, count: Int, pictures: AuditPictures
  ) throws {
    (self.options, isQuiet, isVerbose) = (options, output.quiet, output.verbose)
    var run = run
    run.leastFailing = options.leastFailing
    run.prunesBaseline = options.pruneBaseline
    (self.known, self.baseline, self.run) = (known, baseline, run)
    if options.newBaseline != nil { newBaseline = Baseline() }
    if options.stepSummary != nil { summary = AuditFormat.markdown.formatter(AuditDocument(run)) }
    self.output = try RunOutput(
      AuditDocument(run, output.style, pictures),
      // Known findings are not printed as text.
      options.newBaseline != nil && options.formats.onScreen == .text ? nil : options.formats.onScreen,
      files: options.formats.files,
      progress: Progress(count: count, isShown: !output.quiet),
      writesFiles: options.newBaseline != nil || options.pruneBaseline || options.stepSummary != nil, shown: run.shown)
  }

  /// Writes a row, and returns it without its known findings.
  @discardableResult
  mutating func write(_ row: AuditRow) throws(OutputError) -> AuditRow {
    newBaseline?.add(row)
    var row = row
    known?.remove(from: &row)
    totals.add(row)
    summaryBytes += summary?.add(row) ?? []
    try output.write(row)
    output.advance(pixels: row.image?.report?.loss.pixels.total ?? 0)
    return row
  }

  mutating func countGone(in folders: [Pathname], where isAudited: (Pathname) -> Bool) {
    totals.stale += known?.countGone(in: folders, where: isAudited) ?? 0
  }

  /// The number of known findings that are named when they no longer occur, unless all are requested.
  private static var listedStale: Int { 20 }

  /// - Parameter gone: known findings of files that are gone, which the parts of a merge have counted.
  mutating func end(gone: Int = 0) throws(OutputError) {
    totals.stale += gone
    if let known, isVerbose || options.failOnStale || options.pruneBaseline {
      let lines = known.stale.map { "  \($0.rule.rawValue)  \(run.shown($0.path).text.printable)" }
      let more = isVerbose ? 0 : max(0, lines.count - Self.listedStale)
      totals.staleLines = lines.dropLast(more) + (more > 0 ? ["  and \(Words.count(more)) more (--verbose)"] : [])
    }
    summaryBytes += summary?.end(totals) ?? []
    try output.end(totals)
  }

  mutating func finish(hasFailures: Bool = false) throws {
    output.placeFiles()
    if let path = options.stepSummary {
      output.place(path) { () throws(WriteError) in try OutputFile.append(summaryBytes, to: path) }
    }
    if let newBaseline, let path = options.newBaseline {
      // Who records a part of the project may not mean to drop the rest.
      let before = (try? Baseline(reading: path)).map { ", instead of \(Words.count($0.count))" } ?? ""
      var words = "\(Words.count(newBaseline.count, "finding")) of \(Words.count(newBaseline.files, "file"))\(before)."
      if path.absolute != baseline?.absolute {
        let name = path.absolute.below(run.root ?? .here).text.printable
        words += "\nTo hide them in every run, add to the policy (.gamut.yml): baseline: \(name)"
      }
      try write(newBaseline, to: path, words)
    } else if options.pruneBaseline, let known, let baseline {
      try write(
        known.current, to: baseline,
        "\(Words.count(known.stale.count, "finding")) dropped, \(Words.count(known.current.count)) left.")
    }
    // Nothing else says why such a run fails.
    if options.failOnStale, !options.pruneBaseline, totals.stale > 0, isQuiet || options.formats.onScreen != .text {
      Message.note(totals.staleWords(run))
    }
    if output.hasFailures || hasFailures { throw ExitCode.unprocessed }
    if options.fails(totals) { throw ExitCode.findings }
  }

  private mutating func write(_ baseline: Baseline, to path: Pathname, _ words: String) throws {
    output.place(path) { () throws(WriteError) in try OutputFile(path).finish(with: baseline.bytes) }
    guard !output.hasFileFailures, !isQuiet else { return }
    let sentence = "Wrote \(path.text.printable): \(words)"
    if options.formats.onScreen == .text { try StandardOutput.print(sentence + "\n") } else { Message.note(sentence) }
  }
}
