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
}
