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

  private static func page(of row: JSONNode, in folder: TemporaryFolder, below root: Pathname) throws -> String {
    var writer = JSONWriter()
    writer.value(row)
    let file = Pathname(try folder.write(writer.bytes + [0x0a], to: "row.ndjson"))
    return String(decoding: try RecordedPage(reading: file, below: root).bytes(jobs: 1), as: UTF8.self)
  }

  /// The paths of a row may lead anywhere.
  @Test func filesOutsideOfTheFolderHaveNoPictures() throws {
    let folder = try TemporaryFolder()
    let bytes = try Repository.bytes("Samples/two-reds.png")
    for name in ["secret.png", "root/a.png"] { try folder.write(bytes, to: name) }
    try folder.link("root/link.png", to: "../secret.png")
    try folder.link("root/up", to: "..")
    let root = Pathname(folder.path + "/root")
    for (path, isShown) in [
      ("a.png", true), ("link.png", true), ("../root/a.png", true), (folder.path + "/root/a.png", true),
      ("../secret.png", false), (folder.path + "/secret.png", false), ("up/../secret.png", false),
      (folder.path + "/root/../secret.png", false),
    ] {
      let page = try Self.page(of: try Self.row(at: Pathname(path)), in: folder, below: root)
      #expect(page.contains("\"pictures\":{") == isShown, "\(path)")
      #expect(page.contains("\"fault\":") != isShown, "\(path)")
    }
  }
}
