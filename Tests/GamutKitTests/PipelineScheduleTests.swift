import TestSupport
import Testing

@testable import GamutKit

/// Two threads that take the steps of the schedule, each for as long as it happens to take.
@Suite struct PipelineScheduleTests {
  /// The steps taken, in the order in which they ended, and those under way.
  private struct Run {
    var schedule: PipelineSchedule
    let batches: Int
    var ended: [PipelineSchedule.Step] = []
    var isOver = [false, false]
    /// What the inflating and the analysing thread are doing.
    var current: [PipelineSchedule.Step?] = [nil, nil]

    init(capacity: Int, batches: Int, deliversRows: Bool) {
      schedule = PipelineSchedule(capacity: capacity, deliversRows: deliversRows)
      self.batches = batches
    }

    /// Ends the step of a thread, or lets it claim one. Returns false if it has to wait.
    mutating func advance(_ thread: Int) -> Bool {
      guard let step = current[thread] else {
        current[thread] = thread == 0 ? schedule.claimForInflating() : schedule.claimForAnalysing()
        return current[thread] != nil
      }
      current[thread] = nil
      switch step {
      case .end: isOver[thread] = true
      case .inflate(batches): schedule.endInput(failed: false)
      default:
        schedule.complete(step)
        ended.append(step)
        if case .decode(let batch) = step { current[thread] = .classify(batch) }
      }
      return true
    }
  }

  @Test(arguments: [2, 3, 6], [false, true])
  func `Every batch takes every step, in order`(capacity: Int, deliversRows: Bool) throws {
    var random = RandomSource(seed: UInt64(capacity))
    var (absorbed, followedAlone) = (0, 0)
    for round in 0..<200 {
      let batches = round % 20
      var run = Run(capacity: capacity, batches: batches, deliversRows: deliversRows)
      // Either thread may be much faster than the other.
      let share = [1, 50, 99][round % 3]
      while run.isOver != [true, true] {
        let thread = Int.random(in: 0..<100, using: &random) < share ? 0 : 1
        // A thread that has to wait does not block the other one as well.
        if run.isOver[thread] || !run.advance(thread) {
          try #require(run.isOver[1 - thread] || run.advance(1 - thread), "both wait")
        }
      }
      func order(_ number: (PipelineSchedule.Step) -> Int?) -> [Int] { run.ended.compactMap(number) }
      let all = Array(0..<batches)
      #expect(order { if case .inflate(let batch) = $0 { batch } else { nil } } == all)
      #expect(order { if case .decode(let batch) = $0 { batch } else { nil } } == (deliversRows ? [] : all))
      #expect(order { if case .classify(let batch) = $0 { batch } else { nil } }.sorted() == all)
      let followed = order {
        switch $0 {
        case .follow(let batch), .absorb(let batch): batch
        default: nil
        }
      }
      let remembered = order {
        switch $0 {
        case .remember(let batch), .absorb(let batch): batch
        default: nil
        }
      }
      #expect(followed == all)
      #expect(remembered == all)
      absorbed += run.ended.count { if case .absorb = $0 { true } else { false } }
      followedAlone += run.ended.count { if case .follow = $0 { true } else { false } }
      for batch in all {
        let classified = try #require(run.ended.firstIndex(of: .classify(batch)))
        let used = [.follow(batch), .remember(batch), .absorb(batch)].compactMap { run.ended.firstIndex(of: $0) }
        #expect(used.allSatisfy { $0 > classified })
        // The memory of a batch is used again only after it is followed and stored.
        guard let again = run.ended.firstIndex(of: .inflate(batch + capacity)) else { continue }
        #expect(used.allSatisfy { $0 < again })
      }
    }
    #expect(absorbed > 0 && followedAlone > 0)
  }

  @Test func `A fault of the filters is found before that of a later batch`() {
    var schedule = PipelineSchedule(capacity: 6, deliversRows: false)
    #expect(schedule.claimForInflating() == .inflate(0))
    schedule.complete(.inflate(0))
    #expect(schedule.claimForAnalysing() == .decode(0))
    // The data of the second batch is damaged while the first is decoded.
    #expect(schedule.claimForInflating() == .inflate(1))
    schedule.endInput(failed: true)
    #expect(schedule.claimForInflating() == nil)
    schedule.failFilters()
    #expect(schedule.claimForInflating() == .end)
    #expect(schedule.claimForAnalysing() == .end)
  }
}
