import ArgumentParser
import GamutAudit
import GamutKit
import LibC
import PNGCodec

/// The output of the rows of a run: one format to standard output, others to files; the errors of failures to standard
/// error, and the progress to a terminal.
struct RunOutput<Document: RowDocument>: ~Copyable where Document.Row: OutcomeRow {
  private let document: Document
  private typealias Sink = (
    formatter: any RowFormatter<Document.Row, Document.Summary>, file: OutputFile?, isForPeople: Bool
  )
  private var sinks: [Sink] = []
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
  ///   - format: the format for standard output; nil if an image is written there.
  ///   - files: the formats for files.
  ///   - writesFiles: whether the work is to write files, so that it goes on without a reader of standard output.
  init(
    _ document: Document, _ format: OutputFormat<Document>?, files: [FormatTarget<Document>] = [],
    progress: Progress? = nil, writesFiles: Bool = false, shown: @escaping (Pathname) -> Pathname = { $0 }
  ) throws {
    (self.document, self.writesFiles, self.shown) = (document, writesFiles, shown)
    if let format { sinks = [(format.formatter(document), nil, format.isForPeople)] }
    self.progress = progress
    for file in files { try add(file.format, to: file.path) }
  }

  mutating func add(_ format: OutputFormat<Document>, to path: Pathname) throws {
    var document = document
    document.style = TextStyle(detail: document.style.detail)
    try orEnd(about: path) { () throws(WriteError) in
      let file = try OutputFile(path)
      try file.write(Array(format.heading.utf8))
      sinks.append((format.formatter(document), file, format.isForPeople))
    }
  }

  private mutating func begin() throws(OutputError) {
    guard !hasBegun else { return }
    hasBegun = true
    for index in sinks.indices { try write(sinks[index].formatter.begin(), to: index) }
  }

  mutating func write(_ row: Document.Row) throws(OutputError) {
    try begin()
    var shown = row
    shown.showFromHere()
    for index in sinks.indices {
      try write(sinks[index].formatter.add(sinks[index].isForPeople ? shown : row), to: index)
    }
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

  /// Ensures that the next message is after the data on standard output, on a line of its own, if both are a terminal.
  private mutating func endLine() throws(OutputError) {
    progress?.clear()
    try onStream { stream throws(OutputError) in
      try stream.flush()
      guard !stream.isAtLineStart, isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return }
      Message.write("\n")
    }
  }

  mutating func advance(pixels: Int) { progress?.advance(pixels: pixels) }

  mutating func end(_ summary: Document.Summary) throws(OutputError) {
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

  /// Writes to standard output while it has a reader. Without one, as after `head`, a run that writes files goes on.
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
    for case let file? in sinks.map(\.file) { place(file.path) { () throws(WriteError) in try file.finish() } }
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

extension RunOutput where Document.Summary == Void {
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
    func isOurs<Document: RowDocument>(_ head: FileHead, _: Document.Type) -> Bool {
      Document.formats.contains { $0.isOurs(head) }
    }
    let found = try conflict(of: files, baseline: baseline, besides: others, reading: inputs) {
      isOurs($0, ReportDocument.self) || isOurs($0, AuditDocument.self) || isOurs($0, CompareDocument.self)
        || isOurs($0, ConvertDocument.self) || isOurs($0, EmbedDocument.self)
    }
    if let (path, conflict) = found {
      throw Message.unprocessed(conflict.text, about: path)
    }
  }
}

/// The output of a command that writes images.
struct WriteOutput<Document: RowDocument, Report: WriteReport, Failure: WritingError>: ~Copyable
where Document.Row == WriteRow<Report, Failure>, Document.Summary == Void {
  private var output: RunOutput<Document>
  private let made: MadeFiles?
  private let canUpdate: Bool
  private var hasOldOutputs = false

  init(
    _ document: Document, _ format: OutputFormat<Document>, _ write: WriteCommandOptions<Document>,
    _ output: OutputOptions, made: MadeFiles?, reading inputs: [Pathname], writing outputs: [Pathname], count: Int
  ) throws {
    (self.made, canUpdate) = (made, write.outputDir != nil && !write.update)
    var document = document
    // So few files are listed one by one on a terminal.
    if count <= 20 { document.style.countsSuccesses = false }
    if !write.reports.isEmpty {
      try OutputFile.check(write.reports.map(\.path), besides: outputs, reading: inputs)
    }
    self.output = try RunOutput(
      document, write.writesToStandardOutput ? nil : format, files: write.reports,
      progress: Progress(count: count, isShown: !output.quiet && count > 1), writesFiles: true)
  }

  mutating func write(_ row: WriteRow<Report, Failure>) throws(OutputError) {
    try output.write(row)
    hasOldOutputs = hasOldOutputs || row.failure?.code == "output-exists"
    output.advance(pixels: (try? row.result.get()).map { $0.image.width * $0.image.height } ?? 0)
  }

  mutating func run(_ work: (inout Self) throws(OutputError) -> Void) throws {
    try writing { () throws(OutputError) in
      try work(&self)
      if let made { output.place(made.path) { () throws(WriteError) in try made.save() } }
      try output.end()
      output.placeFiles()
    }
    if hasOldOutputs, canUpdate {
      Message.note("To write only what is missing or has changed:")
      Message.command(adding: ["--update"])
    }
    if output.hasFailures { throw ExitCode.unprocessed }
  }
}
