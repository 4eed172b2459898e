public import GamutKit
import PNGCodec

/// A policy and its file.
public struct PolicyFile: Sendable, Hashable {
  /// The path of the file; nil for the default policy without a file.
  public var path: Pathname?
  /// The policy that it contains.
  public var policy: AuditPolicy

  package static let name = ".gamut.yml"

  /// Creates the default policy without a file.
  public init() { policy = AuditPolicy() }

  /// Reads a policy from a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - root: the root of the audit, absolute and without symbolic links, in which commands that name a profile of the
  ///     policy are to be run; nil for the folder of the file.
  public init(reading path: Pathname, root: Pathname? = nil) throws(PolicyError) {
    let contents: [UInt8]?
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      contents = try source.readAll(atMost: YAMLReader.maximumSize)
    } catch {
      throw PolicyError(nil, error.message.asSentence, hint: error.hint)
    }
    guard let bytes = contents else {
      throw PolicyError(nil, "A policy has at most \(YAMLReader.maximumSize) bytes.")
    }
    self.path = path
    policy = try Self.policy(bytes, in: path.folder)
    guard let root else { return }
    do throws(UnansweredQuestion) {
      policy.folder = (try path.folder.resolved ?? path.folder).below(root)
    } catch {
      throw PolicyError(nil, GamutError(error).message, hint: GamutError(error).hint)
    }
  }

  /// Returns the policy in the contents of a file.
  ///
  /// - Parameter folder: the folder of relative paths.
  package static func policy(_ bytes: [UInt8], in folder: Pathname) throws(PolicyError) -> AuditPolicy {
    try PolicyReader(folder: folder).policy(bytes)
  }

  /// The policy file and the profiles that it names.
  package var filesRead: [Pathname] {
    guard let path else { return [] }
    var names = [policy.destinationName]
    for expectation in policy.expectations {
      if case .space(_, let name) = expectation.profile { names.append(name) }
    }
    return [path] + names.compactMap { SpaceChoice.profile(named: $0, in: path.folder) }
  }

  /// Returns the `.gamut.yml` in a folder or in the nearest folder above it; nil if there is none. The folder must be
  /// given without symbolic links.
  package static func nearest(to folder: Pathname) throws(UnansweredQuestion) -> Pathname? {
    var folder = folder
    while true {
      let candidate = folder.appending(Array(name.utf8))
      if try FileStatus(of: candidate)?.kind == .file { return candidate }
      folder = folder.folder
      guard folder.isAbsolute else { return nil }
    }
  }
}

/// The reason that a policy is invalid.
public struct PolicyError: AdvisedError, Hashable {
  /// The line, from 1; nil if the error concerns the file itself.
  public var line: Int?
  /// The column, from 1; nil if `line` is.
  public var column: Int?
  /// The problem in whole sentences.
  public var message: String
  /// What helps, in whole sentences; nil if nothing is known to.
  public var hint: String?
  /// The line and the column, if they are known, the message and the hint.
  public var description: String {
    [line, column].compactMap { $0.map { "\($0):" } }.joined() + (line == nil ? "" : " ") + text
  }

  init(_ place: YAMLNode.Place?, _ message: String, hint: String? = nil) {
    line = place?.line
    column = place?.column
    self.message = message
    self.hint = hint
  }
}
