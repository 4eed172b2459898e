import Gamut
import LittleCMS
import PNGCodec

/// What a run was made with and over: what parts must have in common, and what reports of it begin with.
public struct AuditRun: Sendable, Hashable {
  /// What an audit and its parts are written as.
  static let schema = "gamut.audit/2"

  /// Version of gamut.
  public var version = gamutVersion
  public var libraries: [Library] = Library.all
  /// The policy, as JSON has it.
  var policy: JSONNode
  public var shard: Shard?
  /// How many files there are, in all shards, and a checksum of their paths.
  public var files: Int
  public var pathsChecksum: UInt64
  /// Of the baseline; nil without one.
  public var baseline: UInt64?

  /// A library and its version.
  public struct Library: Sendable, Hashable {
    public var name: String
    public var version: String

    static var all: [Library] {
      [Library(name: "lcms2", version: LibraryVersion.lcms2)]
        + PNGLibraryVersions.all.map { Library(name: $0.name, version: $0.version) }
    }
  }

  init(policy: JSONNode, files: Int, pathsChecksum: UInt64) {
    self.policy = policy
    self.files = files
    self.pathsChecksum = pathsChecksum
  }

  /// - Parameters:
  ///   - policy: what the run holds files against.
  ///   - inputs: of all shards.
  ///   - shard: nil for all of them.
  ///   - baseline: nil without one.
  public init(_ policy: AuditPolicy, _ inputs: [AuditInput], shard: Shard? = nil, baseline: Baseline? = nil) {
    var paths = PathsChecksum()
    for input in inputs { paths.add(input.path) }
    self.init(policy: policy.node, files: inputs.count, pathsChecksum: paths.value)
    self.shard = shard
    self.baseline = baseline?.checksum
  }
}

extension AuditRun {
  /// Notes a baseline that rows are held against.
  public mutating func use(_ baseline: Baseline) { self.baseline = baseline.checksum }
}

/// A checksum of a list of paths, one after the other.
struct PathsChecksum {
  private(set) var value: UInt64 = 0

  mutating func add(_ path: Path) { value = ContentChecksum.crc64(path.bytes + [0], continuing: value) }
}

/// What a run comes to.
public struct AuditTotals: Sendable, Hashable {
  public var files = 0
  public var verdicts: [AuditVerdict: Int] = [:]
  public var severities: [Severity: Int] = [:]
  public var rules: [AuditRule: Int] = [:]
  /// Findings that the baseline knows.
  public var known = 0
  /// Inputs that could not be processed.
  public var failures = 0
  /// Pixels of all images that were analysed, transparent ones too.
  public var pixels = 0

  public init() {}

  public mutating func add(_ row: AuditRow) {
    files += 1
    verdicts[row.verdict, default: 0] += 1
    for finding in row.findings {
      severities[finding.severity, default: 0] += 1
      rules[finding.rule, default: 0] += 1
    }
    known += row.known
    if row.error != nil { failures += 1 }
    pixels += row.image?.report?.loss.pixels.total ?? 0
  }

  public var findings: Int { severities.values.reduce(0, +) }
}
