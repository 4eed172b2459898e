import PNGCodec

/// The outcome for one input of `report`.
public typealias ReportRow = RunRow<GamutReport>

extension Reporter {
  /// Reports on every input on `jobs` threads (one file per thread, or a single file on two threads), and passes the
  /// rows to `each` in the order of the inputs, on the calling thread. An error thrown by `each` stops the work and is
  /// rethrown.
  public func report<Failure: Error>(
    on inputs: [Input], jobs: Int, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = inputs.count == 1 ? jobs : 1
    try inOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0], threads: threads) }, each: each)
  }

  private func row(for input: Input, threads: Int) -> ReportRow {
    ReportRow(
      path: input.path,
      result: Result { () throws(GamutError) in
        let report = try report(on: OpenedInput(input), threads: threads)
        // The formatters write it.
        try GamutError.asking { () throws(UnansweredQuestion) in _ = try report.remedyOfVerdict(at: input.path) }
        return report
      })
  }
}
