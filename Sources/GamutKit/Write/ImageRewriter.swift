import LibC
import PNGCodec

enum NewContents<Failure: WritingError> {
  /// The old ones with other chunks.
  case edited(ChunkEdit)
  /// A new image: the function passes on its bytes, piece by piece, and returns the findings about the old one.
  case recoded(ImageHeader, (_ each: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> [Finding])

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

  func mayReplace(_ file: Pathname) -> Bool

  /// Returns the report of a file whose result is there already.
  func standing(_ original: OpenedInput, at output: Pathname) throws(Failure) -> Report

  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(Failure) -> (contents: NewContents<Failure>, report: Report)
}

extension ImageRewriter {
  typealias Row = WriteRow<Report, Failure>

  var keepsEqualOutputs: Bool { false }
  var settings: ContentHash? { nil }
  func adapted(to input: Input) -> Self { self }
  func mayReplace(_ file: Pathname) -> Bool { true }
  func standing(_ input: OpenedInput, at _: Pathname) throws(Failure) -> Report { try plan(input, threads: 1).report }

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
  /// place and synchronised to disk. An error thrown by `each` stops the work and is rethrown; files that are not in place
  /// by then are deleted.
  static func rewrite<Stop: Error>(
    _ inputs: [Input], _ variants: [(rewriter: Self, plan: OutputPlan)], jobs: Int, pause: Duration = .seconds(1),
    each: (Row) throws(Stop) -> Void
  ) throws(Stop) {
    let writers = variants.map { rewriter, plan in
      FileWriter(
        plan.options, expecting: plan.expected,
        knowing: plan.made.flatMap { made in rewriter.settings.map { (made, $0.text) } })
    }
    let isRefused = variants.contains { $0.plan.isRefused }
    let count = inputs.count * variants.count
    var done = 0
    var batch: [(row: Row, file: TemporaryFile?)] = []
    var (waiting, began) = ((files: 0, bytes: 0), ContinuousClock.now)
    func settle() throws(Stop) {
      var results = TemporaryFile.commit(batch.compactMap(\.file))[...]
      for prepared in batch {
        var row = prepared.row
        if prepared.file != nil, let error = results.removeFirst() { row.result = .failure(.write(error)) }
        if let made = row.made, case .success(let report) = row.result, let output = report.output {
          writers[done % writers.count].made?.files.record(made, at: output)
        }
        done += 1
        try each(row)
      }
      (batch, waiting, began) = ([], (0, 0), .now)
      try? writers.first?.made?.files.save(after: pause)
    }
    // Each waiting file is open, with its folder and the file that it replaces; a thread has up to 16 waiting files.
    try mapInOrder(count: count, jobs: min(jobs, max(1, openFileLimit / 128))) {
      index -> (row: Row, file: TemporaryFile?) in
      let (input, variant) = (index / variants.count, index % variants.count)
      let (rewriter, plan) = variants[variant]
      var destination = plan.destinations[input]
      if isRefused, case .success = destination { destination = .failure(.otherOutputsRefused) }
      return rewriter.adapted(to: inputs[input]).prepare(
        inputs[input], destination, writers[variant], threads: count == 1 ? jobs : 1)
    } each: { prepared throws(Stop) in
      batch.append(prepared)
      if let file = prepared.file { waiting = (waiting.files + 1, waiting.bytes + file.size) }
      // Until they are moved into place, new and old files both take up disk space, and a run that is killed loses them.
      let isFull = waiting.files >= min(256, max(1, openFileLimit / 8)) || waiting.bytes >= 64 << 20
      if isFull || ContinuousClock.now - began >= pause { try settle() }
    }
    try settle()
  }

  func prepare(
    _ input: Input, opened: OpenedInput? = nil, _ destination: Result<OutputPlan.Destination, WriteError>,
    _ writer: FileWriter, threads: Int = 1
  ) -> (row: Row, file: TemporaryFile?) {
    var row = Row(path: input.path, result: .failure(.write(.otherOutputsRefused)))
    row.isDryRun = writer.options.isDryRun
    var file: TemporaryFile?
    do throws(Failure) {
      if case .unusable(_, let error) = input { throw .input(error) }
      let destination = try Failure.writing { () throws(WriteError) in try destination.get() }
      let original = try Failure.reading { () throws(GamutError) in
        if let opened { return opened }
        if case .inPlace(let resolved) = destination { return try OpenedInput(.file(resolved)) }
        return try OpenedInput(input)
      }
      // This run may have changed another name of the file already.
      let isOtherName = if case .sameFile = destination { true } else { false }
      if !isOtherName, let expected = writer.expected[input.path] {
        let checksum = try Failure.reading { () throws(GamutError) in try original.checksum() }
        guard checksum == expected else { throw .write(.changed) }
      }
      var update: MadeFiles.Update?
      if let made = writer.made, case .place(let output) = destination {
        update = try Failure.reading { () throws(GamutError) in
          made.files.update(of: output, from: input.path, try original.contentHash(), by: made.settings)
        }
      }
      var report: Report
      if let update, let current = update.current {
        report = try standing(original, at: update.output)
        report.output = update.output
        report.size = (try? ByteSource(pathBytes: update.output.bytes).size) ?? 0
        if !row.isDryRun { row.made = current }
      } else {
        (report, file) = try output(input, original, destination, writer, isUpdate: update != nil, threads: threads)
        if let update, let written = file {
          try Failure.reading { () throws(GamutError) in try original.checkUnchanged() }
          let (made, isThere) = try Failure.writing { () throws(WriteError) in
            try update.entry(for: written, overwriting: writer.options.overwrites)
          }
          row.made = made
          if isThere { (report.action, file) = (.unchanged, nil) }
        }
      }
      report.sourceSize = original.open().size ?? 0
      row.result = .success(report)
      if let file, !writer.expected.isEmpty { row.checksum = try? ContentChecksum.crc64(file.readBack()) }
    } catch {
      (row.result, file) = (.failure(error), nil)
    }
    return (row, file)
  }

  /// Writes the new contents of an input to standard output or to a temporary file. The file is nil if none is to be
  /// moved into place: for standard output, if the output already has the same bytes, and in a dry run.
  private func output(
    _ input: Input, _ original: OpenedInput, _ destination: OutputPlan.Destination, _ writer: FileWriter,
    isUpdate: Bool, threads: Int
  ) throws(Failure) -> (Report, TemporaryFile?) {
    var (contents, report) = try plan(original, threads: threads)
    let action = writer.options.isDryRun ? WriteAction.wouldWrite : .written
    let path: Pathname
    /// nil if the output has the same bytes already.
    var place: FileWriter.Place?
    switch destination {
    case .sameFile(let other):
      report.sameFile = other
      return (report, nil)
    case .standardOutput:
      report.action = action
      if action == .written { try print(contents, original, &report) }
      return (report, nil)
    case .inPlace(let resolved):
      report.output = input.path
      path = resolved
      if !contents.isUnchanged {
        place = try Failure.writing { () throws(WriteError) in try writer.place(of: original.status, at: path) }
      }
    case .place(let output):
      report.output = output
      let found = try Failure.writing { () throws(WriteError) in try writer.place(at: output) }
      path = found.path
      let isThere = if isUpdate { false } else { try self.isThere(found, contents, original) }
      if !isThere {
        if let occupant = found.occupant, occupant.size > 0, !mayReplace(path) { throw .write(.foreign) }
        guard found.occupant == nil || writer.options.overwrites || isUpdate else { throw .write(.exists) }
        try Failure.writing { () throws(WriteError) in try writer.checkReplacement(at: found) }
        place = found
      }
    }
    guard let place else {
      writer.removeStale(beside: path)
      return (report, nil)
    }
    report.action = action
    if writer.options.isDryRun {
      try Failure.writing { () throws(WriteError) in try writer.checkFolder(of: place) }
      return (report, nil)
    }
    let file = try Failure.writing { () throws(WriteError) in try writer.makeFile(for: place) }
    try write(contents, original, &report) { bytes throws(Failure) in
      try Failure.writing { () throws(WriteError) in try file.write(bytes) }
    }
    try check(file, has: contents, size: report.size, original)
    return (report, file)
  }

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

  private func isThere(
    _ place: FileWriter.Place, _ contents: NewContents<Failure>, _ original: OpenedInput
  ) throws(Failure) -> Bool {
    guard keepsEqualOutputs, case .edited(let edit) = contents, place.occupant?.size == edit.size else { return false }
    return try Failure.reading { () throws(PNGError) in
      try isEqual(ByteSource(pathBytes: place.path.bytes), edit, original)
    }
  }

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

private let pieceSize = 64 << 10
