import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutAudit

@Suite(.enabled(if: Thoroughness.hasTime)) struct AuditMergeTests {
  /// Writes the parts of an audit to files.
  private func parts(_ folder: TemporaryFolder, count: Int, into target: TemporaryFolder) throws -> [Pathname] {
    try (1...count).map { index in
      let part = try AuditOfTree(folder, shard: Shard("\(index)/\(count)"))
      return Pathname(try target.write(part.bytes(.ndjson), to: "\(count)-\(index).ndjson"))
    }
  }

  private func bytes(_ merge: AuditMerge, _ format: AuditFormat) throws -> [UInt8] {
    var rows: [AuditRow] = []
    let reader = try merge.rows()
    while let row = try reader.next() { rows.append(row) }
    return AuditOfTree.bytes(format, merge.run, rows)
  }

  /// Every format, with every kind of finding, error and name, has the same bytes as a single run.
  @Test(arguments: [1, 3, 7]) func partsGiveTheBytesOfTheWhole(count: Int) throws {
    let folder = try HostileTree.make()
    let target = try TemporaryFolder()
    let whole = try AuditOfTree(folder)
    let merge = try AuditMerge(try parts(folder, count: count, into: target).shuffled())
    for format in AuditFormat.allCases { #expect(try bytes(merge, format) == whole.bytes(format), "\(format)") }
  }

  @Test func aWholeRunAndListsOfFilesMergeToo() throws {
    let folder = try HostileTree.make()
    let target = try TemporaryFolder()
    let whole = try AuditOfTree(folder)
    let one = Pathname(try target.write(whole.bytes(.ndjson), to: "whole.ndjson"))
    #expect(try bytes(try AuditMerge([one]), .sarif) == whole.bytes(.sarif))
    // Two runs without shards, each of a list of files.
    var lists: [Pathname] = []
    for (index, rows) in [
      whole.rows.filter { $0.path.bytes.count % 2 == 0 }, whole.rows.filter { $0.path.bytes.count % 2 == 1 },
    ]
    .enumerated() {
      let run = AuditRun(AuditPolicy(), rows.map { AuditInput(input: .file($0.path), path: $0.path) })
      lists.append(Pathname(try target.write(AuditOfTree.bytes(.ndjson, run, rows), to: "list\(index)")))
    }
    #expect(try bytes(try AuditMerge(lists), .json) == whole.bytes(.json))
    #expect(throws: AuditError.self) { try AuditMerge(lists + [lists[0]]) }
  }

  /// Golden images have the most losses: groups, regions and all real numbers are unchanged after reading.
  @Test func reportsSurvive() throws {
    let golden = Pathname(Repository.path + "/Tests/GamutKitTests/Golden")
    let selection = AuditSelection([golden], root: golden) { _ in false }
    for input in selection.inputs {
      let row = try Auditor().audit(input)
      #expect(AuditRow(try JSONReader.read(row.line)) == row.asRead)
    }
  }

  @Test func whatIsNotOneRunIsRefused() throws {
    let folder = try HostileTree.make()
    let target = try TemporaryFolder()
    let three = try parts(folder, count: 3, into: target)
    let whole = Pathname(try target.write(try AuditOfTree(folder).bytes(.ndjson), to: "whole"))
    func error(_ paths: [Pathname]) -> String? {
      do throws(AuditError) {
        _ = try AuditMerge(paths)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(error(three) == nil)
    #expect(error([three[0], three[2]]) == "Part 2 of 3 is missing.")
    #expect(error(three + [three[1]])?.hasPrefix("Part 2 of 3 was given twice") == true)
    #expect(error(three + [whole]) == "Some parts are shards (--shard) and others are not.")
    #expect(error([whole, whole])?.hasSuffix("is in two parts.") == true)
    #expect(error([Pathname("/nonexistent")]) != nil)

    /// Returns a part with modified text.
    func changed(_ path: Pathname, _ old: String, _ new: String) throws -> Pathname {
      let text = String(decoding: try Data(contentsOf: URL(filePath: path.text)), as: UTF8.self)
      #expect(text.contains(old))
      return Pathname(try target.write(text.replacing(old, with: new, maxReplacements: 1), to: "changed"))
    }
    for (old, new, what) in [
      ("\"version\":\"\(gamutVersion)\"", "\"version\":\"9.9.9\"", "another version of gamut"),
      ("\"jnd\":1.75", "\"jnd\":3.5", "another policy"),
      ("\"baseline\":null", "\"baseline\":\"0000000000000000\"", "another baseline"),
    ] {
      #expect(error([three[0], try changed(three[1], old, new), three[2]])?.contains("was made with \(what)") == true)
    }
    // Another tree.
    try folder.write(PNGBuilder.rgb.bytes, to: "one more.png")
    let elsewhere = try TemporaryFolder()
    let other = try parts(folder, count: 3, into: elsewhere)
    #expect(error([three[0], other[1], three[2]]) == "The parts list different files.")
  }

  /// The definition of a loss is different there.
  @Test(arguments: ["gamut.audit/1", "gamut.audit/4"]) func partsOfAnotherSchemaAreRefused(schema: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBuilder.rgb.bytes, to: "x.png")
    let text = String(decoding: try AuditOfTree(folder).bytes(.ndjson), as: UTF8.self)
    let part = Pathname(
      try folder.write(text.replacing("gamut.audit/3", with: schema), to: "a part.ndjson"))
    let failure = #expect(throws: AuditError.self) { try AuditMerge([part]) }
    #expect(failure?.path == part && failure?.hint == "Parts are made by 'gamut audit --format ndjson'.")
  }
}

extension AuditRow {
  /// The row without the properties that a part does not contain.
  fileprivate var asRead: AuditRow {
    var copy = self
    copy.image?.report?.passes = 1
    return copy
  }
}
