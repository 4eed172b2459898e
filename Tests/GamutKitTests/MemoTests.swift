import Dispatch
import GamutBasics
import Synchronization
import Testing

struct MemoTests {
  /// However many threads ask for a value at once, one of them computes it.
  @Test func eachValueIsComputedOnce() {
    let memo = Memo<Int, Int>()
    let calls = Mutex<[Int: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: 16) { thread in
      for step in 0..<40 {
        let key = (thread + step) % 40
        let value = memo.value(for: key) {
          calls.withLock { $0[key, default: 0] += 1 }
          // Long enough that others ask meanwhile.
          return (0..<20_000).reduce(key) { ($0 &* 31 &+ $1) & 0xffff } * 100 + key
        }
        #expect(value % 100 == key)
      }
    }
    #expect(calls.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, 1) }))
  }

  /// After an error, the next thread tries again, whether it waited or not.
  @Test func errorsAreNotCached() throws {
    struct Failed: Error {}
    let memo = Memo<String, Int>()
    let calls = Mutex(0)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do throws(Failed) {
        _ = try memo.value(for: "a") { () throws(Failed) in
          let call = calls.withLock { count in
            count += 1
            return count
          }
          if call <= 3 { throw Failed() }
          return 7
        }
      } catch {
        failures.withLock { $0 += 1 }
      }
    }
    #expect(failures.withLock { $0 } == 3)
    #expect(calls.withLock { $0 } == 4)
    #expect(memo.value(for: "a") { 0 } == 7)
  }

  /// A cache that would take more memory is cleared, and what alone takes more is not kept.
  @Test func theMemoryIsBounded() {
    let memo = Memo<Int, Int>(room: 10) { $0 }
    var calls = 0
    for key in [4, 5, 4, 5, 6, 5, 11, 11, 5] {
      _ = memo.value(for: key) {
        calls += 1
        return key
      }
    }
    // 4 and 5, 6 instead of them, 5 instead of 6, and 11 twice.
    #expect(calls == 6)
  }
}
