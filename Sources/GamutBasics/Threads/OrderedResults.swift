/// Runs `work` for 0, 1 ... `count` - 1 on `jobs` threads, including the calling thread, and passes the results to
/// `each` in that order, on the calling thread, so that the output of `each` does not depend on `jobs`.
///
/// At most 64 results per thread are buffered, and 1,024 or one batch per thread in all, so that memory does not grow with
/// the threads. An error thrown by `each` stops the work and is rethrown. If there is much work, a thread does some of it
/// at a time, because passing on a result takes time, too.
package func inOrder<Result: Sendable, Failure: Error>(
  count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
  each: (Result) throws(Failure) -> Void
) throws(Failure) {
  let threads = min(MemoryRoom.threads(jobs), count)
  guard threads > 1 else {
    for index in 0..<count { try each(work(index)) }
    return
  }
  let size = max(1, min(8, count / (64 * threads)))
  let batches = (count + size - 1) / size
  let queue = ResultQueue(count: batches, window: max(min(64 * threads, 1024) / size, threads)) { batch in
    (batch * size..<min(batch * size + size, count)).map { FinishedWork(work($0)) }
  }
  let started = queue.start(threads: threads - 1)
  defer { queue.stop(started) }
  var taken = 0
  while taken < batches {
    switch queue.next(after: taken) {
    case .take(let results):
      for finished in results { try each(finished.result) }
      taken += 1
    case .work(let batch): queue.work(on: batch)
    }
  }
}

/// The result of some work.
private final class FinishedWork<Result: Sendable>: Sendable {
  let result: Result

  init(_ result: Result) { self.result = result }
}

/// Batches of results between the threads that compute them and the thread that takes them. It holds objects, because
/// generic code of another module copies values of a type that it does not know slowly.
///
/// `@unchecked`: every mutable property is accessed only with the mutex locked.
private final class ResultQueue<Element: AnyObject & Sendable>: @unchecked Sendable {
  enum Step {
    /// The next batch is available.
    case take([Element])
    /// The next batch is not available: there is other work to do meanwhile.
    case work(Int)
  }

  private let count: Int
  private let work: @Sendable (Int) -> [Element]
  private let monitor = Monitor()
  /// Batch `index` is stored in slot `index % window`.
  private var slots: [[Element]?]
  private var nextToStart = 0
  private var nextToTake = 0
  private var isStopped = false

  init(count: Int, window: Int, work: @escaping @Sendable (Int) -> [Element]) {
    self.count = count
    self.work = work
    slots = Array(repeating: nil, count: window)
  }

  /// Starts at most the given number of threads. Returns those that the system provided.
  func start(threads: Int) -> [RunningThread] {
    (0..<max(threads, 0)).compactMap { _ in
      startThread { [self] in
        while let index = begin() { work(on: index) }
      }
    }
  }

  func stop(_ threads: [RunningThread]) {
    monitor.change { isStopped = true }
    for thread in threads { thread.join() }
  }

  /// Returns the next step of the calling thread, after it has taken `taken` results.
  func next(after taken: Int) -> Step {
    monitor.wait {
      if taken > nextToTake {
        nextToTake = taken
        monitor.wakeOthers()
      }
      let slot = taken % slots.count
      if let result = slots[slot].take() { return .take(result) }
      return startNext().map { .work($0) }
    }
  }

  func work(on index: Int) {
    let result = work(index)
    monitor.change { slots[index % slots.count] = result }
  }

  /// Returns the next index for another thread; nil if there is no more work.
  private func begin() -> Int? {
    monitor.wait { () -> Int?? in
      if isStopped || nextToStart == count { return .some(nil) }
      return startNext().map { .some($0) }
    }
  }

  /// Returns the next index if there is one, and room for its result. Requires the locked mutex.
  private func startNext() -> Int? {
    guard nextToStart < count, nextToStart < nextToTake + slots.count else { return nil }
    defer { nextToStart += 1 }
    return nextToStart
  }
}
