import Foundation
import FuzzProperties
import TestSupport
import Testing

/// The properties that fuzzing tries, for inputs that once violated one, and for other hostile ones.
@Suite struct RegressionTests {
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

  @Test func everyFolderHasAProperty() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Tests/Regressions")
    #expect(Set(folders) == Set(Property.all.map(\.name)))
  }
}
