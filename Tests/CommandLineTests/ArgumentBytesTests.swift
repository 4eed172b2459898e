import Testing

@testable import GamutCLI

/// Many files on one command line are bundled before parsing.
@Suite struct ArgumentBytesTests {
  @Test func `Only what can be nothing but a file is put together`() {
    let arguments = ["report", "--jobs", "2", "a", "b c", "--format", "json", "d", "-", "e", "--", "-f", "g"]
    let bundled = ["report", "--jobs", "2", "a\0b c\0d", "--format", "json", "-", "e", "--", "-f", "g"]
    #expect(ArgumentBytes.bundled(arguments) == bundled)
    #expect(bundled.flatMap { ArgumentBytes.files(in: $0) }.sorted() == arguments.sorted())
  }

  @Test(arguments: ["report", "inspect", "audit", "merge"])
  func `Each of a hundred files is reported under its own name`(command: String) throws {
    let names = (100..<200).map { "no-such-folder/\($0).png" }
    let run = try GamutProcess.run([command] + names)
    #expect(run.status == 2)
    #expect(run.errors.contains("/100.png:"))
    #expect(!run.errors.contains("100.png\\u{0}"))
  }
}
