import Benchmark
import Gamut

/// From classified rows to the report: collecting the colours on the surface, then grouping them, with their shifts
/// and spreads.
func groupingBenchmarks() {
  let samples: [(String, @Sendable () -> Sample)] = [
    ("photo16", { .photo16 }), ("ui16", { .ui16 }), ("random16", { .random16 }), ("skew", { .skew }),
  ]
  func absorb(_ batches: [Batch], of sample: Sample, _ vector: VectorExtension) -> Analyzer {
    var analyzer = Analyzer(.p3InSRGB, layout: sample.layout, vector: vector)
    for batch in batches { analyzer.absorb(batch.rows) }
    return analyzer
  }
  for (name, sample) in samples {
    let batches: @Sendable () -> [Batch] = {
      let sample = sample()
      let classifier = Analyzer(.p3InSRGB, layout: sample.layout).classifier
      let batches = sample.batches()
      for batch in batches { batch.rows.classify(with: classifier) }
      return batches
    }
    Benchmark("collect \(name)") { benchmark, batches in
      let sample = sample()
      benchmark.measure(pixels: sample.pixels) { blackHole(absorb(batches, of: sample, .best).layout) }
    } setup: {
      batches()
    }
    for vector in VectorExtension.available {
      Benchmark("group \(name) \(vector)") { benchmark, batches in
        let sample = sample()
        var analyzer: Analyzer? = absorb(batches, of: sample, vector)
        benchmark.measure(pixels: sample.pixels) { blackHole(analyzer.take()?.finish()) }
      } setup: {
        batches()
      }
    }
  }
}
