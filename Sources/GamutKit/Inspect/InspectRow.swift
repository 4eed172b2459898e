import PNGCodec

/// The outcome for one input of `inspect`.
public typealias InspectRow = RunRow<Inspection>

extension Inspector {
  /// Inspects every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  public func inspect<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (InspectRow) throws(Failure) -> Void
  ) throws(Failure) {
    try inOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0]) }, each: each)
  }

  private func row(for input: Input) -> InspectRow {
    InspectRow(path: input.path, result: Result { () throws(GamutError) in try inspect(input) })
  }
}
