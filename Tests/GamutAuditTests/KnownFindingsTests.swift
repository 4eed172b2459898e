import GamutKit
import PNGCodec
import TestSupport
import Testing

@testable import GamutAudit

/// Which findings of today the entries of a baseline hide, by rule and path or by rule and contents, and which entries no
/// longer occur.
@Suite struct KnownFindingsTests {
  /// A change of a tree of two files with findings, and what follows: the findings that are new, the known ones, and the
  /// entries that no longer occur, with files and without.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The samples of the tree afterwards, by their paths.
    var files: [String: String]
    var new: [String] = [], known = 0, stale = 0, gone = 0
  }

  private static let before = ["a/reds.png": "two-reds", "b/gradient.png": "flat-gradient"]

  static let cases = [
    Case(testDescription: "nothing changed", files: before, known: 2),
    Case(
      testDescription: "a renamed folder", files: ["c/reds.png": "two-reds", "b/gradient.png": "flat-gradient"],
      known: 2),
    Case(
      testDescription: "a copy", files: before.merging(["c/reds.png": "two-reds"]) { $1 }, new: ["c/reds.png"], known: 2
    ),
    Case(
      testDescription: "a renamed file and a copy of it",
      files: ["c/reds.png": "two-reds", "d/reds.png": "two-reds", "b/gradient.png": "flat-gradient"],
      new: ["d/reds.png"],
      known: 2),
    Case(
      testDescription: "another image with the same finding",
      files: ["a/reds.png": "flat-gradient", "b/gradient.png": "flat-gradient"], known: 2),
    Case(
      testDescription: "a fixed file", files: ["a/reds.png": "srgb", "b/gradient.png": "flat-gradient"], known: 1,
      stale: 1
    ),
    Case(testDescription: "a deleted file", files: ["a/reds.png": "two-reds"], known: 1, gone: 1),
    Case(
      testDescription: "a fixed file, moved as it was",
      files: ["a/reds.png": "srgb", "c/reds.png": "two-reds", "b/gradient.png": "flat-gradient"], new: ["c/reds.png"],
      known: 1, stale: 1),
  ]

  private static func tree(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, sample) in files { try folder.copy("Samples/\(sample).png", to: path) }
    return folder
  }

  private static func policy() -> AuditPolicy {
    var policy = AuditPolicy()
    policy.select([.collapses])
    return policy
  }

  private static func baseline() throws -> Baseline {
    var baseline = Baseline()
    for row in try AuditOfTree(tree(before), policy()).rows { baseline.add(row) }
    return baseline
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases) func entriesHideFindings(test: Case) throws {
    let (folder, baseline) = (try Self.tree(test.files), try Self.baseline())
    #expect(baseline.count == 2 && baseline.files == 2)
    var known = KnownFindings(baseline, root: Pathname(folder.path))
    var (new, totals, next) = ([String](), AuditTotals(), Baseline())
    for var row in try AuditOfTree(folder, Self.policy()).rows {
      let all = row
      known.remove(from: &row)
      totals.add(row)
      if row.findings.isEmpty { next.add(all) } else { new.append(row.path.text) }
    }
    #expect(new == test.new && totals.known == test.known && totals.stale == test.stale)
    // Not of files that the run did not look for.
    #expect(known.countGone(in: ["."]) { _ in false } == 0)
    #expect(known.countGone(in: ["a"]) { _ in true } == 0)
    #expect(known.countGone(in: ["a", "b"]) { _ in true } == test.gone)
    // What is left is what is known, as it is today.
    #expect(known.current == next)
  }

  /// What the run does not check says nothing about an entry.
  @Test func otherRulesAndFilesAreNotJudged() throws {
    let folder = try Self.tree(["a/reds.png": "srgb"])
    var known = KnownFindings(try Self.baseline(), root: Pathname(folder.path)) { rule, _ in rule != .collapses }
    for var row in try AuditOfTree(folder, Self.policy()).rows {
      known.remove(from: &row)
      #expect(row.stale == 0)
    }
    #expect(known.countGone(in: ["."]) { _ in true } == 0)
    #expect(try known.current == Self.baseline())
    // A file that could not be read may still have the finding.
    var unread = AuditRow(path: "a/reds.png")
    unread.error = RecordedError(GamutError.png(.notPNG(looksLike: nil)))
    known = KnownFindings(try Self.baseline(), root: Pathname(folder.path))
    known.remove(from: &unread)
    #expect(unread.stale == 0)
  }
}
