extension OutputPlan.Destination {
  /// Opens the file to read: the input, or its resolved path if it is to be replaced.
  func open<Failure: WritingError>(_ input: Input, _ failure: Failure.Type) throws(Failure) -> OpenedInput {
    var opened = input
    if case .inPlace(let resolved) = self { opened = .file(resolved) }
    do { return try OpenedInput(opened) } catch { throw .input(error) }
  }
}

extension FileWriter {
  /// Returns the place of the output of an input, and records it in the report. nil if no file is to be written: for
  /// standard output, if the output already exists with the same bytes, and in a dry run.
  ///
  /// - Parameters:
  ///   - opened: the status of the input's file.
  ///   - isUnchanged: whether the result has the input's own bytes.
  ///   - isThere: returns whether the existing file at the place has the result's bytes.
  func place<Report: WriteReport, Failure: WritingError>(
    _ destination: OutputPlan.Destination, of input: Input, opened: FileStatus?, isUnchanged: Bool,
    _ report: inout Report, isThere: (Place, FileStatus) throws(Failure) -> Bool
  ) throws(Failure) -> Place? {
    let found: Place
    switch destination {
    case .sameFile(let other):
      report.sameFile = other
      return nil
    case .standardOutput:
      report.action = options.isDryRun ? .wouldWrite : .written
      return nil
    case .inPlace(let path):
      report.output = input.path
      if isUnchanged { return nil }
      found = try Failure.writing { () throws(WriteError) in try place(of: opened, at: path) }
    case .place(let path):
      report.output = path
      found = try Failure.writing { () throws(WriteError) in try place(at: path) }
      if let occupant = found.occupant {
        if try isThere(found, occupant) { return nil }
        try Failure.writing { () throws(WriteError) in
          guard options.overwrites else { throw .exists }
          try checkReplacement(of: occupant, at: found.target)
        }
      }
    }
    report.action = options.isDryRun ? .wouldWrite : .written
    guard options.isDryRun else { return found }
    try Failure.writing { () throws(WriteError) in try checkFolder(of: found) }
    return nil
  }

  /// Creates a file for a place; `body` writes and checks it, and returns the number of bytes.
  func write<Report: WriteReport, Failure: WritingError>(
    _ place: Place, _ report: inout Report, _ body: (TemporaryFile, inout Report) throws(Failure) -> Int
  ) throws(Failure) -> PendingWrite {
    let (file, removed) = try Failure.writing { () throws(WriteError) in try makeFile(for: place) }
    report.removedTemporaryFiles = removed
    let size = try body(file, &report)
    return PendingWrite(file: file, target: place.target, replaced: place.occupant, size: size)
  }
}
