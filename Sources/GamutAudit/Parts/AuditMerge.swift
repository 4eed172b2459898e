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
  }

  /// A failure to merge a part; the path is nil if it concerns all parts.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part; nil if the failure concerns all of them.
    public var path: Pathname?
    /// The reason.
    public var error: AuditPartError
    /// The part and the reason.
    public var description: String { (path.map { $0.text + ": " } ?? "") + error.text }
  }

  /// Opens the parts and reads each once, to check that they belong to one run and are complete.
  ///
  /// - Parameter paths: in any order; `-` is standard input.
  public init(_ paths: [Pathname]) throws(Failure) {
    var parts: [Part] = []
    OpenFileLimit.raise(to: paths.count + 64)
    for path in paths {
      do throws(PNGError) {
        parts.append(Part(path: path, spool: try Spool(path, whether: AuditPartReader.isBegun)))
      } catch {
        throw Failure(path: path, error: .unreadable(error))
      }
    }
    self.parts = parts
    let runs = try Self.runs(of: parts)
    try Self.check(runs, paths)
    var merged = runs[0]
    merged.shard = nil
    policies = runs.reduce(into: [:]) { $0.merge($1.policies) { first, _ in first } }
    if !policies.isEmpty, case .object(let members) = merged.policyOfAll {
      let folders = policies.sorted { $0.key < $1.key }.map { JSONNode.Member(name: $0.text, value: .string($1)) }
      merged.policy = .object(members + [JSONNode.Member(name: "folders", value: .object(folders))])
    }
    var checksum = PathsChecksum()
    var files = 0
    let rows = try Rows(parts, policies)
    while let row = try rows.next() {
      checksum.add(row.path)
      files += 1
    }
    if runs[0].shard != nil, files != merged.files || checksum.value != merged.pathsChecksum {
      throw Failure(path: nil, error: .differentFiles)
    }
    if runs[0].shard == nil { for run in runs.dropFirst() { merged.unchecked += run.unchecked } }
    if runs.contains(where: { $0.command != merged.command }) { merged.command = nil }
    if runs.contains(where: { $0.root != merged.root }) { merged.root = nil }
    if runs.contains(where: { $0.folder != merged.folder }) { merged.folder = nil }
    merged.files = files
    merged.pathsChecksum = checksum.value
    run = merged
  }

  /// Returns all rows, from the first on.
  public func rows() throws(Failure) -> Rows { try Rows(parts, policies) }

  private static func runs(of parts: [Part]) throws(Failure) -> [AuditRun] {
    var runs: [AuditRun] = []
    for part in parts { runs.append(try part.reader().run) }
    return runs
  }

  private static func check(_ runs: [AuditRun], _ paths: [Pathname]) throws(Failure) {
    guard let first = runs.first else {
      throw Failure(path: nil, error: .notAPart(line: 1, fault: "there is no part"))
    }
    var seen: Set<Int> = []
    for (run, path) in zip(runs, paths) {
      if let difference = run.firstDifference(from: first) { throw Failure(path: path, error: .different(difference)) }
      guard (run.shard == nil) == (first.shard == nil) else { throw Failure(path: path, error: .mixed) }
      guard let shard = run.shard else { continue }
      guard shard.count == first.shard?.count, seen.insert(shard.index).inserted else {
        throw Failure(path: path, error: .doubleShard(shard))
      }
      guard run.files == first.files, run.pathsChecksum == first.pathsChecksum else {
        throw Failure(path: path, error: .differentFiles)
      }
    }
    if let count = first.shard?.count, let missing = (1...count).first(where: { !seen.contains($0) }) {
      throw Failure(path: nil, error: .missingShard(missing, of: count))
    }
  }
}

extension AuditMerge {
  /// The rows of all parts in the order of their paths. Each part is sorted, so this is a merge that stores only one
  /// row of each part.
  public final class Rows {
    /// The parts with rows left, and their next ones.
    private var streams: [(row: AuditRow, path: Pathname, own: [Pathname: String], reader: AuditPartReader)] = []
    private let policies: [Pathname: String]
    private var latest: Pathname?
    /// The known findings of files that are gone, in the parts that have been read.
    public private(set) var gone = 0

    fileprivate init(_ parts: [Part], _ policies: [Pathname: String]) throws(Failure) {
      self.policies = policies
      for part in parts {
        let reader = try part.reader(ofParts: parts.count)
        try advance(part.path, reader.run.policies, reader)
      }
    }

    /// Returns the next row; nil after the last.
    public func next() throws(Failure) -> AuditRow? {
      guard let first = streams.indices.min(by: { streams[$0].row.path < streams[$1].row.path }) else { return nil }
      let (row, path, own, reader) = streams.remove(at: first)
      if row.path == latest { throw Failure(path: nil, error: .doublePath(row.path)) }
      latest = row.path
      try advance(path, own, reader)
      return row
    }

    /// Reads the next row of a part.
    private func advance(
      _ path: Pathname, _ own: [Pathname: String], _ reader: AuditPartReader
    ) throws(Failure) {
      do throws(AuditPartError) {
        guard let row = try reader.next() else {
          gone += reader.gone
          return
        }
        // Runs over other files may have policies of other folders, but not another one for this file.
        guard own.nearest(to: row.path) == policies.nearest(to: row.path) else { throw .different(.policy) }
        streams.append((row, path, own, reader))
      } catch {
        throw Failure(path: path, error: error)
      }
    }
  }
}

extension AuditMerge.Part {
  /// - Parameter count: the number of parts that are read at a time, which share the memory.
  fileprivate func reader(ofParts count: Int = 1) throws(AuditMerge.Failure) -> AuditPartReader {
    do {
      return try AuditPartReader(spool.open(), window: min(max((64 << 20) / count, 4 << 10), 256 << 10))
    } catch {
      throw AuditMerge.Failure(path: path, error: error)
    }
  }
}

extension AuditRun {
  fileprivate var policies: [Pathname: String] {
    Dictionary((policy["folders"]?.members ?? []).map { (Pathname($0.name), $0.value.string ?? "") }) { $1 }
  }
}
