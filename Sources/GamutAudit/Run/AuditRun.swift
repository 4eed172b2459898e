import Gamut
public import GamutKit
import LittleCMS
import PNGCodec

/// The parameters and the inputs of a run: they must be equal for all parts, and reports start with them.
public struct AuditRun: Sendable, Hashable {
  static let schema = "gamut.audit/3"

  /// The version of gamut.
  public var version = gamutVersion
  var policy: JSONNode
  /// The shard that was audited; nil for all inputs.
  public var shard: Shard?
  /// The number of files in all shards.
  public var files: Int
  /// A checksum of their paths.
  public var pathsChecksum: UInt64
  /// The checksum of the baseline; nil without one.
  public var baseline: UInt64?
  /// Images and colours that no rule checks, of all shards.
  public var unchecked = UncheckedFiles()
  /// The root, relative to the top folder of its git repository; nil if it is that folder or in no repository.
  package var folder: Pathname?
  /// The command, for a shell in the root, that audits the files of all shards again; nil if that is not known.
  public var command: String?
  /// The root: absolute, without symbolic links; nil if it is not known.
  package var root: Pathname?
  /// The folder in which people read paths and commands, in text and on pages; nil for the root.
  package var viewpoint: Viewpoint?
  package var commandHere: String?
  /// That command where `--fix` can follow: not for a shard, because new files would move others to another one.
  var commandForFixHere: String? { shard == nil ? commandHere ?? command : nil }
  /// The rules that a policy of the run turns off, where `--select` would turn them on.
  var rulesOff: Set<AuditRule> = []
  /// Whether the files have just been fixed, so that text does not suggest it; like the following properties, not recorded.
  public var isFixed = false
  /// Whether what no longer occurs is dropped from the baseline, so that text does not suggest it.
  package var prunesBaseline = false
  /// The least severity of a finding that fails a test in JUnit; text and pages ignore it.
  public var leastFailing = Severity.error

  /// The libraries that the command is linked to, by the names of their packages.
  package static var libraries: [(name: String, version: String)] {
    [("lcms2", LibraryVersion.lcms2)] + PNGLibraryVersions.all
      + [("libyaml", YAMLReader.libraryVersion), (ContentHash.library.name, ContentHash.library.version)]
  }
}

extension AuditRun {
  /// - Parameters:
  ///   - policy: the policy of the run.
  ///   - inputs: the inputs of all shards.
  ///   - shard: the shard of this run; nil for all inputs.
  ///   - baseline: nil without one.
  ///   - unchecked: images and colours that no rule checks.
  public init(
    _ policy: AuditPolicy, _ inputs: [AuditInput], shard: Shard? = nil, baseline: Baseline? = nil,
    unchecked: UncheckedFiles = UncheckedFiles()
  ) {
    var paths = PathsChecksum()
    for input in inputs { paths.add(input.path) }
    self.init(policy: policy.node, files: inputs.count, pathsChecksum: paths.value)
    self.shard = shard
    rulesOff = Set(
      AuditRule.allCases.filter { rule in
        ([policy] + policy.folders.values).contains { $0.severity(of: rule) == nil }
      })
    self.baseline = baseline?.checksum
    self.unchecked = unchecked
  }

  package func shown(_ path: Pathname) -> Pathname { viewpoint?.shown(path) ?? path }

  /// Returns a path of a row for readers that know paths in the repository: code scanning and merge requests.
  func inRepository(_ path: Pathname) -> Pathname {
    folder?.joined(path) ?? path
  }

  /// Records the baseline that the rows are compared with.
  public mutating func use(_ baseline: Baseline) { self.baseline = baseline.checksum }
}

/// The folder in which people read paths, which differs from the root of the paths.
package struct Viewpoint: Sendable, Hashable {
  private let root, folder: Pathname

  package init?(from root: Pathname) {
    guard let folder = try? Pathname.here.resolved, folder != root else { return nil }
    (self.root, self.folder) = (root, folder)
  }

  /// Returns a path that is relative to the root as it is in the folder: relative, unless only `/` contains both.
  package func shown(_ path: Pathname) -> Pathname {
    guard !path.isAbsolute, path != .standardInput else { return path }
    let full = root.joined(path)
    if folder.contains(full) || folder == full { return full.below(folder) }
    return full.components.first == folder.components.first ? full.way(from: folder) : full
  }
}

struct PathsChecksum {
  private(set) var value: UInt64 = 0

  mutating func add(_ path: Pathname) {
    value = ContentChecksum.crc64([0], continuing: ContentChecksum.crc64(path.bytes, continuing: value))
  }
}

/// The totals of a run.
public struct AuditTotals: Sendable, Hashable {
  /// The number of files.
  public var files = 0
  /// The number of files for each verdict.
  public var verdicts: [RowVerdict: Int] = [:]
  /// The number of findings for each severity.
  public var severities: [Severity: Int] = [:]
  /// The number of findings for each rule.
  public var rules: [AuditRule: Int] = [:]
  private var pointers: Severity?
  /// Findings hidden by the baseline.
  public var known = 0
  /// Findings in the baseline that no longer occur, and the lines of text that name them.
  public var stale = 0
  package var staleLines: [String] = []
  /// Inputs that could not be processed.
  public var failures = 0
  /// The pixels of all analysed images, including transparent ones.
  public var pixels = 0

  /// Creates the totals of no row.
  public init() {}

  /// Adds a row, after a baseline has hidden its known findings.
  public mutating func add(_ row: AuditRow) {
    files += 1
    verdicts[row.verdict, default: 0] += 1
    for finding in row.findings {
      let count = finding.occurrences
      rules[finding.rule, default: 0] += count
      if finding.rule == .lfsPointer {
        // One 'git lfs pull' fetches all images, so that this is one finding, as severe as the worst.
        if let pointers, pointers >= finding.severity { continue }
        if let pointers { severities[pointers, default: 1] -= 1 }
        pointers = finding.severity
      }
      severities[finding.severity, default: 0] += count
    }
    known += row.known
    stale += row.stale
    if row.error != nil { failures += 1 }
    // Any program may have written the rows of a part, with any numbers of pixels.
    pixels &+= row.image?.report?.loss.pixels.total ?? 0
  }

  /// Returns what text says of known findings that no longer occur, and how to drop them.
  package func staleWords(_ run: AuditRun) -> String {
    let all = Words.count(known + stale, "known finding")
    let (verb, them) = stale == 1 ? ("occurs", "it") : ("occur", "them")
    let drop = run.prunesBaseline ? nil : run.commandForFixHere.map { ": to drop \(them), run \($0) --prune-baseline" }
    let words = "\(Words.count(stale)) of \(all) no longer \(verb)" + (drop ?? ".")
    return ([words] + staleLines).joined(separator: "\n")
  }
}
