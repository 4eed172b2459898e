import CSystemShim
import GamutCatalogs
import GamutKit
import LibC

/// The files that differ from a commit, in the git repository of each.
///
/// A wide-gamut image and its sRGB variant are judged together, so X.png, X-p3.png and X-srgb.png differ if one of them
/// does, also by having been deleted. So do all files of a set of an asset catalog.
struct GitChanges {
  private let reference: String
  private var changed: [Pathname: Set<Pathname>] = [:]

  init(since reference: String) throws(AuditError) {
    guard reference.canNameCommit else { throw .noCommit("'\(reference)' cannot be the name of a commit.") }
    self.reference = reference
  }

  /// Returns whether a file differs, or is not known to git and not ignored by it. Its folder is absolute and no link.
  mutating func contains(_ file: Pathname) throws(AuditError) -> Bool {
    // What cannot be compared counts as changed.
    guard let status = try? FileStatus(of: file, followingLink: false) else { return true }
    if try differs(file) { return true }
    guard status.kind == .link else { return false }
    guard let target = try? file.resolved else { return !UnansweredQuestion.meansAbsence(errno) }
    return try Self.repositoryForGit(of: target.folder) == nil ? true : differs(target)
  }

  private mutating func differs(_ file: Pathname) throws(AuditError) -> Bool {
    let repository = try Self.repositoryForGit(of: file.folder) ?? file.folder
    if changed[repository] == nil { changed[repository] = try Self.changes(in: repository, since: reference) }
    return changed[repository]?.contains(file.judgedAsOne) == true
  }

  static func repository(of folder: Pathname) throws(UnansweredQuestion) -> Pathname? {
    var folder = folder
    while folder.isAbsolute {
      if try FileStatus(of: folder.appending(Array(".git".utf8))) != nil { return folder }
      guard folder.name != nil else { return nil }
      folder = folder.folder
    }
    return nil
  }

  static func repositoryForGit(of folder: Pathname) throws(AuditError) -> Pathname? {
    do { return try repository(of: folder) } catch { throw .noRepository(folder, reply: systemWords(error.number)) }
  }

  private static func changes(in folder: Pathname, since reference: String) throws(AuditError) -> Set<Pathname> {
    let top = try git(in: folder, ["rev-parse", "--show-toplevel"]) { .noRepository(folder, reply: $0) }
    let root = Pathname(bytes: Array(top.last == UInt8(ascii: "\n") ? top.dropLast() : top[...]))
    let resolved = try git(in: root, ["rev-parse", "--verify", "--quiet", reference + "^{commit}"]) { _ in
      .noCommit("'\(reference)' is not a commit in the repository '\(root.text)'.")
    }
    let commit = String(decoding: resolved.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    // A renamed file is one that was deleted and one that was added. Deleted ones count for those judged with them.
    let different = try git(in: root, ["diff", "--name-only", "--no-renames", "-z", commit, "--"]) {
      .gitFailed(reply: $0)
    }
    let untracked = try git(in: root, ["ls-files", "--others", "--exclude-standard", "-z"]) { .gitFailed(reply: $0) }
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

  /// Options against programs that the configuration of a repository names.
  private static let safety = ["-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit"]
  /// Variables against what a server has, which git would fetch with such programs.
  private static let variablesOffline = ["GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1"]

  /// Returns the output of git, which may fetch what it needs, and take its time, if the user has asked for it. `failure` makes
  /// an error for a status other than 0 of the first line of git's message.
  static func git(
    in folder: Pathname, _ arguments: [String], isAsked: Bool = true, failure: (String) -> AuditError
  ) throws(AuditError) -> [UInt8] {
    let words = ["git", "--no-optional-locks"] + safety + ["-C"]
    let program = try FinishedProgram(
      words.map { Array($0.utf8) } + [folder.bytes] + arguments.map { Array($0.utf8) },
      variables: (repositoryForGit(of: folder) == nil ? [] : variablesOfHooks) + (isAsked ? [] : variablesOffline)
        + ["LC_ALL=C"],
      limit: limit, seconds: isAsked ? nil : 15)
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

extension String {
  /// Whether git can read the text as the name of a commit, and not as an option.
  package var canNameCommit: Bool { first.map { $0 != "-" } == true && !utf8.contains(0) }
}

extension AuditError {
  private static let commitHint =
    "Name a commit, a branch or a tag that is there; a shallow clone has to fetch it first."

  fileprivate static func noCommit(_ words: String) -> AuditError { AuditError(words, hint: commitHint) }

  static func noRepository(_ folder: Pathname, reply: String) -> AuditError {
    AuditError(
      "git has no repository for the folder '\(folder.text)': \(reply.asClause)",
      // The words of git for a folder of another user, such as one mounted into a container.
      hint: reply.contains("dubious ownership")
        ? "If you trust it: git config --global --add safe.directory FOLDER."
        : "Audit files of a repository, or leave out --only-changed.")
  }

  static func gitFailed(reply: String) -> AuditError { AuditError("git failed: \(reply.asClause)") }

  fileprivate static func git(number: Int32) -> AuditError {
    AuditError("git could not be run: \(systemWords(number)).")
  }

  static let gitIsMissing = AuditError("git is not installed.", hint: "Install it, or leave out --only-changed.")
  static let gitIsTooSlow = AuditError("git does not answer.")
  static let gitListIsTooLong = AuditError("git lists more files than can be read.")
}

struct FinishedProgram {
  let status: Int32?
  let output: [UInt8]
  /// The beginning of the program's standard error.
  let errors: [UInt8]

  private static let errorLimit = 4096

  /// Runs a program, which is searched for in PATH, without a shell, with nothing on standard input. A variable is
  /// `NAME=VALUE`, or the name of one that the program does not get; `limit` is that of the bytes of its output, and `seconds`
  /// the time after which it is stopped if it writes nothing.
  init(_ words: [[UInt8]], variables: [String] = [], limit: Int, seconds: Int? = nil) throws(AuditError) {
    let pipes = try Self.openPipes()
    defer { for pipe in pipes { close(pipe.reader) } }
    var process = pid_t()
    func block(_ words: [[UInt8]]) -> [CChar] { words.flatMap { $0.map { CChar(bitPattern: $0) } + [0] } }
    let number = unsafe gamut_start(
      block(words), Int32(words.count), block(variables.map { Array($0.utf8) }), Int32(variables.count),
      pipes[0].writer,
      pipes[1].writer, &process)
    for pipe in pipes { close(pipe.writer) }
    guard number == 0 else { throw number == ENOENT ? .gitIsMissing : .git(number: number) }
    var written: ([UInt8], [UInt8]) = ([], [])
    var failure: AuditError?
    do throws(AuditError) {
      written = try Self.read(pipes[0].reader, pipes[1].reader, limit: limit, seconds: seconds)
    } catch {
      failure = error
      kill(process, SIGKILL)
    }
    var state: Int32 = 0
    while unsafe waitpid(process, &state, 0) < 0 {
      // A parent that ignores its children never gets their status.
      if errno != EINTR { throw failure ?? .git(number: errno) }
    }
    if let failure { throw failure }
    // The low bits are the signal.
    status = state & 0x7f == 0 ? state >> 8 & 0xff : nil
    (self.output, self.errors) = written
  }

  private static func read(
    _ output: Int32, _ errors: Int32, limit: Int, seconds: Int?
  ) throws(AuditError) -> (output: [UInt8], errors: [UInt8]) {
    var bytes: [[UInt8]] = [[], []]
    // A negative descriptor is not waited for.
    var waiting = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while waiting.contains(where: { $0.fd >= 0 }) {
      switch unsafe poll(&waiting, nfds_t(waiting.count), seconds.map { Int32($0) * 1000 } ?? -1) {
      case 0: throw .gitIsTooSlow
      case 1...: break
      default:
        if errno == EINTR { continue }
        throw .git(number: errno)
      }
      for index in waiting.indices where waiting[index].fd >= 0 && waiting[index].revents != 0 {
        let count = unsafe systemRead(waiting[index].fd, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .git(number: errno) }
        if count == 0 { waiting[index].fd = -1 }
        bytes[index] += piece.prefix(count)
      }
      guard bytes[0].count <= limit else { throw .gitListIsTooLong }
      if bytes[1].count > errorLimit { bytes[1].removeLast(bytes[1].count - errorLimit) }
    }
    return (bytes[0], bytes[1])
  }

  /// Opens two pipes that no other program inherits.
  private static func openPipes() throws(AuditError) -> [(reader: Int32, writer: Int32)] {
    var ends: [Int32] = []
    defer { for end in ends { close(end) } }
    for _ in 0..<2 {
      var pair: [Int32] = [-1, -1]
      guard unsafe pipe(&pair) == 0 else { throw .git(number: errno) }
      ends += pair
    }
    // Above the standard descriptors, which may be closed in this process and are replaced in the new one.
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let number = errno
    guard !moved.contains(-1) else {
      for end in moved where end >= 0 { close(end) }
      throw .git(number: number)
    }
    return [(moved[0], moved[1]), (moved[2], moved[3])]
  }
}
