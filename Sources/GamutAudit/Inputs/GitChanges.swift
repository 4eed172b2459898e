import GamutCatalogs
import GamutKit

/// The files that differ from a commit, in the git repository of each.
///
/// A wide-gamut image and its sRGB variant are judged together, so X.png, X-p3.png and X-srgb.png differ if one of them
/// does, also by having been deleted. So do all files of a set of an asset catalog.
struct GitChanges {
  private let reference: String
  /// The repository of each folder, as far as it is known.
  private var repositories: [Pathname: Pathname] = [:]
  /// The changed files of each repository, by what is judged as one.
  private var changed: [Pathname: Set<Pathname>] = [:]

  /// - Parameter reference: a commit, a branch, a tag or another expression that git resolves to a commit.
  init(since reference: String) throws(GitError) {
    // git would read an option.
    guard let first = reference.first, first != "-", !reference.utf8.contains(0) else { throw .reference(reference) }
    self.reference = reference
  }

  /// Returns whether a file differs, or is not known to git and not ignored by it.
  ///
  /// - Parameter file: absolute, with a folder without symbolic links.
  mutating func contains(_ file: Pathname) throws(GitError) -> Bool {
    guard let status = FileStatus(of: file, followingLink: false) else { return true }
    if try differs(file) { return true }
    guard status.kind == .link, let target = file.resolved else { return false }
    // What cannot be compared counts as changed.
    return Self.repository(of: target.folder) == nil ? true : try differs(target)
  }

  private mutating func differs(_ file: Pathname) throws(GitError) -> Bool {
    let folder = file.folder
    let repository = repositories[folder] ?? Self.repository(of: folder) ?? folder
    repositories[folder] = repository
    let known: Set<Pathname>
    if let found = changed[repository] {
      known = found
    } else {
      known = try Self.changes(in: repository, since: reference)
      changed[repository] = known
    }
    return known.contains(file.judgedAsOne)
  }

  /// Returns the nearest folder upward that contains `.git`.
  static func repository(of folder: Pathname) -> Pathname? {
    var folder = folder
    while folder.isAbsolute {
      if FileStatus(of: folder.appending(Array(".git".utf8)))?.kind != nil { return folder }
      guard folder.name != nil else { return nil }
      folder = folder.folder
    }
    return nil
  }

  private static func changes(in folder: Pathname, since reference: String) throws(GitError) -> Set<Pathname> {
    let top = try git(in: folder, "rev-parse", "--show-toplevel") { .noRepository(folder, reply: $0) }
    let root = Pathname(bytes: Array(top.last == UInt8(ascii: "\n") ? top.dropLast() : top[...]))
    let resolved = try git(in: root, "rev-parse", "--verify", "--quiet", reference + "^{commit}") { _ in
      .unknownCommit(reference, repository: root)
    }
    let commit = String(decoding: resolved.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    // A renamed file is one that was deleted and one that was added. Deleted ones count for those judged with them.
    let different = try git(in: root, "diff", "--name-only", "--no-renames", "-z", commit, "--") { .failed(reply: $0) }
    let untracked = try git(in: root, "ls-files", "--others", "--exclude-standard", "-z") { .failed(reply: $0) }
    let names = different.split(separator: 0) + untracked.split(separator: 0)
    return Set(names.map { root.appending(Array($0)).judgedAsOne })
  }

  /// The maximum size of a list of files: 256 MiB, or some million paths.
  private static let limit = 256 << 20

  /// What git sets for its hooks to name their repository; files below it may be in another one, such as a submodule. Where
  /// no `.git` is found, the user may have set them, and git gets them.
  private static let variablesOfHooks = [
    "GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX",
  ]

  /// Returns the output of git.
  ///
  /// - Parameter failure: returns the error for a status other than 0, from the first line of git's message.
  private static func git(
    in folder: Pathname, _ arguments: String..., failure: (String) -> GitError
  ) throws(GitError) -> [UInt8] {
    let words = [Array("git".utf8), Array("-C".utf8), folder.bytes, Array("--no-optional-locks".utf8)]
    let program: FinishedProgram
    do throws(FinishedProgram.Failure) {
      program = try FinishedProgram(
        words + arguments.map { Array($0.utf8) }, without: repository(of: folder) == nil ? [] : variablesOfHooks,
        limit: limit)
    } catch {
      throw GitError(error)
    }
    guard program.status == 0 else {
      let line = program.errors.split(separator: UInt8(ascii: "\n")).first ?? []
      throw failure(line.isEmpty ? "it gives no reason" : String(decoding: line, as: UTF8.self))
    }
    return program.output
  }
}

extension Pathname {
  /// A path that is the same for all files of a set of an asset catalog, or for a wide-gamut image and its sRGB variant.
  fileprivate var judgedAsOne: Pathname { folderOfSet ?? variant ?? self }
}
