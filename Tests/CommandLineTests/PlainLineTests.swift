import Testing

@testable import GamutCLI

/// Lines that are read without the argument parser, and must mean the same to both.
@Suite struct PlainLineTests {
  /// Checks that both readers make the same command of a line. Every run of the command by a test calls this.
  static func checkReaders(of line: [String]) throws {
    guard let plain = PlainLine.command(for: line) else { return }
    let parsed = try GamutCommand.parsed(line)
    #expect("\(plain)" == "\(parsed)", "\(line)")
  }

  @Test(arguments: [
    "a.png", "a.png b.png c", "-", "a - b", "--format json a", "a --format text", "--format html --format ndjson a",
    "--jobs 1 a", "a --jobs 64 b", "--quiet a", "--verbose a", "--quiet --quiet a", "--depth 16 a",
    "--depth 8 --depth 16 a",
    "--to p3 a", "--to ./profile.icc a", "--fail-on-verdict clips a --fail-on-verdict collapses", "",
    "--format json --jobs 1 --to srgb --depth 8 --fail-on-verdict clips --quiet a b",
  ])
  func commonLinesMeanTheSame(line: String) throws {
    let words = ["report"] + line.split(separator: " ").map(String.init)
    #expect(PlainLine.command(for: words) != nil)
    try Self.checkReaders(of: words)
  }

  /// An argument is a file if the parser says so, however odd its name.
  @Test(arguments: ["", " ", "a b", "\0", "a\0b", "é", "–quiet", "a=b", "report"])
  func oddNamesAreFiles(name: String) throws {
    try Self.checkReaders(of: ["report", name])
    try Self.checkReaders(of: ["report", "--quiet", name, "b"])
  }

  /// Faults, requests for help, other spellings and other options.
  @Test(arguments: [
    "--format", "--format xml a", "--format --quiet a", "--jobs", "--jobs 0 a", "--jobs x a", "--jobs -1 a",
    "--depth 9 a",
    "--quiet --verbose a", "--fail-on-verdict fits a", "--format=json a", "-h", "--help", "--version", "--nope a",
    "-- a", "a -- -b", "--to", "--open a", "--cache c a", "--files-from - -", "-0 a", "--jobs 1 --report html=a a",
  ])
  func otherLinesAreForTheParser(line: String) {
    #expect(PlainLine.command(for: ["report"] + line.split(separator: " ").map(String.init)) == nil)
  }

  @Test(arguments: [[], ["inspect", "a"], ["--quiet", "report", "a"], ["help", "report"]])
  func otherCommandsAreForTheParser(line: [String]) {
    #expect(PlainLine.command(for: line) == nil)
  }
}
