import Benchmark
import Gamut

/// What is made once for each pair of spaces and depth.
func tableBenchmarks() {
  for depth in [8, 16] {
    Benchmark("tables \(depth)-bit", configuration: .init(metrics: [.rate], maxDuration: .seconds(1))) { benchmark in
      benchmark.measureOne { blackHole(RenditionTables(.p3InSRGB, sourceDepth: depth)) }
    }
  }
}

/// The test of each pixel for being on the surface of the destination cube, and the codes of those that are.
///
/// Six batches from all over the image, as many as the pipeline has: they stay in the cache, as they do there.
func classificationBenchmarks() {
  let samples: [(String, @Sendable () -> Sample)] = [
    ("inside16", { .inside16 }), ("photo16", { .photo16 }), ("photo8", { .photo8 }), ("ui16", { .ui16 }),
    ("random16", { .random16 }),
  ]
  for (name, sample) in samples {
    for vector in VectorExtension.available {
      Benchmark("classify \(name) \(vector)") { benchmark, batches in
        let sample = sample()
        let classifier = Analyzer(.p3InSRGB, layout: sample.layout, vector: vector).classifier
        let rounds = 8
        benchmark.measure(pixels: rounds * batches.reduce(0) { $0 + $1.rows.rows } * sample.layout.width) {
          for _ in 0..<rounds {
            for batch in batches { batch.rows.classify(with: classifier) }
          }
        }
      } setup: { () -> [Batch] in
        let batches = sample().batches()
        return (0..<6).map { batches[$0 * (batches.count - 1) / 6] }
      }
    }
  }
}
