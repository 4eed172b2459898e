import LibC
import PNGCodec

extension Embedder {
  /// Returns the file with the declaration, as bytes; the same bytes if the file already has it.
  ///
  /// - Throws: `EmbedError.input` if it is not a PNG, and the other errors that concern the file itself.
  public func embed(in bytes: [UInt8]) throws(EmbedError) -> (bytes: [UInt8], report: EmbedReport) {
    let original = OpenedInput(bytes: bytes)
    let plan = try plan(for: structure(of: original))
    guard !plan.edit.isEmpty else { return (bytes, plan.report) }
    var result: [UInt8] = []
    result.reserveCapacity(plan.edit.size)
    try unsafe EditedCopy(original: original, edit: plan.edit).read { bytes throws(EmbedError) in
      unsafe result.append(contentsOf: bytes)
    }
    return (result, plan.report)
  }

  /// Changes one file, to one output.
  public func embed(_ path: Pathname, _ options: WriteOptions) throws(EmbedError) -> EmbedReport {
    var result = Result<EmbedReport, EmbedError>.failure(.write(.otherOutputsRefused))
    let inputs = [Input.file(path)]
    embed(inputs, OutputPlan(inputs, named: [path], options: options), jobs: 1) { result = $0.result }
    return try result.get()
  }

  /// Changes every input on `jobs` threads. Passes each row to `each` in the order of the inputs, on the calling
  /// thread, after the file has been moved into place and synchronised to disk.
  ///
  /// - Parameters:
  ///   - inputs: the inputs to change.
  ///   - plan: a plan for the same inputs.
  ///   - jobs: the number of threads.
  ///   - each: an error that it throws stops the work and is rethrown.
  public func embed<Failure: Error>(
    _ inputs: [Input], _ plan: OutputPlan, jobs: Int, each: (EmbedRow) throws(Failure) -> Void
  ) throws(Failure) {
    let writer = FileWriter(plan.options)
    try committing(
      count: inputs.count, jobs: jobs,
      prepare: { prepare(inputs[$0], plan.destinations[$0], writer) },
      each: { row, error throws(Failure) in
        var row = row
        if let error { row.result = .failure(.write(error)) }
        try each(row)
      })
  }

  private func prepare(
    _ input: Input, _ destination: Result<OutputPlan.Destination, WriteError>, _ writer: FileWriter
  ) -> Prepared<EmbedRow> {
    EmbedRow.prepared(input, writer.options) { () throws(EmbedError) in
      if case .unusable(_, let error) = input { throw .input(error) }
      let destination = try EmbedError.writing { () throws(WriteError) in try destination.get() }
      let original = try destination.open(input, EmbedError.self)
      var (report, edit) = try plan(for: structure(of: original))
      let copy = EditedCopy(original: original, edit: edit)
      let place = try writer.place(destination, of: input, opened: original.status, isUnchanged: edit.isEmpty, &report)
      {
        (place, occupant) throws(EmbedError) in
        guard occupant.size == edit.size else { return false }
        return try copy.equals(place.target)
      }
      if destination == .standardOutput, report.action == .written { try copy.print() }
      guard let place else { return (report, nil) }
      let write = try writer.write(place, &report) { (file, _) throws(EmbedError) in
        try unsafe copy.read { bytes throws(EmbedError) in
          try EmbedError.writing { () throws(WriteError) in try unsafe file.write(bytes) }
        }
        try check(file, is: copy)
        return edit.size
      }
      return (report, write)
    }
  }

  private func structure(of original: OpenedInput) throws(EmbedError) -> PNGStructure {
    do {
      try MemoryRoom.require(MemoryRoom.measurement)
      return try PNGStructure(original.open(), limits: options.limits)
    } catch {
      throw .input(.png(error))
    }
  }

  /// Checks that the written file is correct: a complete PNG with correct CRCs that needs no further change, and in
  /// which each byte comes from the original or the new chunk.
  private func check(_ file: TemporaryFile, is copy: EditedCopy) throws(EmbedError) {
    let structure: PNGStructure
    do {
      structure = try PNGStructure(file.readBack(), limits: options.limits)
    } catch {
      throw .write(.readBack(error))
    }
    guard try plan(for: structure).edit.isEmpty,
      try copy.equals(EmbedError.reading { () throws(PNGError) in try file.readBack() })
    else { throw .write(.readBack(nil)) }
  }
}

extension EditedCopy {
  /// Returns whether another file has exactly the same bytes.
  fileprivate func equals(_ other: consuming ByteSource) throws(EmbedError) -> Bool {
    var rest = other
    var isEqual = true
    try unsafe read { bytes throws(EmbedError) in
      guard isEqual else { return }
      let others = try EmbedError.reading { () throws(PNGError) in try rest.readSome(bytes.count) }
      isEqual = unsafe others.withUnsafeBytes { unsafe areEqual($0, bytes) }
    }
    guard isEqual else { return false }
    return try EmbedError.reading { () throws(PNGError) in try rest.readSome(1) }.isEmpty
  }

  /// Writes the edited file to standard output.
  fileprivate func print() throws(EmbedError) {
    var stream = BufferedOutput(fileDescriptor: STDOUT_FILENO)
    try unsafe read { bytes throws(EmbedError) in
      try EmbedError.printing { () throws(OutputError) in try unsafe stream.write(bytes) }
    }
    try EmbedError.printing { () throws(OutputError) in try stream.flush() }
  }

  /// Returns whether the file at a path has the same bytes.
  fileprivate func equals(_ path: Pathname) throws(EmbedError) -> Bool {
    try equals(EmbedError.reading { () throws(PNGError) in try ByteSource(pathBytes: path.bytes) })
  }
}

private func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  guard a.count == b.count else { return false }
  guard let start = a.baseAddress, let other = b.baseAddress else { return true }
  return unsafe memcmp(start, other, a.count) == 0
}
