import GamutKit

/// The paths that a walk below a named folder leaves out: what git ignores there, and the folders that package managers
/// and builds fill, unless git tracks files in them.
struct IgnoredPaths {
  /// What git says about a folder and everything below it up to the next repository.
  private enum Answer {
    /// Nothing is left out: git ignores the folder itself, which was named, or does not answer.
    case all
    /// The files and folders that git ignores; none outside of repositories. The folders with tracked files among those
    /// that programs fill, once that is known.
    case without(Set<Pathname>, tracked: Set<Pathname>?)
  }

  /// The names of folders that package managers and builds fill.
  private static let filled = ["node_modules", "Pods", "Carthage", ".build", "build", "DerivedData"]
  private static let filledNames = Set(filled.map { Array($0.utf8) })

  /// The folders around the path of the walk that are named, or begin a repository, from the outermost one on.
  private var folders: [(path: Pathname, answer: Answer)] = []
  /// The folders about which git does not answer, and why.
  private(set) var unanswered: [(folder: Pathname, error: GitError)] = []

  mutating func begin(_ folder: Pathname) {
    folders = []
    enter(folder)
  }

  /// Notes a folder that begins a repository, before what is in it.
  mutating func enter(_ folder: Pathname) {
    leave(for: folder)
    if let last = folders.last {
      if case .all = last.answer { return }
      if last.path == folder { return }
    }
    folders.append((folder, answer(about: folder)))
  }

  /// Returns whether the walk leaves out a path that it found.
  mutating func skip(_ path: Pathname) -> Bool {
    leave(for: path)
    guard let last = folders.last, case .without(let ignored, var tracked) = last.answer else { return false }
    if !ignored.isEmpty, ignored.contains(path) { return true }
    guard !path.hasPNGSuffix, let name = path.name, Self.filledNames.contains(name),
      (try? FileStatus(of: path, followingLink: false))?.kind == .folder
    else { return false }
    if tracked == nil {
      tracked = trackedFolders(below: last.path)
      folders[folders.count - 1].answer = .without(ignored, tracked: tracked)
    }
    return tracked?.contains(path) != true
  }

  private mutating func leave(for path: Pathname) {
    while folders.count > 1, let last = folders.last, !last.path.contains(path) { folders.removeLast() }
  }

  private mutating func answer(about folder: Pathname) -> Answer {
    guard let place = try? folder.resolved else { return .without([], tracked: []) }
    do throws(GitError) {
      guard try GitChanges.repositoryForGit(of: place) != nil else { return .without([], tracked: []) }
      let list = try GitChanges.git(
        in: place, ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"], isAsked: false
      ) { .noRepository(folder, reply: $0) }
      let names = list.split(separator: 0).map { $0.last == UInt8(ascii: "/") ? $0.dropLast() : $0 }
      if names.contains([UInt8(ascii: ".")]) { return .all }
      return .without(Set(names.map { folder.appending(Array($0)) }), tracked: nil)
    } catch {
      // An empty `.git` is none.
      if case .noRepository(_, let reply) = error, reply.contains("not a git repository (or any") {
        return .without([], tracked: [])
      }
      // It lists nothing in a folder that is in an ignored one.
      let isIgnored = try? GitChanges.git(in: place, ["check-ignore", "--quiet", "."], isAsked: false) {
        .failed(reply: $0)
      }
      if isIgnored == nil { unanswered.append((folder, error)) }
      return .all
    }
  }

  /// Returns the folders with tracked files among those that programs fill.
  private func trackedFolders(below folder: Pathname) -> Set<Pathname> {
    guard let place = try? folder.resolved,
      let list = try? GitChanges.git(
        in: place, ["ls-files", "-z", "--"] + Self.filled.map { ":(glob)**/\($0)/**" }, isAsked: false,
        failure: { .failed(reply: $0) })
    else { return [] }
    var tracked: Set<Pathname> = []
    for name in list.split(separator: 0) {
      var path = folder
      for part in name.split(separator: UInt8(ascii: "/")).dropLast() {
        path = path.appending(Array(part))
        if Self.filledNames.contains(Array(part)) { tracked.insert(path) }
      }
    }
    return tracked
  }
}
