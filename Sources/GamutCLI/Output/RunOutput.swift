import ArgumentParser
import GamutKit
import LibC
import PNGCodec

/// The output of the rows of a run: one format to standard output, others to files; the errors of failures to standard
/// error, and the progress to a terminal.
struct RunOutput<Row: OutcomeRow, Summary>: ~Copyable {
  typealias Formatter = any RowFormatter<Row, Summary>

  private var sinks: [(formatter: Formatter, file: OutputFile?)] = []
  private var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
  private var progress: Progress?
  private var hasBegun = false
  private(set) var hasFileFailures = false
  private var isClosed = false
  private let writesFiles: Bool
  private let shown: (Pathname) -> Pathname
  private(set) var hasFailures = false
  /// The number of inputs for each reason of a failure.
  private var failures: [String: Int] = [:]

  /// - Parameters:
  ///   - formatter: the formatter for standard output; nil if an image is written there.
  ///   - writesFiles: whether the work is to write files, so that it goes on without a reader of standard output.
  init(
    _ formatter: Formatter?, progress: Progress? = nil, writesFiles: Bool = false,
    shown: @escaping (Pathname) -> Pathname = { $0 }
  ) {
    (self.writesFiles, self.shown) = (writesFiles, shown)
    if let formatter { sinks = [(formatter, nil)] }
    self.progress = progress
  }

  mutating func add(_ formatter: Formatter, to path: Pathname, heading: String) throws {
    try orEnd(about: path) { () throws(WriteError) in
      let file = try OutputFile(path)
      try file.write(Array(heading.utf8))
      sinks.append((formatter, file))
    }
  }

  mutating func add<Format: OutputFormat>(
    _ targets: [FormatTarget<Format>], _ output: OutputOptions, _ formatter: (Format, TextStyle) -> Formatter
  ) throws {
    for target in targets {
      try add(
        formatter(target.format, TextStyle(detail: output.style.detail)), to: target.path,
        heading: target.format.heading)
    }
  }

  private mutating func begin() throws(OutputError) {
    guard !hasBegun else { return }
    hasBegun = true
    for index in sinks.indices { try write(sinks[index].formatter.begin(), to: index) }
  }

  mutating func write(_ row: Row) throws(OutputError) {
    try begin()
    for index in sinks.indices { try write(sinks[index].formatter.add(row), to: index) }
    guard let failure = row.failure else { return }
    let reason = failure.text
    let count = (failures[reason] ?? 0) + 1
    if count > 1 || failures.count < Self.listedFailures { failures[reason] = count }
    if count <= Self.shownFailures { try fail(reason, about: row.path) }
  }

  /// Failures for the same reason that are shown one by one, and reasons that are counted.
  private static var shownFailures: Int { 3 }
  private static var listedFailures: Int { 1000 }

  /// Reports a failure, after the rows written so far.
  mutating func fail(_ message: String, about path: Pathname) throws(OutputError) {
    hasFailures = true
    try endLine()
    Message.error(message, about: shown(path))
  }

  mutating func note(_ message: String) throws(OutputError) {
    try endLine()
    Message.note(message)
  }

  /// Ensures that the next message appears after the data on standard output if both are the same terminal, and on a
  /// separate line.
  private mutating func endLine() throws(OutputError) {
    progress?.clear()
    try onStream { stream throws(OutputError) in
      try stream.flush()
      guard !stream.isAtLineStart, isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
      Message.write("\n")
    }
  }

  mutating func advance(pixels: Int) { progress?.advance(pixels: pixels) }

  mutating func end(_ summary: Summary) throws(OutputError) {
    try begin()
    progress?.clear()
    for (reason, count) in failures.sorted(by: { $0.key < $1.key }) where count > Self.shownFailures {
      try endLine()
      Message.error("\(Words.count(count - Self.shownFailures, "more file")): \(reason)")
    }
    for index in sinks.indices {
      try write(sinks[index].formatter.end(summary), to: index)
      if let unread = sinks[index].formatter.unread { try fail(unread.error.text, about: unread.path) }
    }
    try onStream { stream throws(OutputError) in try stream.flush() }
  }

  /// Writes to standard output while it has a reader. A run that also writes files goes on without one, as after `head`;
  /// another one ends.
  private mutating func onStream(_ write: (inout BufferedOutput) throws(OutputError) -> Void) throws(OutputError) {
    guard !isClosed else { return }
    do {
      try write(&stream)
    } catch {
      isClosed = error.isBrokenPipe
      if !isClosed || sinks.count == 1 && !writesFiles { throw error }
    }
  }

  mutating func placeFiles() {
    for case (_, let file?) in sinks { place(file.path) { () throws(WriteError) in try file.finish() } }
  }

  mutating func place(_ path: Pathname, _ write: () throws(WriteError) -> Void) {
    guard !hasFileFailures else { return }
    do throws(WriteError) {
      try write()
    } catch {
      (hasFileFailures, hasFailures) = (true, true)
      Message.error(error.text, about: path)
    }
  }

  private mutating func write(_ bytes: [UInt8], to index: Int) throws(OutputError) {
    guard !bytes.isEmpty else { return }
    if let file = sinks[index].file { return place(file.path) { () throws(WriteError) in try file.write(bytes) } }
    if !isClosed { progress?.clear() }
    try onStream { stream throws(OutputError) in try stream.write(bytes) }
  }
}

extension RunOutput where Summary == Void {
  mutating func end() throws(OutputError) { try end(()) }

  mutating func run(_ work: (inout Self) throws(OutputError) -> Void) throws {
    try writing { () throws(OutputError) in
      try work(&self)
      try end()
    }
    placeFiles()
  }
}

extension OutputFile {
  /// Checks that no output file is also an input, is written twice, or replaces a file that gamut did not write.
  static func check(
    _ files: [Pathname], baseline: Pathname? = nil, besides others: [Pathname] = [], reading inputs: [Pathname]
  ) throws {
    if let (path, conflict) = try conflict(of: files, baseline: baseline, besides: others, reading: inputs) {
      throw Message.unprocessed(conflict.text, about: path)
    }
  }
}

/// The output of a command that writes images.
struct WriteOutput<Report: WriteReport, Failure: WritingError>: ~Copyable {
  private var output: RunOutput<WriteRow<Report, Failure>, Void>
  private let made: MadeFiles?

  init(
    _ command: String, _ format: RowFormat?, _ write: WriteCommandOptions, _ output: OutputOptions, made: MadeFiles?,
    reading inputs: [Pathname], writing outputs: [Pathname], count: Int,
    formatter: (RowFormat, TextStyle) -> any RowFormatter<WriteRow<Report, Failure>, Void>
  ) throws {
    self.made = made
    var style = output.style
    // So few files are listed one by one on a terminal.
    if count <= 20 { style.countsSuccesses = false }
    self.output = RunOutput(
      format.map { formatter($0, style) }, progress: Progress(count: count, isShown: !output.quiet && count > 1),
      writesFiles: true)
    guard !write.reports.isEmpty else { return }
    try OutputFile.check(write.reports.map(\.path), besides: outputs, reading: inputs)
    for target in write.reports {
      try self.output.add(
        formatter(target.format, TextStyle(detail: output.style.detail)), to: target.path,
        heading: target.format == .text ? OutputFile.heading(command) : "")
    }
  }

  mutating func write(_ row: WriteRow<Report, Failure>) throws(OutputError) {
    try output.write(row)
    let report = try? row.result.get()
    output.advance(pixels: report.map { $0.image.width * $0.image.height } ?? 0)
  }

  mutating func run(_ work: (inout Self) throws(OutputError) -> Void) throws {
    try writing { () throws(OutputError) in
      try work(&self)
      if let made { output.place(made.path) { () throws(WriteError) in try made.save() } }
      try output.end()
      output.placeFiles()
    }
    if output.hasFailures { throw ExitCode.unprocessed }
  }
}
