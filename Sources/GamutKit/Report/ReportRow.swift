import PNGCodec

/// The outcome for one input.
public struct ReportRow: Sendable, Hashable {
  public var path: Path
  public var result: Result<GamutReport, GamutError>

  public init(path: Path, result: Result<GamutReport, GamutError>) {
    self.path = path
    self.result = result
  }
}

extension Reporter {
  /// Reports on every input, on `jobs` threads (a file on each, or a single file on two), and hands the rows to `each` in the order of the inputs, on the calling
  /// thread. An error of `each` stops the work and is passed on.
  public func report<Failure: Error>(
    on inputs: [Input], jobs: Int, each: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) {
    let threads = inputs.count == 1 ? jobs : 1
    try inOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0], threads: threads) }, each: each)
  }

  func row(for input: Input, threads: Int) -> ReportRow {
    do {
      return ReportRow(path: input.path, result: .success(try report(on: input, threads: threads)))
    } catch {
      return ReportRow(path: input.path, result: .failure(error))
    }
  }

  private func report(on input: Input, threads: Int) throws(GamutError) -> GamutReport {
    switch input {
    case .file(let path): return try report(on: path, threads: threads)
    case .unusable(_, let error): throw error
    case .standardInput:
      return try report(threads: threads) { () throws(PNGError) in try Spool.standardInput().open() }
    }
  }
}
