#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Runs `work` for 0, 1 ... `count` - 1 on `jobs` threads and hands the results to `each` in that order, on the calling
/// thread, so that what `each` writes does not depend on `jobs`.
///
/// At most a few results per thread wait for their turn. An error of `each` stops the work and is passed on.
func inOrder<Result: Sendable, Failure: Error>(
  count: Int, jobs: Int, work: @escaping @Sendable (Int) -> Result,
  each: (Result) throws(Failure) -> Void
) throws(Failure) {
  let threads = min(jobs, count)
  guard threads > 1 else {
    for index in 0..<count { try each(work(index)) }
    return
  }
  let queue = ResultQueue(count: count, window: 16 * threads, work: work)
  let started = queue.start(threads: threads)
  defer { queue.stop(started) }
  for index in 0..<count {
    try each(started.isEmpty ? work(index) : queue.take(index))
  }
}

/// The results between the threads that make them and the one that takes them.
///
/// `@unchecked`: every property that changes is read and written only with the mutex held.
private final class ResultQueue<Result: Sendable>: @unchecked Sendable {
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
    (0..<threads).compactMap { _ in startThread { [self] in run() } }
  }

  func stop(_ threads: [pthread_t]) {
    monitor.change { isStopped = true }
    for thread in threads { _ = pthread_join(thread, nil) }
  }

  /// Waits for result `index`, which must be the next.
  func take(_ index: Int) -> Result {
    let slot = index % slots.count
    let result = monitor.wait { slots[slot] }
    monitor.change {
      slots[slot] = nil
      nextToTake = index + 1
    }
    return result
  }

  private func run() {
    while let index = begin() {
      let result = work(index)
      monitor.change { slots[index % slots.count] = result }
    }
  }

  /// The next index, when there is room for its result; nil when there is nothing more to do.
  private func begin() -> Int? {
    monitor.wait { () -> Int?? in
      if isStopped || nextToStart == count { return .some(nil) }
      guard nextToStart < nextToTake + slots.count else { return nil }
      defer { nextToStart += 1 }
      return .some(nextToStart)
    }
  }
}
