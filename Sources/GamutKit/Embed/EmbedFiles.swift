import PNGCodec

extension Embedder: ImageRewriter {
  var readLimits: Limits { options.limits }
  var keepsEqualOutputs: Bool { true }

  func plan(
    _ original: OpenedInput, threads: Int, _ progress: ConvertProgress?
  ) throws(EmbedError) -> (contents: NewContents<EmbedError>, report: EmbedReport) {
    let structure: PNGStructure
    do {
      try MemoryRoom.require(MemoryRoom.measurement)
      structure = try PNGStructure(original.open(), limits: options.limits)
    } catch {
      throw .input(.png(error))
    }
    let (report, edit) = try plan(for: structure)
    return (.edited(edit), report)
  }

  /// Returns the file with the declaration, as bytes; the same bytes if the file already has it.
  ///
  /// - Throws: `EmbedError.input` if it is not a PNG, and the other errors that concern the file itself.
  public func embed(in bytes: [UInt8]) throws(EmbedError) -> (bytes: [UInt8], report: EmbedReport) {
    try rewrite(bytes)
  }

  /// Changes one file, to one output.
  public func embed(_ path: Pathname, _ options: WriteOptions) throws(EmbedError) -> EmbedReport {
    try rewrite(path, options)
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
  ) throws(Failure) { try Self.rewrite(inputs, [(self, plan)], jobs: jobs, each: each) }
}
