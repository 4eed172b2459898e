import Foundation
import GamutKit
import TestSupport
import Testing

@testable import GamutAudit

/// What formats leave out, and how they say so.
@Suite struct FormatLimitTests {
  /// An audit with a row for each name, which has an error, a warning and a note.
  private static func rows(_ names: [String]) -> [AuditRow] {
    names.sorted().map { name in
      var row = AuditRow(path: Pathname(name))
      row.findings = [(AuditRule.collapses, Severity.error), (.untagged, .warning), (.clips, .note)].map {
        AuditFinding(rule: $0.0, severity: $0.1, message: "The message of \(name).")
      }
      return row
    }
  }

  private static func sarif(_ rows: [AuditRow], limit: Int = 100, _ style: TextStyle = TextStyle()) throws -> JSONValue
  {
    var writer = AuditSARIF(AuditRun(AuditPolicy(), []), style, limit: limit)
    return try JSONValue(parsing: writer.bytes(of: rows))
  }

  @Test(arguments: [100, 40, 25, 15])
  func `SARIF keeps the most severe results, and says what is missing`(limit: Int) throws {
    let rows = Self.rows((10..<30).map { "image-\($0).png" })
    let document = try Self.sarif(rows, limit: limit)
    let levels = (document["runs.0.results"]?.array ?? []).compactMap { $0["level"]?.string }
    #expect(levels.count == min(limit, 40) && !levels.contains("note"))
    #expect(levels.count { $0 == "error" } == min(limit, 20))
    let note = document["runs.0.invocations.0.toolExecutionNotifications.0.message.text"]?.string
    #expect((note == nil) == (limit >= 40))
    #expect(note.map { $0.contains("first \(limit) of 40 results") } ?? true)
    #expect(try Repository.schema("audit-sarif").faults(in: document) == [])
  }

  @Test func `Verbose SARIF has notes`() throws {
    let document = try Self.sarif(Self.rows(["one.png"]), TextStyle(detail: .verbose))
    let levels = document["runs.0.results"]?.array?.compactMap { $0["level"]?.string }
    #expect(levels == ["error", "warning", "note"])
  }

  /// A command for many files selects a rule, also one with findings of two severities.
  @Test func `Many commands are one`() throws {
    let rows = (1...5).map { index in
      var row = AuditRow(path: Pathname("image-\(index).png"))
      row.findings = [AuditFinding(rule: .chunkFault, severity: index < 4 ? .warning : .note, message: "The same.")]
      row.findings[0].remedy = .embed(.sRGB)
      return row
    }
    var run = AuditRun(AuditPolicy(), [])
    run.command = "gamut audit ."
    let text = String(decoding: AuditOfTree.bytes(.text, run, rows), as: UTF8.self)
    #expect(text.components(separatedBy: "    $ gamut").count == 2, "\(text)")
    #expect(text.contains("    $ gamut audit . --select chunk-fault --fix\n"), "\(text)")
  }

  @Test func `Ten annotations are ten problems`() throws {
    // 300 files with the same warning, and 12 others with warnings of their own.
    var rows = (100..<400).map { index in
      var row = AuditRow(path: Pathname("image-\(index).png"))
      row.findings = [AuditFinding(rule: .untagged, severity: .warning, message: "The same.")]
      return row
    }
    rows += (400..<412).map { index in
      var row = AuditRow(path: Pathname("image-\(index).png"))
      row.findings = [AuditFinding(rule: .chunkFault, severity: .warning, message: "\(index) bytes.", weight: index)]
      return row
    }
    let text = String(decoding: AuditOfTree.bytes(.github, AuditRun(AuditPolicy(), []), rows), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 10)
    #expect(lines.count { $0.contains("untagged") } == 1)
    #expect(lines.contains { $0.contains("The same.%0AThe same in 299 more files.") })
    #expect(Set(lines).count == 10)
  }

  /// Twelve files that cannot be read for one reason are one annotation, and leave room for what the others lose.
  @Test func `Failures do not crowd out findings`() throws {
    var rows = (100..<112).map { index in
      var row = AuditRow(path: Pathname("image-\(index).png"))
      row.error = RecordedError(code: "io", message: "\(index) bytes cannot be read.", offset: nil)
      return row
    }
    var loses = AuditRow(path: Pathname("reds.png"))
    loses.findings = [AuditFinding(rule: .collapses, severity: .error, message: "Two reds.")]
    rows.append(loses)
    let text = String(decoding: AuditOfTree.bytes(.github, AuditRun(AuditPolicy(), []), rows), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("image-100.png") == true && lines.first?.contains("in 11 more files") == true)
    #expect(lines.last?.contains("reds.png") == true)
  }

  @Test func `Xcode gets absolute paths and the command`() throws {
    let root = try #require(try Pathname(FileManager.default.temporaryDirectory.path).resolved)
    var row = AuditRow(path: Pathname("Sub/image.png"))
    row.findings = [AuditFinding(rule: .p3Unneeded, severity: .warning, message: "Too wide.")]
    row.findings[0].remedy = AuditRule.p3Unneeded.remedy
    var writer = AuditFormat.xcode.formatter(
      AuditDocument(AuditRun(AuditPolicy(), []), TextStyle(), AuditPictures(root: root, jobs: 1)))
    let path = root.text + "/Sub/image.png"
    #expect(
      String(decoding: writer.add(row), as: UTF8.self)
        == "\(path):1:1: warning: Too wide. Fix: gamut convert \(path) --to srgb --in-place (p3-unneeded)\n")
  }

  @Test func `Other images are counted`() throws {
    let folder = try TemporaryFolder()
    for name in ["one.pdf", "two.PDF", "sub/photo.jpeg", "sub/photo.heic", "icon.svg", "notes.txt", "pdf"] {
      try folder.write([], to: name)
    }
    let audit = try AuditOfTree(folder)
    #expect(audit.run.unchecked.images == 5)
    let text = String(decoding: audit.bytes(.text), as: UTF8.self)
    #expect(text.contains("5 images of other formats were not checked."))
    let json = try JSONValue(parsing: audit.bytes(.json))
    #expect(json["run.unchecked.images"] == .integer(5))
    #expect(try Repository.schema("audit").faults(in: json) == [])
  }
}
