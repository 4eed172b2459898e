import Foundation
import TestSupport
import Testing

/// Pages made again from the output of earlier runs.
@Suite struct PageCommandTests {
  /// A page made from the output of a run is that of the run.
  @Test(arguments: ["json", "ndjson"], ["report", "audit"])
  func pagesAreMadeAgain(format: String, command: String) throws {
    let folder = try TemporaryFolder()
    let arguments =
      [command, "Samples"] + (command == "audit" ? ["--no-policy", "--fail-on", "never"] : []) + ["--format"]
    let environment = ["PATH": "/usr/bin:/bin", "SOURCE_DATE_EPOCH": "1700000000"]
    func run(_ arguments: [String]) throws -> GamutProcess {
      try GamutProcess.run(arguments, environment: environment, preparation: "cd '\(Repository.path)'")
    }
    let output = try run(arguments + [format]).output
    let file = try folder.write(output, to: "run.\(format)")
    let page = try run(["page", file])
    #expect(page.status == 0)
    let again = try PageTests.data(in: page.output)
    let direct = try PageTests.data(in: try run(arguments + ["html"]).output)
    // That of a report does not know its command.
    for member in ["name", "kinds", "levels"] + (command == "audit" ? ["rules"] : []) {
      #expect(again[member] == direct[member], "\(member)")
    }
    #expect(page.text.contains(" at 2023-11-14 22:13 UTC with: gamut page "))
    #expect(again["fine"] == direct["fine"])
    let (rows, expected) = (again["rows"]?.array ?? [], direct["rows"]?.array ?? [])
    #expect(rows.count == expected.count && !rows.isEmpty)
    for (row, other) in zip(rows, expected) {
      for member in ["paths", "kind", "findings", "report", "pictures", "swatches", "facts"] {
        #expect(row[member] == other[member], "\(member) of \(other["paths"]?[0]?.string ?? "")")
      }
    }
    // Without the files it has the numbers alone, and says so.
    let missing = try PageTests.data(in: try run(["page", file, "--root", folder.path]).output)
    #expect(missing["rows"]?.array?.contains { $0["pictures"] != nil } == false)
    #expect(missing["rows"]?.array?.contains { $0["fault"] != nil } == true)
    #expect(missing["rows"]?[0]?["report"] == expected.first?["report"])
  }

  @Test(arguments: [
    ("{}", "not the output of a report or of an audit"), ("", "not the output"), ("[1]", "not the output"),
    ("{\"schema\":\"gamut.report-set/9\",\"files\":[]}", "Another version"),
    ("{\"schema\":\"gamut.report-set/1\",\"files\":[{}]}", "Row 1"),
    ("{\"schema\":\"gamut.report-set/1\",\"files\":[", "byte"),
    ("{\"schema\":\"gamut.report/3\",\"path\":\"a\"}\n", "Row 1"),
    ("{\"schema\":\"gamut.audit/3\",\"kind\":\"run\"}\n", "Row 1"),
    ("{\"schema\":\"gamut.verify/1\"}", "Another version"),
  ])
  func whatIsNoRunIsRefused(text: String, words: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(text.utf8), to: "run.json")
    let run = try GamutProcess.run(["page", file, "--output", folder.path + "/page.html"])
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.hasPrefix("gamut: \(file)"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/page.html"))
  }
}
