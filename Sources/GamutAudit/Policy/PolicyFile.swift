public import GamutKit
import PNGCodec

/// A policy and its file.
public struct PolicyFile: Sendable, Hashable {
  /// The path of the file; nil for the default policy without a file.
  public var path: Pathname?
  /// The policy that it contains.
  public var policy: AuditPolicy
  /// The files that it extends, the nearest first.
  public private(set) var extended: [Pathname] = []
  /// The baseline that it names; of those of a run, only that of the top one counts.
  public private(set) var baseline: Pathname?
  /// Where its values are, by their keys, as `depth` and `severity.clips`: the items of a list have one each.
  private(set) var origins: [String: [Origin]] = [:]

  struct Origin: Sendable, Hashable {
    /// Absolute.
    var path: Pathname
    /// From 1.
    var line: Int
  }

  /// Changes the policy for a run: what the run sets instead is nowhere in the files.
  mutating func apply(_ change: (inout AuditPolicy) -> Void) {
    let before = policy
    change(&policy)
    for rule in AuditRule.allCases where before.severities[rule] != policy.severities[rule] {
      origins["severity.\(rule)"] = nil
    }
  }

  package static let name = ".gamut.yml"

  /// Creates the default policy without a file.
  public init() { policy = AuditPolicy() }

  /// Reads a policy from a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - root: the root of the audit, absolute and without symbolic links, in which commands that name a profile of the
  ///     policy are to be run; nil for the folder of the file.
  ///   - isForAll: whether the policy is for all paths in the root, and its patterns are relative to that, wherever the
  ///     file is; otherwise it is for its folder.
  public init(reading path: Pathname, root: Pathname? = nil, isForAll: Bool = true) throws(PolicyError) {
    var reader = PolicyReader(folder: path.folder)
    var folder = Pathname.here
    do throws(UnansweredQuestion) {
      if let root { folder = (try path.folder.resolved ?? path.folder).below(root) }
    } catch {
      throw PolicyError(error).about(path)
    }
    reader.files = [path.absolute]
    reader.root = root
    if !isForAll, !folder.isAbsolute { (reader.scope, reader.place) = (folder, folder) }
    do { policy = try reader.policy(Self.contents(of: path)) } catch { throw error.about(path) }
    policy.folder = folder
    self.path = path
    (extended, baseline, origins) = (reader.extended, reader.baseline, reader.origins)
  }

  static func contents(of path: Pathname) throws(PolicyError) -> [UInt8] {
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      if let contents = try source.readAll(atMost: YAMLReader.maximumSize) { return contents }
    } catch {
      throw PolicyError(nil, error.message.asSentence, hint: error.hint)
    }
    throw PolicyError(nil, "A policy has at most \(YAMLReader.maximumSize) bytes.")
  }

  package static func policy(_ bytes: [UInt8], in folder: Pathname) throws(PolicyError) -> AuditPolicy {
    var reader = PolicyReader(folder: folder)
    return try reader.policy(bytes)
  }

  package var filesRead: [Pathname] {
    guard let path else { return [] }
    var names = [policy.destinationName]
    for expectation in policy.expectations {
      if case .space(_, let name) = expectation.profile { names.append(name) }
    }
    return [path] + extended + names.compactMap { SpaceChoice.profile(named: $0, in: path.folder) }
  }

  /// Returns the `.gamut.yml` in a folder or in the nearest folder above it, or the farthest one of the same git work tree; nil
  /// if there is none. The folder must be given without symbolic links.
  package static func nearest(to folder: Pathname, isTop: Bool = false) throws(UnansweredQuestion) -> Pathname? {
    var (folder, found) = (folder, Pathname?.none)
    while true {
      if let path = try policy(in: folder) { found = path }
      let isEnd = try isTop ? FileStatus(of: folder.appending(Array(".git".utf8))) != nil : true
      if isEnd, found != nil { return found }
      folder = folder.folder
      guard folder.isAbsolute else { return found }
    }
  }

  static func policy(in folder: Pathname) throws(UnansweredQuestion) -> Pathname? {
    let path = folder.appending(Array(name.utf8))
    return try FileStatus(of: path)?.kind == .file ? path : nil
  }
}

/// The policies of a run: that of its top folder, and those of folders below, which are read when a path there is first
/// asked for. The nearest one applies, and nothing is inherited but what it extends.
public final class PolicyTree {
  /// The policy of all paths that have no nearer one.
  public let top: PolicyFile
  private let root: Pathname
  private let searches: Bool
  private let change: (inout AuditPolicy) -> Void
  private var known: [Pathname: PolicyFile]
  private var count = 0
  /// The error of the first policy that cannot be used; nil if there is none.
  public private(set) var failure: PolicyError?

  static let limit = 1000

  /// - Parameters:
  ///   - top: the policy of the root.
  ///   - root: absolute, without symbolic links.
  ///   - searches: whether to search for policies below the root.
  ///   - change: changes each policy for the run.
  public init(
    _ top: PolicyFile, root: Pathname, searches: Bool = true, change: @escaping (inout AuditPolicy) -> Void = { _ in }
  ) {
    var top = top
    top.apply(change)
    (self.top, self.root, self.searches, self.change) = (top, root, searches, change)
    known = [.here: top]
  }

  /// Returns the policy that applies to a path relative to the root.
  public func file(for path: Pathname) -> PolicyFile {
    searches && !path.isAbsolute ? file(in: path.folder) : top
  }

  private func file(in folder: Pathname) -> PolicyFile {
    if let file = known[folder] { return file }
    let file = read(in: folder) ?? file(in: folder.folder)
    known[folder] = file
    return file
  }

  private func read(in folder: Pathname) -> PolicyFile? {
    let name = root.joined(folder).appending(Array(PolicyFile.name.utf8))
    do throws(PolicyError) {
      do throws(UnansweredQuestion) {
        guard try PolicyFile.policy(in: name.folder) != nil else { return nil }
      } catch {
        throw PolicyError(error)
      }
      count += 1
      guard count < Self.limit else {
        throw PolicyError(nil, "A run has at most \(Self.limit) policies. Audit its folders one by one.")
      }
      var file = try PolicyFile(reading: name, root: root, isForAll: false)
      if let baseline = file.baseline {
        throw PolicyError(
          nil,
          "'baseline' (\(baseline.fileName)) stands only in the top policy of a run, and this is one for a folder.",
          hint: "Move it to \(PolicyFile.name) in '\(root.text)', and write the baseline there.")
      }
      file.apply(change)
      return file
    } catch {
      failure = failure ?? error.about(name)
      return nil
    }
  }

  /// Returns the policy of a run over some files: the top one, with those of folders that apply to one of them.
  public func policy(of inputs: [AuditInput]) -> AuditPolicy {
    var policy = top.policy
    for input in inputs where !input.isNamed {
      let file = file(for: input.path)
      if file.path != top.path { policy.folders[file.policy.folder] = file.policy }
    }
    return policy
  }

  package var filesRead: [Pathname] { Array(Set(known.values.flatMap(\.filesRead))) }
}

/// The reason that a policy is invalid.
public struct PolicyError: AdvisedError, Hashable {
  /// The file: the one that was read, or one that it extends; nil if the policy was given as a text.
  public var path: Pathname?
  /// The line, from 1; nil if the error concerns the file itself.
  public var line: Int?
  /// The column, from 1; nil if `line` is.
  public var column: Int?
  /// The problem in whole sentences.
  public var message: String
  /// What helps, in whole sentences; nil if nothing is known to.
  public var hint: String?
  /// The file, the line and the column, if they are known, the message and the hint.
  public var description: String {
    let place = [path?.text.printable, line?.description, column?.description].compactMap { $0.map { $0 + ":" } }
      .joined()
    return place.isEmpty ? text : place + " " + text
  }

  init(_ question: UnansweredQuestion) {
    let error = GamutError(question)
    (message, hint) = (error.message, error.hint)
  }

  init(_ place: YAMLNode.Place?, _ message: String, hint: String? = nil) {
    line = place?.line
    column = place?.column
    self.message = message
    self.hint = hint
  }

  func about(_ path: Pathname) -> PolicyError {
    var error = self
    error.path = error.path ?? path
    return error
  }
}
