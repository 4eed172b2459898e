import Foundation
import FuzzProperties
import TestSupport
import Testing

/// The properties that fuzzing tries, for inputs that once violated one, and for other hostile ones.
@Suite(.enabled(if: Thoroughness.hasTime)) struct RegressionTests {
  @Test(arguments: Property.all.map(\.name)) func inputsKeepTheirProperty(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    let folder = URL(filePath: Repository.path + "/Tests/Regressions/" + name)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let violation = property.violation(by: Array(try Data(contentsOf: file)))
      #expect(violation == nil, "\(file.lastPathComponent)")
    }
  }

  @Test(arguments: Property.all.map(\.name)) func seedsKeepTheirProperty(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    let seeds = property.seeds()
    #expect(!seeds.isEmpty && !property.words().isEmpty)
    for (index, seed) in seeds.enumerated() {
      #expect(seed.count <= property.maximumSize)
      #expect(property.violation(by: seed) == nil, "seed \(index)")
    }
  }

  /// Mutations of the seeds, without the guidance of libFuzzer: in each run the same, for so many seconds.
  @Test(arguments: Property.all.map(\.name)) func mutationsKeepTheirProperty(name: String) throws {
    let property = try #require(Property.all.first { $0.name == name })
    let seconds = ProcessInfo.processInfo.environment["GAMUT_FUZZ_SECONDS"].flatMap(Double.init) ?? 0.5
    let (seeds, words) = (property.seeds(), property.words())
    let start = ContinuousClock.now
    var random = RandomSource(seed: 0x6d75_7461_7465)
    var tries = 0
    while tries < 10 || ContinuousClock.now - start < .seconds(seconds) {
      let word = words[random.below(words.count)]
      var input = random.mutated(seeds[random.below(seeds.count)], marks: word + [0, 255], edits: 4, reach: 16)
      if random.below(2) == 0 { input.insert(contentsOf: word, at: random.below(input.count + 1)) }
      tries += 1
      guard input.count <= property.maximumSize, let violation = property.violation(by: input) else { continue }
      Issue.record("try \(tries): \(violation), by \(input.map { String($0, radix: 16) }.joined(separator: " "))")
      break
    }
  }

  @Test func everyFolderHasAProperty() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Tests/Regressions")
    #expect(Set(folders) == Set(Property.all.map(\.name)))
  }
}
