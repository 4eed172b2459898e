import Benchmark
import GamutKit
import PNGCodec

private let samples: [(String, @Sendable () -> Sample)] = [
  ("photo16", { .photo16 }), ("photo8", { .photo8 }), ("ui16", { .ui16 }), ("random16", { .random16 }),
]

/// From the bytes of a file to rows.
func decodingBenchmarks() {
  for (name, sample) in samples {
    Benchmark("decode \(name)") { benchmark in
      let sample = sample()
      let rows = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
      defer { unsafe rows.deallocate() }
      try benchmark.measure(pixels: sample.pixels) {
        var decoder = try PNGDecoder(PNGReader(ByteSource(bytes: sample.file)))
        while try unsafe decoder.readRows(into: rows) > 0 {}
        blackHole(try decoder.finish())
      }
    }
  }
}

/// Everything, on one thread and on two.
func reportBenchmarks() {
  for (name, sample) in samples {
    for threads in [1, 2] {
      Benchmark("report \(name), \(threads) thread\(threads == 1 ? "" : "s")") { benchmark, reporter in
        let sample = sample()
        try benchmark.measure(pixels: sample.pixels, by: .wall) {
          blackHole(try reporter.report(png: sample.file, threads: threads))
        }
      } setup: {
        try Reporter()
      }
    }
  }
}
