import PNGCodec
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Makes the files of one run: finds what is in their places, makes folders and temporary files, and removes what
/// earlier runs left behind.
final class FileWriter: Sendable {
  let options: WriteOptions
  private let visited = Mutex<Set<Path>>([])

  init(_ options: WriteOptions) { self.options = options }

  /// Where a file goes, and what is there now.
  struct Place: Sendable {
    /// Without symbolic links.
    var target: Path
    var occupant: FileStatus?
  }

  /// The place of the file that was opened at a path without symbolic links, to be replaced; nil stands for what is
  /// no file.
  func place(of opened: FileStatus?, at path: Path) throws(WriteError) -> Place {
    guard let opened else { throw .notAFile }
    try checkReplacement(of: opened, at: path)
    return Place(target: path, occupant: opened)
  }

  /// Another place; that it may be overwritten is not checked yet.
  func place(at path: Path) throws(WriteError) -> Place {
    if let resolved = path.resolved {
      guard let status = FileStatus(of: resolved) else { throw .io(.examine, number: errno) }
      guard status.kind == .file else { throw .notAFile }
      return Place(target: resolved, occupant: status)
    }
    guard errno == ENOENT else { throw .io(.examine, number: errno) }
    if FileStatus(of: path, followingLink: false) != nil { throw .danglingLink }
    guard let name = path.name else { throw .notAFile }
    guard let folder = path.folder.resolvedAsFarAsPossible else { throw .io(.examine, number: errno) }
    return Place(target: folder.appending(name), occupant: nil)
  }

  /// That what is in a place may be replaced.
  func checkReplacement(of status: FileStatus, at path: Path) throws(WriteError) {
    guard status.kind == .file else { throw .notAFile }
    guard status.links <= 1 || options.partsHardLinks else { throw .hardLinks(count: status.links) }
    let mayWrite = unsafe path.withSystemPath { unsafe faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
    guard mayWrite || errno == EROFS || options.overwrites else { throw .readOnly }
  }

  /// A temporary file beside a place, with owner and mode of what is there; and the names of those that an earlier run
  /// had left in that folder.
  func makeFile(for place: Place) throws(WriteError) -> (file: TemporaryFile, removed: [Path]) {
    let folder = place.target.folder
    if case .tree = options.target { try Self.makeFolder(folder) }
    let isNew = visited.withLock { $0.insert(folder).inserted }
    let removed = isNew ? TemporaryFiles.removeStale(in: folder) : []
    return (try TemporaryFile(in: folder, replacing: place.occupant), removed)
  }

  /// Makes a folder and those above it, as far as they are not there.
  private static func makeFolder(_ folder: Path) throws(WriteError) {
    if FileKind(following: folder) == .folder { return }
    guard folder.name != nil else { throw .io(.makeFolder, number: ENOENT) }
    try makeFolder(folder.folder)
    guard unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) == 0 else {
      // Another thread may have been first.
      if errno == EEXIST, FileKind(following: folder) == .folder { return }
      throw .io(.makeFolder, number: errno)
    }
    let number = PendingWrite.syncFolder(folder.folder)
    guard number == 0 else { throw .io(.makeFolder, number: number) }
  }
}
