public import GamutKit
import PNGCodec

/// The merged parts of one audit: the same run, rows and totals as a single run would give.
public struct AuditMerge: Sendable {
  /// The run of the whole.
  public let run: AuditRun
  private let parts: [Part]
  private let policies: [Pathname: String]

  fileprivate struct Part: Sendable {
    var path: Pathname
    var spool: Spool

    /// The parts that are read at a time share the memory.
    func reader(ofParts count: Int = 1) throws(AuditError) -> AuditPartReader {
      do throws(AuditError) {
        return try AuditPartReader(spool.open(), window: min(max((64 << 20) / count, 4 << 10), 256 << 10))
      } catch {
        throw error.about(path)
      }
    }
  }

  /// Opens the parts and reads each once, to check that they belong to one run and are complete.
  ///
  /// - Parameter paths: in any order; `-` is standard input.
  public init(_ paths: [Pathname]) throws(AuditError) {
    OpenFileLimit.raise(to: paths.count + 64)
    var parts: [Part] = []
    for path in paths {
      do throws(PNGError) {
        parts.append(Part(path: path, spool: try Spool(path, whether: AuditPartReader.isBegun)))
      } catch {
        throw AuditError(error).about(path)
      }
    }
    self.parts = parts
    let runs = try parts.map { part throws(AuditError) in try part.reader().run }
    try Self.check(runs, paths)
    var merged = runs[0]
    merged.shard = nil
    policies = runs.reduce(into: [:]) { $0.merge($1.policies) { first, _ in first } }
    if !policies.isEmpty, case .object(let members) = merged.policyWithoutFolders {
      let folders = policies.sorted { $0.key < $1.key }.map { JSONNode.Member(name: $0, value: .string($1)) }
      merged.policy = .object(members + [JSONNode.Member(name: "folders", value: .object(folders))])
    }
    var checksum = PathsChecksum()
    var files = 0
    let rows = try Rows(parts, policies)
    while let row = try rows.next() {
      checksum.add(row.path)
      files += 1
    }
    if runs[0].shard != nil {
      guard files == merged.files, checksum.value == merged.pathsChecksum else { throw .differentFiles }
    } else {
      for run in runs.dropFirst() { merged.unchecked += run.unchecked }
    }
    if runs.contains(where: { $0.command != merged.command }) { merged.command = nil }
    if runs.contains(where: { $0.root != merged.root }) { merged.root = nil }
    if runs.contains(where: { $0.folder != merged.folder }) { merged.folder = nil }
    for run in runs { merged.rulesOff.formUnion(run.rulesOff) }
    merged.files = files
    merged.pathsChecksum = checksum.value
    run = merged
  }

  /// Returns all rows, from the first on.
  public func rows() throws(AuditError) -> Rows { try Rows(parts, policies) }

  private static func check(_ runs: [AuditRun], _ paths: [Pathname]) throws(AuditError) {
    guard let first = runs.first else { throw .notAPart(line: 1, fault: "there is no part") }
    var seen: Set<Int> = []
    for (run, path) in zip(runs, paths) {
      if let error = run.obstacle(toMergingWith: first) { throw error.about(path) }
      guard let shard = run.shard else { continue }
      guard shard.count == first.shard?.count, seen.insert(shard.index).inserted else {
        throw AuditError(
          "Part \(shard.index) of \(shard.count) was given twice, or the parts come from different splits."
        ).about(path)
      }
      guard run.files == first.files, run.pathsChecksum == first.pathsChecksum else {
        throw AuditError.differentFiles.about(path)
      }
    }
    if let count = first.shard?.count, let missing = (1...count).first(where: { !seen.contains($0) }) {
      throw AuditError("Part \(missing) of \(count) is missing.", hint: "Give all parts of the run.")
    }
  }
}

extension AuditMerge {
  /// The rows of all parts in the order of their paths. Each part is sorted, so this is a merge that stores only one
  /// row of each part.
  public final class Rows {
    private var streams: [(row: AuditRow, path: Pathname, reader: AuditPartReader)] = []
    private let policies: [Pathname: String]
    private var latest: Pathname?
    /// The known findings of files that are gone, in the parts that have been read.
    public private(set) var gone = 0

    fileprivate init(_ parts: [Part], _ policies: [Pathname: String]) throws(AuditError) {
      self.policies = policies
      for part in parts { try advance(part.path, part.reader(ofParts: parts.count)) }
    }

    /// Returns the next row; nil after the last.
    public func next() throws(AuditError) -> AuditRow? {
      guard let first = streams.indices.min(by: { streams[$0].row.path < streams[$1].row.path }) else { return nil }
      let (row, path, reader) = streams.remove(at: first)
      if row.path == latest {
        throw AuditError(
          "The file \(row.path.text.printable) is in two parts.", hint: "Give each file to one of them.")
      }
      latest = row.path
      try advance(path, reader)
      return row
    }

    private func advance(_ path: Pathname, _ reader: AuditPartReader) throws(AuditError) {
      do throws(AuditError) {
        guard let row = try reader.next() else {
          gone += reader.gone
          return
        }
        // Runs over other files may have policies of other folders, but not another one for this file.
        guard reader.policies.nearest(to: row.path) == policies.nearest(to: row.path) else {
          throw .madeWith("\(AuditRun.anotherPolicy) for \(row.path.text.printable)")
        }
        streams.append((row, path, reader))
      } catch {
        throw error.about(path)
      }
    }
  }
}

extension AuditError {
  fileprivate static let differentFiles = AuditError(
    "The parts list different files.", hint: "Make all parts from the same tree.")

  fileprivate static func madeWith(_ words: String) -> AuditError {
    AuditError(
      "The part was made with \(words) than the first one.",
      hint: "Make all parts with the same versions, policy and baseline.")
  }
}

extension AuditRun {
  var policies: [Pathname: String] {
    Dictionary((policy["folders"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }) { $1 }
  }

  /// The policy without those of folders, of which each row has one.
  fileprivate var policyWithoutFolders: JSONNode {
    policy.members.map { .object($0.filter { $0.name != "folders" }) } ?? policy
  }

  fileprivate static let anotherPolicy = "another policy or choice of rules"

  func obstacle(toMergingWith other: AuditRun) -> AuditError? {
    if version != other.version { return .madeWith("another version of gamut") }
    if policyWithoutFolders != other.policyWithoutFolders { return .madeWith(Self.anotherPolicy) }
    if baseline != other.baseline { return .madeWith("another baseline") }
    guard (shard == nil) != (other.shard == nil) else { return nil }
    return AuditError("Some parts are shards (--shard) and others are not.", hint: "Give all parts of the run.")
  }
}
