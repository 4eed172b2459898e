import Foundation
import Gamut
import GamutAudit
import GamutKit
import PNGCodec
import TestSupport
import Testing

/// The Swift blocks of the README and of Documentation/library.md are here word for word, so that they are compiled and
/// run. The block of text after each must be its output.
@Suite struct ReadmeTests {
  /// What the code of a block prints.
  private final class Output {
    private(set) var lines: [String] = []

    func add(_ items: [Any]) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
  }

  private static let folder = String(#filePath.dropLast("Tests/GamutAuditTests/ReadmeTests.swift".count))

  private static func lines(_ file: String) throws -> [String] {
    String(decoding: try Data(contentsOf: URL(filePath: folder + file)), as: UTF8.self)
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

  @Test func `The Swift blocks are the code of these tests`() throws {
    let readme = Self.blocks(try Self.documents(), from: "```swift", to: "```")
    let tested = Self.blocks(
      try Self.lines("Tests/GamutAuditTests/ReadmeTests.swift"), from: "    // README", to: "    // end", indentation: 4
    )
    #expect(readme.count == 3)
    #expect(readme.map { block in Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty }) } == tested)
  }

  /// Checks that the block of text after a Swift block is the output of its code.
  private func check(_ output: Output, block: Int) throws {
    let lines = try Self.documents()
    let starts = lines.indices.filter { lines[$0] == "```swift" }
    let texts = Self.blocks(Array(lines[starts[block]...]), from: "```text", to: "```")
    #expect(output.lines == texts.first)
  }

  @Test func `A report`() throws {
    let output = Output()
    func print(_ items: Any...) { output.add(items) }
    // README
    var options = ReportOptions()
    options.depth = .sixteen
    let reporter = try Reporter(options)
    let report = try reporter.report(on: Pathname("Samples/two-reds.png"))

    print(report.verdict)
    print(report.loss.pixels.clipped, "of", report.loss.pixels.analyzed, "pixels clip")
    for group in report.loss.collapse.largest {
      guard let witnesses = group.witnesses else { continue }  // skip groups without flat colours
      print(group.members[0].code, "at", witnesses.first, "and", group.members[1].code, "at", witnesses.second)
    }
    print(report.loss.lostPixels, "pixels no longer stand out")
    // end
    try check(output, block: 0)
  }

  @Test func `A declaration`() throws {
    let output = Output()
    func print(_ items: Any...) { output.add(items) }
    let bytes = Array(try Data(contentsOf: URL(filePath: Self.folder + "Samples/untagged.png")))
    let copy = try TemporaryFolder()
    let icon = Pathname(try copy.write(bytes, to: "icon.png"))
    // README
    let embedder = try Embedder(EmbedOptions(.space(.displayP3)))
    let tagged = try embedder.embed(in: bytes).bytes
    let done = try embedder.embed(icon, WriteOptions(.inPlace))
    for change in done.changes { print(change.kind, change.action) }
    // end
    #expect(Array(try Data(contentsOf: URL(filePath: icon.text))) == tagged)
    try check(output, block: 1)
  }

  @Test func `An audit`() throws {
    let output = Output()
    func print(_ items: Any...) { output.add(items) }
    // README
    let names = [Pathname("Samples")]
    let place = try AuditSelection.place(of: names, root: nil, policy: nil)
    let policy = try place.policy.map { try PolicyFile(reading: $0).policy } ?? AuditPolicy()
    let selection = AuditSelection(names, root: place.root) { policy.excludes($0) }
    try Auditor(policy).audit(selection, jobs: 4) { row in
      for finding in row.findings where finding.severity == .error { print(row.path.text, finding.rule) }
    }
    // end
    try check(output, block: 2)
  }
}
