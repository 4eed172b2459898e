import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// Pages from the output of runs that another program has changed.
@Suite struct RecordedPageTests {
  /// Returns a value with one part of it replaced, for each part.
  private static func variants(of node: JSONNode, with other: JSONNode) -> [JSONNode] {
    switch node {
    case .object(let members):
      [other]
        + members.indices.flatMap { index in
          variants(of: members[index].value, with: other).map { value -> JSONNode in
            var members = members
            members[index].value = value
            return .object(members)
          }
        }
    case .array(let items):
      [other]
        + items.indices.flatMap { index in
          variants(of: items[index], with: other).map { item -> JSONNode in
            var items = items
            items[index] = item
            return .array(items)
          }
        }
    default: [other]
    }
  }

  /// Every number, text and object of a row may be anything: there is a page or an error.
  @Test(arguments: ["-1", "0", "99", "2147483648", "9223372036854775807", "1e308", "0.5", "\"x\"", "[]", "null"])
  func anyValueGivesAPageOrAnError(text: String) throws {
    let path = Pathname(Repository.path + "/Samples/two-reds.png")
    let row = ReportRow(path: path, result: .success(try Reporter().report(on: path)))
    let other = try JSONReader.read(Array(text.utf8))
    let folder = try TemporaryFolder()
    var pages = 0
    let variants = Self.variants(of: try JSONReader.read(row.json()), with: other)
    #expect(variants.count > 100)
    for variant in variants {
      var writer = JSONWriter()
      writer.value(variant)
      let file = Pathname(try folder.write(writer.bytes + [0x0a], to: "row.ndjson"))
      do throws(RecordedPage.Fault) {
        let page = try RecordedPage(reading: file, below: Pathname("/")).bytes(jobs: 1)
        #expect(page.starts(with: "<!DOCTYPE html>".utf8))
        pages += 1
      } catch {
        #expect(!error.message.isEmpty)
      }
    }
    // Most members may be wrong without harm.
    #expect(pages > 20)
  }

  private static let sample = Pathname(Repository.path + "/Samples/two-reds.png")

  /// Returns the row of a report on a sample, for any path.
  private static func row(at path: Pathname = sample) throws -> JSONNode {
    try JSONReader.read(ReportRow(path: path, result: .success(try Reporter().report(on: sample))).json())
  }

  /// Returns an object with another value for a member at the end of the given names.
  private static func replacing(_ names: ArraySlice<String>, of node: JSONNode, with value: JSONNode) -> JSONNode {
    guard let name = names.first, case .object(var members) = node else { return value }
    for index in members.indices where members[index].name == name {
      members[index].value = replacing(names.dropFirst(), of: members[index].value, with: value)
    }
    return .object(members)
  }

  private static func page(of row: JSONNode, in folder: TemporaryFolder, below root: Pathname) throws -> String {
    var writer = JSONWriter()
    writer.value(row)
    let file = Pathname(try folder.write(writer.bytes + [0x0a], to: "row.ndjson"))
    return String(decoding: try RecordedPage(reading: file, below: root).bytes(jobs: 1), as: UTF8.self)
  }

  /// An empty element of a list took many times its two bytes, in memory and on the page.
  @Test(arguments: [["collapse", "largest"], ["steps", "largest"]])
  func elementsThatLackMembersAreRefused(names: [String]) throws {
    let folder = try TemporaryFolder()
    let row = try Self.row()
    let listed = names.reduce(row as JSONNode?) { $0?[$1] }?.array
    #expect(listed != nil)
    for list in [[], listed ?? []] as [[JSONNode]] {
      let changed = Self.replacing(names[...], of: row, with: .array(list))
      #expect(try Self.page(of: changed, in: folder, below: Pathname("/")).hasPrefix("<!DOCTYPE html>"))
    }
    for element in [.object([]), .object([.init(name: "pixels", value: .integer(1))]), .null] as [JSONNode] {
      let changed = Self.replacing(names[...], of: row, with: .array((listed ?? []) + [element]))
      #expect(throws: RecordedPage.Fault.incompleteRow(1)) {
        try Self.page(of: changed, in: folder, below: Pathname("/"))
      }
    }
  }

  /// The row has its verdict as a finding besides those of the list.
  @Test func theFindingsOfARowAreLimited() throws {
    let folder = try TemporaryFolder()
    func page(findings count: Int) throws -> String {
      let finding = JSONNode.object([
        .init(name: "code", value: .string("x")), .init(name: "message", value: .string("It is odd.")),
      ])
      let list = JSONNode.array(Array(repeating: finding, count: count))
      return try Self.page(
        of: Self.replacing(["findings"], of: try Self.row(), with: list), in: folder, below: Pathname("/"))
    }
    #expect(try !page(findings: 4095).contains("of this file is not shown"))
    #expect(try page(findings: 4096).contains("1 more finding of this file is not shown."))
    #expect(try page(findings: 6095).contains("2,000 more findings of this file are not shown."))
  }

  /// The paths of a row may lead anywhere.
  @Test func filesOutsideOfTheFolderHaveNoPictures() throws {
    let folder = try TemporaryFolder()
    let bytes = try Repository.bytes("Samples/two-reds.png")
    for name in ["secret.png", "top/a.png"] { try folder.write(bytes, to: name) }
    try folder.link("top/link.png", to: "../secret.png")
    try folder.link("top/up", to: "..")
    let root = Pathname(folder.path + "/top")
    for (path, isShown) in [
      ("a.png", true), ("link.png", true), ("../top/a.png", true), (folder.path + "/top/a.png", true),
      ("../secret.png", false), (folder.path + "/secret.png", false), ("up/../secret.png", false),
      (folder.path + "/top/../secret.png", false),
    ] {
      let page = try Self.page(of: try Self.row(at: Pathname(path)), in: folder, below: root)
      #expect(page.contains("\"pictures\":{") == isShown, "\(path)")
      #expect(page.contains("\"fault\":") != isShown, "\(path)")
    }
  }
}
