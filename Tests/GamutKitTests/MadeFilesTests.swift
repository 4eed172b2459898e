import TestSupport
import Testing

@testable import GamutKit

@Suite struct MadeFilesTests {
  /// A run that is killed while it reads the second image has kept the first one and its record.
  @Test func longRunsKeepWhatIsFinished() throws {
    let folder = try TemporaryFolder()
    let inputs = ["soft-disc", "two-reds"].map { Input.file(Pathname("\(Repository.path)/Samples/\($0).png")) }
    let out = Pathname(folder.path + "/out")
    var plan = OutputPlan(inputs, named: inputs.map(\.path), options: WriteOptions(.tree(out)))
    plan.made = try MadeFiles(in: out)
    var seen: [Int] = []
    try Converter.rewrite(inputs, [(Converter(ConvertOptions(to: .sRGB)), plan)], jobs: 1, pause: .zero) { _ in
      seen.append(OpenFolder(out)?.names.count ?? 0)
    }
    #expect(seen == [1, 3])
  }

  /// Both names are the same text.
  @Test func namesAreBytes() throws {
    let folder = try TemporaryFolder()
    let outputs = [0xfe, 0xff].map { Pathname(folder.path).appending([0x61, $0]) }
    func bytes(_ output: Pathname) -> [UInt8] { output.bytes }
    let made = try MadeFiles(in: Pathname(folder.path))
    for output in outputs {
      let file = try OutputFile(output)
      try file.write(bytes(output))
      try file.finish()
      let hash = ContentHash(of: bytes(output))
      made.record(MadeFiles.Entry(source: hash.text, settings: "", result: hash.text, input: "a"), at: output)
    }
    try made.save()
    let again = try MadeFiles(in: Pathname(folder.path))
    for output in outputs {
      #expect(again.update(of: output, from: "a", ContentHash(of: bytes(output)), by: "").current != nil)
      #expect(again.update(of: output, from: "a", ContentHash(of: []), by: "").current == nil)
    }
  }
}
