import PNGCodec

/// The outcome for one input of `report`.
public typealias ReportRow = RunRow<GamutReport>

extension Reporter {
  /// Reports on every input on `jobs` threads (one file per thread, or a single file on two threads), and passes the
  /// rows to `each` in the order of the inputs, on the calling thread. An error thrown by `each` stops the work and is
  /// rethrown.
  public func report<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = inputs.count == 1 ? jobs : 1
    try mapInOrder(
      count: inputs.count, jobs: jobs,
      work: { index in
        let input = inputs[index]
        let result = Result { () throws(GamutError) in
          // As a report is that is read again.
          var report = try report(OpenedInput(input, keeping: keeping), threads: threads).rounded
          try GamutError.asking { () throws(UnansweredQuestion) in report.beside = try report.filesBeside(input.path) }
          return report
        }
        return ReportRow(path: input.path, result: result)
      }, each: each)
  }
}
