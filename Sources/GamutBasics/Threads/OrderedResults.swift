import CSystemShim
package import PNGCodec
import Synchronization

/// Runs `work` for 0, 1 ... `count` - 1 on `jobs` threads, including the calling thread, and passes the results to
/// `each` in that order, on the calling thread, so that the output of `each` does not depend on `jobs`.
///
/// At most 64 results per thread are buffered, and 1,024 or one per thread in all, so that memory does not grow with the
/// threads; large results have a smaller `window`. An error thrown by `each` stops the work and is rethrown.
package func mapInOrder<Result: Sendable, Failure: Error>(
  count: Int, jobs: Int, window: Int? = nil, work: @escaping @Sendable (Int) -> Result,
  each: (Result) throws(Failure) -> Void
) throws(Failure) {
  let threads = min(MemoryRoom.threads(jobs), count)
  guard threads > 1 else {
    for index in 0..<count { try each(work(index)) }
    return
  }
  let queue = ResultQueue(count: count, window: window ?? max(min(64 * threads, 1024), threads), work: work)
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

/// Results between the threads that compute them and the thread that takes them.
///
/// `@unchecked`: every mutable property is accessed only with the mutex locked.
private final class ResultQueue<Element: Sendable>: @unchecked Sendable {
  enum Step {
    case take(Element)
    /// The next result is not available: there is other work to do meanwhile.
    case work(Int)
  }

  private let count: Int
  private let work: @Sendable (Int) -> Element
  private let monitor = Monitor()
  /// Result `index` is stored in slot `index % window`.
  private var slots: [Element?]
  private var nextToStart = 0
  private var nextToTake = 0
  private var isStopped = false

  init(count: Int, window: Int, work: @escaping @Sendable (Int) -> Element) {
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

  func next(after taken: Int) -> Step {
    monitor.wait {
      if taken > nextToTake {
        nextToTake = taken
        monitor.wakeOthers()
      }
      if let result = slots[taken % slots.count].take() { return .take(result) }
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

/// The amount of memory that the system still allows for this process, if it has a limit (`ulimit -v`, `ulimit -d`).
///
/// Swift allocates most memory itself, and ends the process if an allocation fails. Therefore the available memory is
/// checked before a file is processed: a file that needs too much is rejected, and the run continues.
package enum MemoryRoom {
  /// The available memory in bytes; nil if the process has no limit.
  package static var free: Int? {
    let room = isLimited ? gamut_room() : -1
    return room < 0 ? nil : Int(room)
  }

  /// Checked once: most processes have no limit, and there may be many files.
  private static let isLimited = gamut_room() >= 0

  /// The memory that the program needs for any output.
  package static let least = 4 << 20
  /// The memory of a thread in addition to its work: its stack.
  package static let thread = 9 << 20
  /// The memory for decoding, measuring or converting a file of any size: tables and buffers.
  package static let tables = 14 << 20
  /// The memory for measuring the declarations of a file: for its profile, and for the data of LittleCMS.
  package static let measurement = 20 << 20
  /// The memory for the pictures of an image on a page, with the points of its chart.
  package static let picture = 48 << 20
  /// The minimum memory for each thread; fewer files are processed at a time if there is less.
  private static let worker = 64 << 20

  private static let workers = Mutex(1)

  static func threads(_ wanted: Int) -> Int {
    let threads = free.map { max(1, min(wanted, $0 / worker)) } ?? wanted
    workers.withLock { $0 = max($0, threads) }
    return threads
  }

  /// The memory that each thread may use; nil if there is no limit.
  package static var share: Int? { free.map { $0 / workers.withLock { $0 } } }

  package static func require(_ bytes: Int) throws(PNGError) {
    if let share, share < bytes { throw .outOfMemory(bytes: bytes) }
  }
}
