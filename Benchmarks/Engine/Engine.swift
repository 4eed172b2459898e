import Benchmark
import Gamut

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// What a report is made of, one part at a time and in memory. `make bench WHAT=engine` runs it.

extension BenchmarkMetric {
  /// Million pixels in a second.
  static let speed = BenchmarkMetric.custom("Mpx/s", polarity: .prefersLarger, useScalingFactor: false)
  /// Things made in a second.
  static let rate = BenchmarkMetric.custom("per s", polarity: .prefersLarger, useScalingFactor: false)
}

/// What is counted. Time of the thread is free of what else the machine does, but for its caches.
enum Clock {
  case wall, thread

  /// Seconds since some moment.
  var now: Double {
    var time = timespec()
    unsafe clock_gettime(self == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension Benchmark {
  /// Measures `body`, which goes over `pixels` pixels.
  func measure(pixels: Int, by clock: Clock = .thread, _ body: () throws -> Void) rethrows {
    let start = clock.now
    try body()
    measurement(.speed, Int(Double(pixels) / (clock.now - start) / 1e6))
  }

  /// Measures `body`, which makes one thing.
  func measureOne(_ body: () -> Void) {
    let start = Clock.thread.now
    body()
    measurement(.rate, Int(1 / (Clock.thread.now - start)))
  }
}

let benchmarks: @Sendable () -> Void = {
  unsafe Benchmark.defaultConfiguration = .init(
    metrics: [.speed], warmupIterations: 1, maxDuration: .seconds(1), maxIterations: 10_000)
  tableBenchmarks()
  classificationBenchmarks()
  conversionBenchmarks()
  groupingBenchmarks()
  decodingBenchmarks()
  reportBenchmarks()
}
