import PNGCodec

/// The outcome for one input of `inspect`.
public struct InspectRow: Sendable, Hashable {
  public var path: Path
  public var result: Result<Inspection, GamutError>

  public init(path: Path, result: Result<Inspection, GamutError>) {
    self.path = path
    self.result = result
  }
}

extension Inspector {
  /// Inspects every input, on `jobs` threads, and hands the rows to `each` in the order of the inputs, on the calling
  /// thread. An error of `each` stops the work and is passed on.
  public func inspect<Failure: Error>(
    _ inputs: [Input], jobs: Int, each: (InspectRow) throws(Failure) -> Void
  ) throws(Failure) {
    try inOrder(count: inputs.count, jobs: jobs, work: { row(for: inputs[$0]) }, each: each)
  }

  private func row(for input: Input) -> InspectRow {
    do {
      return InspectRow(path: input.path, result: .success(try inspect(input)))
    } catch {
      return InspectRow(path: input.path, result: .failure(error))
    }
  }

  private func inspect(_ input: Input) throws(GamutError) -> Inspection {
    switch input {
    case .file(let path): return try inspect(path)
    case .unusable(_, let error): throw error
    case .standardInput:
      do throws(PNGError) {
        return .png(try inspect(try ByteSource(fileDescriptor: 0)))
      } catch {
        throw .png(error)
      }
    }
  }
}
