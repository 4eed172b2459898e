import Foundation
import GamutAudit
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// The completion scripts of shells; the one of bash is executed.
@Suite struct CompletionTests {
  private static let script = Result { try GamutProcess.run(["--generate-completion-script", "bash"]) }

  /// Returns the sorted completions of bash for a line, in a folder created for the test.
  private func completions(_ line: String) throws -> [String] {
    let folder = try TemporaryFolder()
    for name in ["Brand.icc", "Old.icm", "photo.png", "list.txt", "$(touch ran).icc"] { try folder.write([], to: name) }
    try folder.write([], to: "Profiles/P3.icc")
    let script = try folder.write(try Self.script.get().output, to: ".script")
    // As readline(3) sets them for a cursor at the end; `=` separates words.
    let words = line.replacing("=", with: " = ").split(separator: " ", omittingEmptySubsequences: false).map(
      String.init)
    let run = try GamutProcess.run(
      [
        "--norc", "-c",
        """
        source "$0"; cd "$1"; shift
        COMP_LINE=$1; COMP_POINT=${#1}; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        previous=
        [ $# -gt 1 ] && previous=${COMP_WORDS[$#-2]}
        _gamut gamut "${COMP_WORDS[$#-1]}" "$previous"
        printf '%s\\n' "${COMPREPLY[@]}"
        """, script, folder.path, line,
      ] + words, program: "/bin/bash",
      environment: ["PATH": GamutProcess.builtFolder + ":/bin"])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/ran"))
    return run.text.split(separator: "\n").map(String.init).sorted()
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "bash is not installed"),
    arguments: [
      ("gamut a", ["audit"]), ("gamut audit --exp", ["--explain"]),
      ("gamut audit --format ", AuditFormat.allCases.map(\.rawValue).sorted()),
      ("gamut audit --explain p", AuditRule.allCases.map(\.rawValue).filter { $0.hasPrefix("p") }.sorted()),
      ("gamut audit --select unt", ["untagged"]), ("gamut audit --ignore al", ["all"]),
      ("gamut audit --fail-on ", ["error", "never", "note", "warning"]), ("gamut init P", ["Profiles"]),
      ("gamut audit --report sar", ["sarif=gamut.sarif"]), ("gamut audit --report sarif=li", ["list.txt"]),
      ("gamut audit --baseline l", ["list.txt"]), ("gamut audit --root ", ["Profiles"]),
      ("gamut audit ph", ["photo.png"]),
      ("gamut report --to ", ReferenceSpace.allCases.map(\.rawValue).sorted()),
      ("gamut report --to d", ["dci-p3", "display-p3", "display-p3-compat"]),
      ("gamut report --depth ", ["16", "8"]),
      ("gamut report --fail-on-verdict ", ["clips", "collapses", "confuses", "loses"]),
      ("gamut report --files-from l", ["list.txt"]), ("gamut report --heatmap-dir P", ["Profiles"]),
      ("gamut report --color ", ["always", "auto", "never"]), ("gamut embed --profile n", ["none"]),
      ("gamut verify --profile a", ["adobe-rgb", "any", "apple-rgb"]), ("gamut verify --level ", ["16-bit", "8-bit"]),
      ("gamut convert --mapping ", ["clip", "css", "preserve"]),
      ("gamut convert --output-dir ", ["Profiles"]),
      ("gamut merge l", ["list.txt"]), ("gamut inspect B", ["Brand.icc"]),
      ("gamut color dodg", ["dodgerblue"]), ("gamut color red --in disp", ["display-p3", "display-p3-linear"]),
    ] as [(String, [String])])
  func bashOffersWhatCanFollow(line: String, words: [String]) throws {
    #expect(try completions(line) == words)
  }

  /// Every option completes values from a closed list, files, folders or dynamically; the only exceptions are numbers,
  /// sizes, shards, commits, patterns, renditions and commands.
  @Test func everyOptionWithAListOrAFileCompletes() throws {
    let document = try JSONValue(parsing: try GamutProcess.run(["--experimental-dump-help"]).output)
    let free: Set = [
      "jobs", "shard", "memory", "cache-size", "jnd", "tolerance", "top", "exclude", "only-changed", "remedy", "find",
      "rendition",
    ]
    var count = 0
    for command in document["command.subcommands"]?.array ?? [] where command["commandName"]?.string != "help" {
      for argument in command["arguments"]?.array ?? [] where argument["kind"]?.string != "flag" {
        count += 1
        let name = argument["preferredName.name"]?.string ?? ""
        let isFree = free.contains(name)
        #expect((argument["completionKind"] == nil) == isFree, "\(command["commandName"]!) \(name)")
      }
    }
    #expect(count > 40)
  }
}
