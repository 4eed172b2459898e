public import GamutKit

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
  /// The first policy that cannot be used, and why; nil if there is none.
  public private(set) var failure: (path: Pathname, error: PolicyError)?

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
      if failure == nil { failure = (name, error) }
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
