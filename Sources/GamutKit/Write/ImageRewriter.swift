import LibC
import PNGCodec

enum NewContents<Failure: WritingError> {
  /// The old ones with other chunks.
  case edited(ChunkEdit)
  /// A new image: the function passes on its bytes, piece by piece, and returns the findings about the old one.
  case recoded(ImageHeader, (_ each: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> [Finding])

  /// Whether they have the same bytes as the old ones.
  var isUnchanged: Bool { if case .edited(let edit) = self { edit.isEmpty } else { false } }
}

/// A command that writes images: it determines the new contents of a file, and this protocol does all the rest.
protocol ImageRewriter: Sendable {
  associatedtype Report: WriteReport
  associatedtype Failure: WritingError

  /// The resource limits for the files that are read, also after they were written.
  var readLimits: Limits { get }
  /// Whether an existing output that has the bytes of the result is left as it is.
  var keepsEqualOutputs: Bool { get }

  /// The hash of all that decides a result besides the contents of the file; nil if each run makes all results again.
  var settings: ContentHash? { get }

  func adapted(to input: Input) -> Self

  /// Returns the report of a file whose result is there already.
  func standing(_ original: OpenedInput) throws(Failure) -> Report

  /// Determines the changes that a file needs.
  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(Failure) -> (contents: NewContents<Failure>, report: Report)
}

extension ImageRewriter {
  typealias Row = WriteRow<Report, Failure>

  var keepsEqualOutputs: Bool { false }
  var settings: ContentHash? { nil }
  func adapted(to input: Input) -> Self { self }
  func standing(_ original: OpenedInput) throws(Failure) -> Report { try plan(original, threads: 1).report }

  /// Returns the new contents of a file as bytes; the same bytes if nothing changes.
  func rewrite(_ bytes: [UInt8], threads: Int = 1) throws(Failure) -> (bytes: [UInt8], report: Report) {
    let original = OpenedInput(bytes: bytes)
    var (contents, report) = try plan(original, threads: threads)
    if contents.isUnchanged { return (bytes, report) }
    var result: [UInt8] = []
    try write(contents, original, &report) { bytes throws(Failure) in result += bytes }
    report.action = .written
    return (result, report)
  }

  func rewrite(_ path: Pathname, _ options: WriteOptions, threads: Int = 1) throws(FailedFile<Failure>) -> Report {
    var result = Result<Report, Failure>.failure(.write(.otherOutputsRefused))
    let inputs = [Input.file(path)]
    Self.rewrite(inputs, [(self, OutputPlan(inputs, named: [path], options: options))], jobs: threads) {
      result = $0.result
    }
    return try FailedFile.naming(path) { () throws(Failure) in try result.get() }
  }

  /// Changes every input on `jobs` threads (one file per thread, or a single file on all threads), once for each variant.
  /// Passes each row to `each` in the order of the inputs, on the calling thread, after the file has been moved into
  /// place and synchronised to disk.
  static func rewrite<Stop: Error>(
    _ inputs: [Input], _ variants: [(rewriter: Self, plan: OutputPlan)], jobs: Int, each: (Row) throws(Stop) -> Void
  ) throws(Stop) {
    let writers = variants.map { rewriter, plan in
      FileWriter(
        plan.options, expecting: plan.expected,
        knowing: plan.made.flatMap { made in rewriter.settings.map { (made, $0.text) } })
    }
    let isRefused = variants.contains { $0.plan.isRefused }
    let count = inputs.count * variants.count
    var done = 0
    try committing(
      count: count, jobs: jobs,
      prepare: { index in
        let (input, variant) = (index / variants.count, index % variants.count)
        let (rewriter, plan) = variants[variant]
        var destination = plan.destinations[input]
        if isRefused, case .success = destination { destination = .failure(.otherOutputsRefused) }
        return rewriter.adapted(to: inputs[input]).prepare(
          inputs[input], destination, writers[variant], threads: count == 1 ? jobs : 1)
      },
      each: { row, error throws(Stop) in
        var row = row
        if let error { row.result = .failure(.write(error)) }
        if let made = row.made, case .success(let report) = row.result, let output = report.output {
          writers[done % writers.count].made?.files.record(made, at: output)
        }
        done += 1
        try each(row)
      })
  }

  /// Returns the row of an input, and the file that is ready to be moved into place, if there is one.
  func prepare(
    _ input: Input, opened: OpenedInput? = nil, _ destination: Result<OutputPlan.Destination, WriteError>,
    _ writer: FileWriter, threads: Int = 1
  ) -> PreparedWrite<Row> {
    var row = Row(path: input.path, result: .failure(.write(.otherOutputsRefused)))
    row.isDryRun = writer.options.isDryRun
    var write: PendingWrite?
    do throws(Failure) {
      if case .unusable(_, let error) = input { throw .input(error) }
      let destination = try Failure.writing { () throws(WriteError) in try destination.get() }
      let original = try open(input, opened, destination, writer)
      let update = try self.update(of: destination, from: original, at: input.path, writer)
      var report: Report
      if let update, let current = update.current {
        report = try standing(original)
        report.output = update.output
        report.sourceSize = original.open().size ?? 0
        report.size = (try? ByteSource(pathBytes: update.output.bytes).size) ?? 0
        if !row.isDryRun { row.made = current }
      } else {
        (report, write) = try output(input, original, destination, writer, update, threads: threads)
        if let update, let written = write {
          do { try original.checkUnchanged() } catch { throw .input(error) }
          let (made, isThere) = try Failure.writing { () throws(WriteError) in
            try update.entry(for: written, overwriting: writer.options.overwrites)
          }
          row.made = made
          if isThere { (report.action, write) = (.unchanged, nil) }
        }
      }
      row.result = .success(report)
      if let write, !writer.expected.isEmpty { row.checksum = try? ContentChecksum.crc64(write.file.readBack()) }
    } catch {
      (row.result, write) = (.failure(error), nil)
    }
    return PreparedWrite(outcome: row, write: write)
  }

  /// Opens an input, which must have the contents from which something was decided before.
  private func open(
    _ input: Input, _ opened: OpenedInput?, _ destination: OutputPlan.Destination, _ writer: FileWriter
  ) throws(Failure) -> OpenedInput {
    let original: OpenedInput
    var isChanged = false
    do {
      if let opened {
        original = opened
      } else if case .inPlace(let resolved) = destination {
        original = try OpenedInput(.file(resolved))
      } else {
        original = try OpenedInput(input)
      }
      if let expected = writer.expected[input.path] { isChanged = try original.checksum() != expected }
    } catch {
      throw .input(error)
    }
    if isChanged { throw .write(.changed) }
    return original
  }

  /// Returns what earlier runs say of an output; nil if everything is written.
  private func update(
    of destination: OutputPlan.Destination, from original: OpenedInput, at path: Pathname, _ writer: FileWriter
  ) throws(Failure) -> MadeFiles.Update? {
    guard let made = writer.made, case .place(let output) = destination else { return nil }
    return try Failure.reading { () throws(GamutError) in
      made.files.update(of: output, from: path, try original.contentHash(), by: made.settings)
    }
  }

  /// Writes the new contents of an input to standard output or to a temporary file. The file is nil if none is to be
  /// moved into place: for standard output, if the output already has the same bytes, and in a dry run.
  private func output(
    _ input: Input, _ original: OpenedInput, _ destination: OutputPlan.Destination, _ writer: FileWriter,
    _ update: MadeFiles.Update?, threads: Int
  ) throws(Failure) -> (Report, PendingWrite?) {
    var (contents, report) = try plan(original, threads: threads)
    report.sourceSize = original.open().size ?? 0
    let action = writer.options.isDryRun ? WriteAction.wouldWrite : .written
    let place: FileWriter.Place
    switch destination {
    case .sameFile(let other):
      report.sameFile = other
      return (report, nil)
    case .standardOutput:
      report.action = action
      if action == .written { try print(contents, original, &report) }
      return (report, nil)
    case .inPlace(let path):
      report.output = input.path
      if contents.isUnchanged {
        report.removedTemporaryFiles = writer.removeStale(beside: path)
        return (report, nil)
      }
      place = try Failure.writing { () throws(WriteError) in try writer.place(of: original.status, at: path) }
    case .place(let path):
      report.output = path
      place = try Failure.writing { () throws(WriteError) in try writer.place(at: path) }
      guard let occupant = place.occupant else { break }
      if keepsEqualOutputs, update == nil, case .edited(let edit) = contents, occupant.size == edit.size {
        let isThere = try Failure.reading { () throws(PNGError) in
          try isEqual(ByteSource(pathBytes: place.path.bytes), edit, original)
        }
        if isThere {
          report.removedTemporaryFiles = writer.removeStale(beside: place.path)
          return (report, nil)
        }
      }
      try Failure.writing { () throws(WriteError) in
        guard writer.options.overwrites || update != nil else { throw .exists }
        try writer.checkReplacement(of: occupant, at: place)
      }
    }
    report.action = action
    guard action == .written else {
      try Failure.writing { () throws(WriteError) in try writer.checkFolder(of: place) }
      return (report, nil)
    }
    var (pending, removed) = try Failure.writing { () throws(WriteError) in try writer.makeFile(for: place) }
    report.removedTemporaryFiles = removed
    try write(contents, original, &report) { bytes throws(Failure) in
      try Failure.writing { () throws(WriteError) in try pending.file.write(bytes) }
    }
    try check(pending.file, has: contents, size: report.size, original)
    pending.size = report.size
    return (report, pending)
  }

  /// Passes the new contents to `each`, piece by piece.
  private func write(
    _ contents: NewContents<Failure>, _ original: OpenedInput, _ report: inout Report,
    each: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var size = 0
    func pass(_ bytes: [UInt8]) throws(Failure) {
      size += bytes.count
      try each(bytes)
    }
    switch contents {
    case .recoded(_, let write): report.findings = try write(pass).map(FileFinding.init)
    case .edited(let edit):
      var edited = EditedSource(original.open(), edit: edit)
      while true {
        let bytes = try Failure.reading { () throws(PNGError) in try edited.readSome(pieceSize) }
        if bytes.isEmpty { break }
        try pass(bytes)
      }
    }
    report.size = size
  }

  private func print(
    _ contents: NewContents<Failure>, _ original: OpenedInput, _ report: inout Report
  ) throws(Failure) {
    var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
    try write(contents, original, &report) { bytes throws(Failure) in
      try Failure.printing { () throws(OutputError) in try stream.write(bytes) }
    }
    try Failure.printing { () throws(OutputError) in try stream.flush() }
  }

  /// Checks that the written file is a complete PNG with correct CRCs and of the expected size: with exactly the bytes of
  /// an edit, or the header of a new image, whose CRCs were computed from memory.
  private func check(
    _ file: TemporaryFile, has contents: NewContents<Failure>, size: Int, _ original: OpenedInput
  ) throws(Failure) {
    let isEqual: Bool
    do {
      let structure = try PNGStructure(file.readBack(), limits: readLimits)
      switch contents {
      case .edited(let edit): isEqual = try self.isEqual(file.readBack(), edit, original)
      case .recoded(let header, _): isEqual = structure.size == size && structure.header == header
      }
    } catch {
      throw .write(.readBack(error))
    }
    if !isEqual { throw .write(.readBack(nil)) }
  }

  /// Returns whether a file has exactly the bytes of an edited one.
  private func isEqual(
    _ file: consuming ByteSource, _ edit: ChunkEdit, _ original: OpenedInput
  ) throws(PNGError) -> Bool {
    var edited = EditedSource(original.open(), edit: edit)
    while true {
      let (expected, found) = (try edited.readSome(pieceSize), try file.readSome(pieceSize))
      guard found.count == expected.count, unsafe memcmp(found, expected, found.count) == 0 else { return false }
      if found.isEmpty { return true }
    }
  }
}

/// The number of bytes of an edited file that are read at a time.
private let pieceSize = 64 << 10
