import Benchmark
import Gamut

/// The codes of one space to those of another, exactly: the kernel alone, on one thread, over rows that stay in the cache.
func conversionBenchmarks() {
  let samples: [(String, @Sendable () -> Sample)] = [
    ("photo16", { .photo16 }), ("photo8", { .photo8 }), ("ui16", { .ui16 }), ("random16", { .random16 }),
  ]
  for (name, sample) in samples {
    for vector in [VectorExtension.portable, .best] {
      Benchmark("convert \(name) \(vector)") { benchmark, made in
        let (batches, tables) = made
        let layout = sample().layout
        guard let tables else { return }
        let converter = RowConverter(
          tables, width: layout.width, hasAlpha: layout.hasAlpha, bytesPerSample: layout.bytesPerSample, vector: vector)
        let rows = batches.map { $0.rows.rows }.max() ?? 0
        let result = UnsafeMutableRawBufferPointer.allocate(
          byteCount: rows * converter.resultBytesPerRow, alignment: 64)
        defer { unsafe result.deallocate() }
        let rounds = 8
        benchmark.measure(pixels: rounds * batches.reduce(0) { $0 + $1.rows.rows } * layout.width) {
          for _ in 0..<rounds {
            for batch in batches {
              batch.rows.withRows { rows in
                unsafe rows.withUnsafeBytes { unsafe converter.convert($0, into: result) }
              }
            }
          }
        }
      } setup: { () -> ([Batch], ConversionTables?) in
        let sample = sample()
        let batches = sample.batches()
        return (
          (0..<6).map { batches[$0 * (batches.count - 1) / 6] },
          ConversionTables(.rgb(.displayP3), to: .sRGB, sourceDepth: sample.layout.depth, depth: sample.layout.depth)
        )
      }
    }
  }
}
