import LibC
import Synchronization
import Testing

@testable import GamutKit

@Suite struct OrderedResultsTests {
  @Test(arguments: [1, 2, 7, 64], [0, 1, 2, 1000])
  func resultsComeInOrderForAnyNumberOfThreads(jobs: Int, count: Int) {
    var results: [Int] = []
    mapInOrder(count: count, jobs: jobs, work: { $0 * $0 }, each: { results.append($0) })
    #expect(results == (0..<count).map { $0 * $0 })
  }

  /// The number of waiting results is bounded: the work is never more than 64 results per thread ahead.
  @Test func workWaitsForItsTurn() {
    let started = Mutex(0)
    var farthest = 0
    var taken = 0
    mapInOrder(
      count: 1000, jobs: 2, work: { _ in started.withLock { $0 += 1 } },
      each: { _ in
        taken += 1
        farthest = max(farthest, started.withLock { $0 } - taken)
      })
    #expect(farthest <= 64 * 2)
  }

  private struct Stop: Error {}

  @Test(arguments: [1, 3])
  func anErrorStopsTheWork(jobs: Int) {
    let started = Mutex(0)
    #expect(throws: Stop.self) {
      try mapInOrder(
        count: 1_000_000, jobs: jobs, work: { _ in started.withLock { $0 += 1 } },
        each: { _ throws(Stop) in throw Stop() })
    }
    #expect(started.withLock { $0 } < 1000)
  }

  /// A thread that leaves hands over its place to the one that waits longest, even if it wants another one at once.
  @Test func placesAreTakenInOrder() throws {
    let places = FairSemaphore(1)
    let order = Mutex<[Int]>([])
    places.enter()
    let threads = try (0..<3).map { index in
      let thread = try #require(
        startThread {
          places.enter()
          order.withLock { $0.append(index) }
          places.leave()
        })
      while places.waiting <= index { sched_yield() }
      return thread
    }
    places.leave()
    places.enter()
    #expect(order.withLock { $0 } == [0, 1, 2])
    places.leave()
    for thread in threads { thread.join() }
  }

  @Test func `Rows of a run come in order to a task`() async throws {
    var found: [Int] = []
    for try await row in AsyncRows(Self.thousand) { found.append(row) }
    #expect(found == Array(0..<1000))
  }

  @Test func `A run stops when nobody takes its rows, and its error comes after its rows`() async throws {
    let seen = Mutex(0)
    let stopped = Mutex(false)
    let rows = AsyncRows<Int> { each in
      do {
        try Self.thousand { row in
          try each(row)
          seen.withLock { $0 = row + 1 }
        }
      } catch {
        stopped.withLock { $0 = true }
        throw error
      }
    }
    for try await row in rows where row == 10 { break }
    while !stopped.withLock({ $0 }) { await Task.yield() }
    #expect(seen.withLock { $0 } < 200)

    var count = 0
    await #expect(throws: Stop.self) {
      for try await _ in AsyncRows<Int>({ each in
        try each(1)
        throw Stop()
      }) { count += 1 }
    }
    #expect(count == 1)
  }

  @Sendable private static func thousand(_ each: (Int) throws -> Void) throws {
    try mapInOrder(count: 1000, jobs: 2, work: { $0 }, each: each)
  }
}
