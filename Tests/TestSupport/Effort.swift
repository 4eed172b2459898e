import Foundation

/// How much is tried of what could all be tried: `make test` takes a sixteenth of the colours, chosen by a fixed seed, and
/// `make check WHAT=exhaustive` takes all.
public enum Thoroughness {
  public static let isExhaustive = ProcessInfo.processInfo.environment["GAMUT_EXHAUSTIVE"] != nil

  /// One of so many cases is tried.
  public static let share = isExhaustive ? 1 : 16

  /// The number of the case that is tried of each `share` ones.
  public static func pick(_ index: Int) -> Int {
    guard !isExhaustive else { return index }
    let bits = UInt64(index) &* 0x9e37_79b9_7f4a_7c15
    return index * share + Int((bits ^ bits >> 31) >> 60)
  }
}

/// Seconds of the processor, which do not count the time in which other tests run.
///
/// Where possible, expectations are about how the time grows. Others are about a build without a sanitizer: for one with,
/// the environment variable `GAMUT_SLOWDOWN` says how many times as long it takes, and the seconds are divided by it.
public enum ProcessorTime {
  /// What hostile input may take at most, alone on a machine or not.
  public static let limit = 5.0

  /// How many times as long this build takes as one without a sanitizer.
  public static let slowdown = ProcessInfo.processInfo.environment["GAMUT_SLOWDOWN"].flatMap(Double.init) ?? 1

  /// Returns the seconds that this thread needs for some work.
  public static func of(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  /// Returns by what factor the time for `large` is above that for `small`: each is the least of three.
  public static func growth<Input>(
    from small: Input, to large: Input, of work: (Input) throws -> Void
  ) rethrows -> Double {
    func least(_ input: Input) throws -> Double {
      try (0..<3).map { _ in try of { try work(input) } }.min() ?? 0
    }
    return try least(large) / max(least(small), 1e-6)
  }

  /// The seconds that this thread has needed so far.
  public static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return (Double(time.tv_sec) + Double(time.tv_nsec) / 1e9) / slowdown
  }
}
