import Foundation
import GamutAudit
import GamutKit
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// The inputs of a run, and files that gamut did not write, are never overwritten, independent of the requested
/// outputs.
@Suite struct OverwritingTests {
  /// Creates a folder with an image, a profile, a list, a policy that names the profile, and a baseline.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy("Samples/two-reds.png", to: "a.png")
    try folder.write(Profile.displayP3.bytes, to: "my.icc")
    try folder.write("a.png\n", to: "list")
    try folder.write("destination: my.icc\nexpect:\n- {files: '*', profile: my.icc}\n", to: "policy.yml")
    try folder.write(#"{"schema":"gamut.baseline/2","findings":[]}"#, to: "known.json")
    return folder
  }

  private static func run(_ command: String, in folder: TemporaryFolder, environment: [String: String] = [:]) throws
    -> GamutProcess
  {
    try GamutProcess.run(command.split(separator: " ").map(String.init), environment: environment, at: folder.path)
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      "report a.png --to my.icc --report html=my.icc", "report a.png --override my.icc --report json=./my.icc",
      "report a.png --assume my.icc --heatmap my.icc", "report --files-from list --report text=list",
      "report --files-from list --heatmap list", "report a.png --report html=a.png", "report a.png --heatmap a.png",
      "audit a.png --policy policy.yml --report json=policy.yml",
      "audit a.png --policy policy.yml --report json=my.icc",
      "audit a.png --policy policy.yml --write-baseline my.icc", "audit --files-from list --report junit=list",
      "audit a.png --baseline known.json --report json=known.json",
      "audit a.png --baseline known.json --write-baseline known.json",
      "convert a.png --to my.icc --output my.icc --force", "convert --files-from list --to srgb --output list --force",
      "convert a.png --to srgb --override my.icc --output my.icc --force",
      "embed a.png --profile my.icc --output my.icc --force",
      "embed a.png --profile srgb --assume my.icc --output my.icc --force",
    ])
  func whatIsReadStays(command: String) throws {
    let folder = try Self.folder()
    let before = try folder.contents()
    let run = try Self.run(command, in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("read") || run.errors.contains("The output is the input"), "\(run.errors)")
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [
    "report a.png --heatmap z --report html=z", "report a.png --heatmap-dir out --report json=out/a.png",
    "report a.png --report html=z --report json=./z", "audit a.png --report html=z --write-baseline z",
    "audit a.png --report html=summary --format github",
  ])
  func twoOutputsAtOnePlaceAreRefusedBeforeAnythingIsWritten(command: String) throws {
    let folder = try Self.folder()
    let before = try folder.contents()
    let run = try Self.run(
      command, in: folder, environment: ["GITHUB_STEP_SUMMARY": folder.path + "/summary"])
    #expect(run.status == 2)
    #expect(run.errors.contains("Two things would be written into this file"), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try folder.contents() == before)
  }

  @Test func standardOutputIsAnOutputToo() throws {
    let folder = try Self.folder()
    let run = try GamutProcess.run(["report", "a.png", "--report", "json=z"], redirection: ">z", at: folder.path)
    #expect(run.status == 2 && run.errors.contains("Two things would be written"))
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: ["text", "json", "ndjson", "html"])
  func aReportIsReplacedAndAnotherFileIsNot(form: String) throws {
    let folder = try Self.folder()
    let command = "report a.png --report \(form)=report"
    #expect(try Self.run(command, in: folder).status == 0)
    let first = try folder.contents()["report"]
    #expect(first?.isEmpty == false)
    #expect(try Self.run(command, in: folder).status == 0)
    #expect(try folder.contents()["report"] == first)
    try expectForeignStays("report a.png --report \(form)=other", in: folder)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: AuditFormat.allCases.map(\.rawValue))
  func anAuditIsReplacedAndAnotherFileIsNot(form: String) throws {
    let folder = try Self.folder()
    for names in ["a.png", "empty"] {
      try folder.makeFolder("empty")
      let command = "audit \(names) --allow-empty --no-policy --fail-on never --report \(form)=audit-of-\(names)"
      #expect(try Self.run(command, in: folder).status == 0)
      let run = try Self.run(command, in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    try expectForeignStays("audit a.png --report \(form)=other", in: folder)
  }

  @Test func aBaselineIsReplacedAndAnotherFileIsNot() throws {
    let folder = try Self.folder()
    for _ in 0..<2 { #expect(try Self.run("audit a.png --write-baseline baseline.json", in: folder).status == 0) }
    try expectForeignStays("audit a.png --write-baseline other", in: folder)
  }

  /// Findings that a team has agreed to live with, and a report of the moment.
  @Test(arguments: [
    ("report a.png --report json=known.json", "known.json"), ("audit a.png --report json=known.json", "known.json"),
    ("audit a.png --no-policy --write-baseline audit.json", "audit.json"),
  ])
  func aBaselineReplacesABaselineAlone(command: String, kept: String) throws {
    let folder = try Self.folder()
    #expect(try Self.run("audit a.png --no-policy --fail-on never --report json=audit.json", in: folder).status == 0)
    let before = try folder.contents()[kept]
    let run = try Self.run(command, in: folder)
    #expect(
      run.status == 2 && run.errors.contains("\(kept): The file in its place was not written by gamut"), "\(run.errors)"
    )
    #expect(try folder.contents()[kept] == before)
  }

  /// What a shell gives for `-`.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      ("report - --report json=a.png", "a.png"), ("report - --heatmap a.png", "a.png"),
      ("convert - --to srgb --output a.png --force", "a.png"),
      ("embed - --profile srgb --assume srgb --output a.png --force", "a.png"),
      ("report --files-from - --report text=list", "list"),
      ("convert --files-from - --to srgb --output list --force", "list"), ("merge - --report html=part", "part"),
    ])
  func theFileBehindStandardInputStays(command: String, file: String) throws {
    let folder = try Self.folder()
    let part = try Self.run("audit a.png --no-policy --fail-on never --format ndjson", in: folder).output
    try folder.write(part, to: "part")
    let before = try folder.contents()
    let run = try GamutProcess.run(
      command.split(separator: " ").map(String.init), redirection: "<\(file)", at: folder.path)
    #expect(run.status == 2, "\(run.errors)")
    #expect(try folder.contents() == before)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aHeatMapIsReplacedAndAnotherImageIsNot() throws {
    let folder = try Self.folder()
    let other = try folder.write(InputFileTests.image.bytes, to: "other")
    for _ in 0..<2 {
      #expect(try Self.run("report a.png --heatmap map.png", in: folder).status == 0)
      #expect(try Self.run("report a.png --heatmap-dir Maps", in: folder).status == 0)
    }
    let run = try Self.run("report a.png --heatmap other", in: folder)
    #expect(run.status == 2 && run.errors.contains("not written by gamut"), "\(run.errors)")
    #expect(FileManager.default.contents(atPath: other) == Data(InputFileTests.image.bytes))
    // Even a map is not overwritten if it is an input of the run.
    #expect(try Self.run("report map.png --heatmap map.png", in: folder).status == 2)
  }

  /// Such as `mktemp` creates.
  @Test func anEmptyFileIsReplaced() throws {
    let folder = try Self.folder()
    for name in ["report", "map"] { try folder.write([], to: name) }
    #expect(try Self.run("report a.png --report html=report --heatmap map", in: folder).status == 0)
    #expect(try folder.contents().filter { ["report", "map"].contains($0.key) }.allSatisfy { !$0.value.isEmpty })
  }

  private func expectForeignStays(_ command: String, in folder: TemporaryFolder) throws {
    let bytes = Array("Nobody else has this.\n".utf8)
    let file = try folder.write(bytes, to: "other")
    let run = try Self.run(command, in: folder)
    #expect(
      run.status == 2 && run.errors.contains("other: The file in its place was not written by gamut"), "\(run.errors)")
    #expect(FileManager.default.contents(atPath: file) == Data(bytes))
  }

  private static let pipes = [
    "report pipe", "inspect pipe", "verify --profile any pipe", "audit pipe", "embed pipe --profile srgb --output z",
    "embed pipe --profile srgb --in-place", "convert pipe --to srgb --output z", "merge pipe",
    "report --files-from pipe",
    "report --files-from names", "audit --files-from names", "report a.png --to pipe", "audit a.png --policy pipe",
    "audit a.png --baseline pipe", "report a.png --report html=pipe",
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: pipes) func aNamedPipeIsRefusedAtOnce(command: String) throws {
    let folder = try Self.folder()
    try folder.write("pipe\n", to: "names")
    let run = try GamutProcess.run(
      ["20", try GamutProcess.command("gamut")] + command.split(separator: " ").map(String.init),
      program: "/usr/bin/timeout", preparation: "cd '\(folder.path)' && mkfifo pipe")
    #expect(run.status == (command.contains("--to pipe") ? 64 : 2), "\(run.errors)")
    #expect(run.errors.contains("pipe"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero"), "/dev/zero is missing"),
    arguments: [
      "report /dev/zero", "inspect /dev/zero", "report --files-from /dev/zero", "merge /dev/zero",
      "audit a.png --baseline /dev/zero", "audit a.png --policy /dev/zero",
    ])
  func aDeviceIsRefused(command: String) throws {
    let run = try Self.run(command, in: try Self.folder())
    #expect(run.status == 2)
    #expect(run.errors.contains("This is a pipe or a device and not a file"), "\(run.errors)")
  }

  /// Paths that a shell substitutes for `<(...)`, and standard input by its path.
  @Test(.enabled(if: Thoroughness.hasTime)) func descriptorsByTheirNamesAreRead() throws {
    let folder = try Self.folder()
    for (command, preparation) in [
      ("report /dev/fd/3", "exec 3<a.png"), ("report --to /dev/fd/3 a.png", "exec 3<my.icc"),
      ("report --files-from /dev/fd/3", "exec 3<list"), ("report /dev/stdin", "exec <a.png"),
      ("report /dev//fd/3", "mkfifo p; cat a.png >p & exec 3<p"),
      ("report --files-from /dev/fd/3", "mkfifo q; cat list >q & exec 3<q"),
      ("audit a.png --fail-on never --baseline /dev/fd/3", "mkfifo r; cat known.json >r & exec 3<r"),
      ("audit a.png --fail-on never --policy /dev/fd/3", "mkfifo s; echo 'version: 1' >s & exec 3<s"),
    ] {
      let run = try GamutProcess.run(
        command.split(separator: " ").map(String.init), redirection: command.hasSuffix("stdin") ? "<a.png" : "",
        preparation: "cd '\(folder.path)'; \(preparation)")
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
  }
}
