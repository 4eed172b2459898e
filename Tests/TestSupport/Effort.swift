import Foundation

/// How much is tried of what could all be tried: `make test` takes a sixteenth of the colours, chosen by a fixed seed, and
/// `make check WHAT=exhaustive` takes all.
public enum Thoroughness {
  public static let isExhaustive = ProcessInfo.processInfo.environment["GAMUT_EXHAUSTIVE"] != nil

  /// Whether there is time for a test that takes half a second of a processor without optimisation: not in `make quick`.
  public static let hasTime = ProcessInfo.processInfo.environment["GAMUT_QUICK"] == nil

  /// One of so many cases is tried.
  public static let share = isExhaustive ? 1 : 16

  /// The number of the case that is tried of each `share` ones.
  public static func pick(_ index: Int) -> Int {
    guard !isExhaustive else { return index }
    let bits = UInt64(index) &* 0x9e37_79b9_7f4a_7c15
    return index * share + Int((bits ^ bits >> 31) >> 60)
  }
}

/// How the time of the processor grows with the input, which depends little on the machine and on what else runs there.
public enum ProcessorTime {
  /// Returns by what factor the time for `large` is above that for `small`: each is the least of three.
  public static func growth<Input>(
    from small: Input, to large: Input, of work: (Input) throws -> Void
  ) rethrows -> Double {
    func least(_ input: Input) throws -> Double {
      try (0..<3).map { _ in
        let start = now
        try work(input)
        return now - start
      }.min() ?? 0
    }
    return try least(large) / max(least(small), 1e-6)
  }

  /// The seconds that this thread has needed so far.
  private static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
