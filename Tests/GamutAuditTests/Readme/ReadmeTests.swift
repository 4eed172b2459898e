import Foundation
import GamutKit
import TestSupport
import Testing

/// The Swift blocks of the README and of Documentation/library.md are in the files beside this one, word for word, with
/// the imports of the block and no others, so that they are compiled and run. The block of text after each must be its
/// output.
@Suite struct ReadmeTests {
  private static let examples = ["ReportExample", "EmbedExample", "ConvertExample", "CompareExample", "AuditExample"]

  private static func lines(_ file: String) throws -> [String] {
    String(decoding: try Data(contentsOf: URL(filePath: Repository.path + "/" + file)), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines of the documents with Swift blocks.
  private static func documents() throws -> [String] {
    try lines("README.md") + lines("Documentation/library.md")
  }

  /// Returns the lines between each line `start` and the next line `end`, without `indentation`.
  private static func blocks(_ lines: [String], from start: String, to end: String, indentation: Int = 0) -> [[String]]
  {
    var blocks: [[String]] = []
    var rest = lines[...]
    while let first = rest.firstIndex(of: start), let last = rest[first...].dropFirst().firstIndex(of: end) {
      blocks.append(rest[(first + 1)..<last].map { String($0.dropFirst(indentation)) })
      rest = rest[(last + 1)...]
    }
    return blocks
  }

  @Test func `The Swift blocks are the code of the examples`() throws {
    let blocks = Self.blocks(try Self.documents(), from: "```swift", to: "```")
    let examples = try Self.examples.map { name in
      let lines = try Self.lines("Tests/GamutAuditTests/Readme/\(name).swift")
      let code = Self.blocks(lines, from: "  // README", to: "  // end", indentation: 2)
      return lines.filter { $0.hasPrefix("import ") } + [""] + code.joined()
    }
    #expect(blocks == examples)
  }

  /// Checks that the block of text after a Swift block is the output of its code.
  private func check(block: Int, _ example: ((Any...) -> Void) throws -> Void) throws {
    var output: [String] = []
    try example { items in output.append(items.map { "\($0)" }.joined(separator: " ")) }
    let lines = try Self.documents()
    let starts = lines.indices.filter { lines[$0] == "```swift" }
    let texts = Self.blocks(Array(lines[starts[block]...]), from: "```text", to: "```")
    #expect(output == texts.first)
  }

  @Test func `A report`() throws {
    try check(block: 0) { print in try reportExample(print: print) }
  }

  @Test func `A declaration`() throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Repository.path + "/Samples/untagged.png")))
    let copy = try TemporaryFolder()
    let icon = Pathname(try copy.write(bytes, to: "icon.png"))
    var tagged: [UInt8] = []
    try check(block: 1) { print in tagged = try embedExample(bytes: bytes, icon: icon, print: print) }
    #expect(Array(try Data(contentsOf: URL(filePath: icon.text))) == tagged)
  }

  @Test func `A conversion`() async throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: Repository.path + "/Samples/two-reds.png")))
    let folder = try TemporaryFolder()
    let (icon, web) = (Pathname(try folder.write(bytes, to: "icon.png")), Pathname(folder.path + "/web.png"))
    let lines = Lines()
    let converted = try await convertExample(bytes: bytes, icon: icon, web: web, print: lines.add)
    try check(block: 2) { print in for line in lines.all { print(line) } }
    #expect(Array(try Data(contentsOf: URL(filePath: web.text))) == converted)
  }

  private final class Lines {
    var all: [String] = []
    func add(_ items: Any...) { all.append(items.map { "\($0)" }.joined(separator: " ")) }
  }

  @Test func `A comparison`() throws {
    let image = Array(try Data(contentsOf: URL(filePath: Repository.path + "/Samples/two-reds.png")))
    try check(block: 3) { print in try compareExample(image: image, print: print) }
  }

  @Test func `An audit`() throws {
    try check(block: 4) { print in try auditExample(print: print) }
  }
}
