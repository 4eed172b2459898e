import PNGCodec

/// The rows of a long run as an asynchronous sequence, for tasks and actors, whose threads the run would block. It has a
/// thread of its own, and waits while many rows are not taken.
///
/// ```swift
/// let rows = AsyncRows { each in try auditor.audit(selection, jobs: 4, each: each) }
/// for try await row in rows { print(row.path) }
/// ```
///
/// Each iterator begins the run anew. When an iteration ends early, or its task is cancelled, the run stops.
public struct AsyncRows<Row: Sendable>: AsyncSequence, Sendable {
  /// A run that passes each row to a function, as those of `Reporter`, `Converter` and `Auditor` do.
  public typealias Run = @Sendable (_ each: (Row) throws -> Void) throws -> Void

  private let run: Run

  /// Creates a sequence of the rows of a run, which begins with the first iteration.
  public init(_ run: @escaping Run) { self.run = run }

  /// Begins the run.
  public func makeAsyncIterator() -> Iterator { Iterator(run) }

  /// The rows of one run.
  public struct Iterator: AsyncIteratorProtocol {
    private var rows: AsyncThrowingStream<Row, any Error>.Iterator
    private let waiting: WaitingRows

    fileprivate init(_ run: @escaping Run) {
      let waiting = WaitingRows()
      self.waiting = waiting
      let stream = AsyncThrowingStream<Row, any Error> { stream in
        stream.onTermination = { _ in waiting.end() }
        let thread = startThread {
          do {
            try run { row in
              guard waiting.add() else { throw CancellationError() }
              stream.yield(row)
            }
            stream.finish()
          } catch {
            stream.finish(throwing: error)
          }
        }
        if let thread { thread.detach() } else { stream.finish(throwing: PNGError.outOfMemory(bytes: 0)) }
      }
      rows = stream.makeAsyncIterator()
    }

    /// Returns the next row; nil after the last one.
    ///
    /// - Throws: the error of the run.
    public mutating func next() async throws -> Row? {
      let row = try await rows.next()
      waiting.remove()
      return row
    }
  }
}

/// The number of rows that were not taken yet, at most `limit`.
private final class WaitingRows: @unchecked Sendable {
  private static let limit = 64
  private let monitor = Monitor()
  private var count = 0
  private var hasEnded = false

  /// Waits for room for a row; false if nobody takes rows any more.
  func add() -> Bool {
    monitor.wait {
      if hasEnded { return false }
      guard count < Self.limit else { return nil }
      count += 1
      return true
    }
  }

  func remove() { monitor.change { count -= 1 } }

  func end() { monitor.change { hasEnded = true } }
}
