#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `work` for 0, 1 ... `count` - 1 on `jobs` threads, of which the calling one is one, and hands the results to
/// `each` in that order, on the calling thread, so that what `each` writes does not depend on `jobs`.
///
/// At most 64 results per thread wait for their turn. An error of `each` stops the work and is passed on.
func inOrder<Result: Sendable, Failure: Error>(
  count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
  each: (Result) throws(Failure) -> Void
) throws(Failure) {
  let threads = min(MemoryRoom.threads(jobs), count)
  let queue = ResultQueue(count: count, window: 64 * max(threads, 1), work: work)
  let started = queue.start(threads: threads - 1)
  defer { queue.stop(started) }
  var taken = 0
  while taken < count {
    switch queue.next(after: taken) {
    case .take(let result):
      try each(result)
      taken += 1
    case .work(let index): queue.work(on: index)
    }
  }
}

/// The results between the threads that make them and the one that takes them.
///
/// `@unchecked`: every property that changes is read and written only with the mutex held.
private final class ResultQueue<Result: Sendable>: @unchecked Sendable {
  enum Step {
    /// The next result is there.
    case take(Result)
    /// It is not: there is something to work on meanwhile.
    case work(Int)
  }

  private let count: Int
  private let work: @Sendable (Int) -> Result
  private let monitor = Monitor()
  /// Result `index` waits in slot `index % window`.
  private var slots: [Result?]
  private var nextToStart = 0
  private var nextToTake = 0
  private var isStopped = false

  init(count: Int, window: Int, work: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.work = work
    slots = Array(repeating: nil, count: window)
  }

  /// The threads that the system gave, at most as many as asked for.
  func start(threads: Int) -> [pthread_t] {
    (0..<max(threads, 0)).compactMap { _ in
      startThread { [self] in
        while let index = begin() { work(on: index) }
      }
    }
  }

  func stop(_ threads: [pthread_t]) {
    monitor.change { isStopped = true }
    for thread in threads { _ = pthread_join(thread, nil) }
  }

  /// What the calling thread does next, which has taken `taken` results.
  func next(after taken: Int) -> Step {
    monitor.wait {
      if taken > nextToTake {
        nextToTake = taken
        monitor.wakeOthers()
      }
      let slot = taken % slots.count
      if let result = slots[slot] {
        slots[slot] = nil
        return .take(result)
      }
      return startNext().map { .work($0) }
    }
  }

  func work(on index: Int) {
    let result = work(index)
    monitor.change { slots[index % slots.count] = result }
  }

  /// The next index for another thread; nil when there is nothing more to do.
  private func begin() -> Int? {
    monitor.wait { () -> Int?? in
      if isStopped || nextToStart == count { return .some(nil) }
      return startNext().map { .some($0) }
    }
  }

  /// The next index where there is one and room for its result. With the mutex held.
  private func startNext() -> Int? {
    guard nextToStart < count, nextToStart < nextToTake + slots.count else { return nil }
    defer { nextToStart += 1 }
    return nextToStart
  }
}
