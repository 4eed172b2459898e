public import PNGCodec

/// The action on the output.
public enum WriteAction: String, Sendable, Hashable, CaseIterable {
  /// The output already had the same bytes.
  case unchanged
  /// The output was written.
  case written
  /// The output would have been written without the dry run.
  case wouldWrite = "would-write"

  var words: String { self == .wouldWrite ? "would write" : rawValue }
}

/// The result for an image, made or, in a dry run, only planned: the part that all commands that write images share.
public protocol WriteReport: Sendable, Hashable {
  /// The image as its header describes it.
  var image: ImageHeader { get }
  /// Irregularities of the file.
  var findings: [FileFinding] { get set }
  /// What eXIf and XMP say otherwise than before, so that they agree with the declaration.
  var metadata: [String] { get set }
  /// The action for the output.
  var action: WriteAction { get set }
  /// The path of the result, as given; nil for standard output and for bytes.
  var output: Pathname? { get set }
  /// Another name of the same file; the outcome applies to both.
  var sameFile: Pathname? { get set }
  /// The size of the result in bytes; 0 if none was written.
  var size: Int { get set }
  /// The size of the input in bytes; 0 if it is not known.
  var sourceSize: Int { get set }
}

/// The outcome for one input of a command that writes images.
public struct WriteRow<Report: WriteReport, Failure: WritingError>: OutcomeRow, Sendable, Hashable {
  /// The path of the input.
  public var path: Pathname
  /// The report, or the reason that nothing was written.
  public var result: Result<Report, Failure>
  /// Whether the run writes nothing.
  public var isDryRun = false
  /// The checksum of the new file, if inputs had to have checksums.
  package var checksum: UInt64?
  /// What is recorded of the new file, so that the next run need not write it.
  var made: MadeFiles.Entry?

  /// Creates the row of an input.
  public init(path: Pathname, result: Result<Report, Failure>) {
    self.path = path
    self.result = result
  }

  package var failure: (any FileError)? { if case .failure(let error) = result { error } else { nil } }
  package mutating func showFromHere() {
    path = path.fromHere
    guard case .success(var report) = result else { return }
    report.output = report.output?.fromHere
    result = .success(report)
  }
}

extension RowsInJSON {
  init(actions: @escaping (Row) -> WriteAction?, json: @escaping (Row) -> [UInt8]) {
    self.init(
      member: "actions", results: WriteAction.allCases.map(\.rawValue), result: { actions($0)?.rawValue }, json: json)
  }
}

extension JSONWriter {
  mutating func members(ofWriting report: some WriteReport) {
    member("action", report.action.rawValue)
    if let output = report.output { member("output", output) }
    if let other = report.sameFile { member("sameFile", other) }
    if report.sourceSize > 0, report.size > 0 { member("sourceBytes", report.sourceSize) }
    if !report.metadata.isEmpty { member("metadata", array: report.metadata) { $0.string($1) } }
    member("findings", array: report.findings) { $0.finding($1, hasSeverity: false) }
  }
}

extension WriteRow {
  func json(
    _ schema: String, _ members: (inout JSONWriter, Report) -> Void
  ) -> [UInt8] {
    JSONWriter.row(schema, path, result, head: { if isDryRun { $0.member("dryRun", true) } }) { row, report in
      members(&row, report)
      row.members(ofWriting: report)
    }
  }
}

struct WriteText: Sendable {
  let style: TextStyle
  /// Whether the run has more than one input.
  let isList: Bool
  var isFirst = true
  var counts: [WriteAction: Int] = [:]
  var failures = 0
  var bytes = (before: 0, after: 0)

  private static let width = 14

  mutating func text<Report, Failure>(
    for row: WriteRow<Report, Failure>, reasons: (Report) -> [String], details: (Report) -> [String]
  ) -> String {
    defer { isFirst = false }
    switch row.result {
    case .failure(let error):
      failures += 1
      // The complete message of a single file is on standard error.
      if !isList { return "" }
      let line = style.failure("error".padded(to: Self.width)) + row.path.text.printable + "  (\(error.code))\n"
      return (isInFull && !isFirst ? "\n" : "") + line
    case .success(let report):
      counts[report.action, default: 0] += 1
      if report.action == .written { bytes = (bytes.before + report.sourceSize, bytes.after + report.size) }
      if style.detail == .quiet || style.countsSuccesses && isList && style.detail == .normal { return "" }
      let place = report.output.flatMap { $0 == row.path ? nil : " -> " + $0.text.printable } ?? ""
      guard isInFull else {
        let reasons = report.sameFile.map { ["the same file as \($0.text.printable)"] } ?? reasons(report)
        return action(report.action.words.padded(to: Self.width), report.action) + row.path.text.printable + place
          + "  (\(reasons.map(\.printable).joined(separator: "; ")))\n"
      }
      let isThere = report.action == .unchanged && !place.isEmpty
      let words = isThere ? "there already, with the same bytes" : report.action.words
      var lines = [style.heading(row.path.text.printable + place) + ": " + action(words, report.action)]
      if let other = report.sameFile {
        lines.append("  The same file as \(other.text.printable).")
      } else {
        lines += details(report)
        if !report.metadata.isEmpty {
          let words = "Metadata changed to agree: \(report.metadata.joined(separator: ", "))."
          lines.append(words.wrapped(indent: "  ", first: "  "))
        }
        lines += report.findings.map {
          ("Note: " + $0.message.printable).wrapped(indent: "    ", first: "  ")
        }
      }
      return (isFirst ? "" : "\n") + lines.joined(separator: "\n") + "\n"
    }
  }

  var summary: String {
    guard isList, !isFirst, style.detail != .quiet else { return "" }
    var parts: [String] = []
    for action in [WriteAction.written, .wouldWrite, .unchanged] {
      guard let count = counts[action] else { continue }
      parts.append("\(Words.count(count)) \(action == .wouldWrite ? "would be written" : action.words)")
    }
    if failures > 0 { parts.append(style.failure("\(Words.count(failures)) could not be processed")) }
    let total = counts.values.reduce(failures, +)
    let sizes =
      bytes.before > 0 ? "; \(Words.count(bytes.before, "byte")) before, \(Words.count(bytes.after)) after" : ""
    return "\n" + style.heading(Words.count(total, "image")) + ": " + parts.joined(separator: ", ") + sizes + "\n"
  }

  private var isInFull: Bool { style.detail != .quiet && (style.detail == .verbose || !isList) }

  private func action(_ text: String, _ action: WriteAction) -> String {
    action == .unchanged ? text : style.heading(text)
  }
}
