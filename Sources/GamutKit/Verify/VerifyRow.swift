import PNGCodec

/// The outcome for one input of `verify`.
public typealias VerifyRow = RunRow<Verification>

extension Verifier {
  /// Verifies every input on `jobs` threads, and passes the rows to `each` in the order of the inputs, on the calling
  /// thread. An error thrown by `each` stops the work and is rethrown.
  public func verify<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (VerifyRow) throws(Failure) -> Void
  ) throws(Failure) {
    try inOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0]) }, each: each)
  }

  private func row(for input: Input) -> VerifyRow {
    VerifyRow(path: input.path, result: Result { () throws(GamutError) in try verify(input) })
  }

  func verify(_ input: Input) throws(GamutError) -> Verification {
    try verify(OpenedInput(input, keeping: .nothing).open())
  }
}
