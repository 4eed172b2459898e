import LibC
import PNGCodec
import Synchronization

/// Creates the output files of a run: checks what exists at their paths, creates folders and temporary files, and
/// removes stale temporary files of earlier runs.
final class FileWriter: Sendable {
  let options: WriteOptions
  private let visited = Mutex<Set<Pathname>>([])

  init(_ options: WriteOptions) { self.options = options }

  /// The path of an output file, and the existing file there.
  struct Place: Sendable {
    /// The path without symbolic links.
    var target: Pathname
    var occupant: FileStatus?
  }

  /// Returns the place of an opened file to be replaced, at a path without symbolic links; nil is an input that is not
  /// a file.
  func place(of opened: FileStatus?, at path: Pathname) throws(WriteError) -> Place {
    guard let opened else { throw .notAFile }
    try checkReplacement(of: opened, at: path)
    return Place(target: path, occupant: opened)
  }

  /// Returns another place; does not check yet whether it may be overwritten.
  func place(at path: Pathname) throws(WriteError) -> Place {
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

  /// Checks whether an existing file may be replaced.
  func checkReplacement(of status: FileStatus, at path: Pathname) throws(WriteError) {
    guard status.kind == .file else { throw .notAFile }
    guard status.links <= 1 || options.separatesHardLinks else { throw .hardLinks(count: status.links) }
    let mayWrite = unsafe path.withSystemPath { unsafe faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) } == 0
    guard mayWrite || errno == EROFS || options.overwrites else { throw .readOnly }
  }

  /// Checks in a dry run that a file could be created in the folder of a place.
  func checkFolder(of place: Place) throws(WriteError) {
    let folder = place.target.folder
    let status = unsafe folder.withSystemPath { unsafe faccessat(AT_FDCWD, $0, W_OK | X_OK, AT_EACCESS) }
    // A folder that does not exist yet may be made.
    guard status != 0, errno != ENOENT else { return }
    throw .io(.createTemporary, number: errno)
  }

  /// Creates a temporary file in the folder of a place, with the owner and mode of the existing file. Returns it, and
  /// the stale files of earlier runs that were removed from the folder.
  func makeFile(for place: Place) throws(WriteError) -> (file: TemporaryFile, removed: [Pathname]) {
    let folder = place.target.folder
    if case .tree = options.target { try Self.makeFolder(folder) }
    let removed = removeStale(in: folder)
    return (try TemporaryFile(in: folder, replacing: place.occupant), removed)
  }

  /// Removes the stale files of earlier runs from a folder, the first time that it is given, and returns their names.
  func removeStale(in folder: Pathname) -> [Pathname] {
    visited.withLock { $0.insert(folder).inserted } ? TemporaryFiles.removeStale(in: folder) : []
  }

  /// Creates a folder and its parents, if they do not exist.
  private static func makeFolder(_ folder: Pathname) throws(WriteError) {
    if FileStatus(of: folder)?.kind == .folder { return }
    guard folder.name != nil else { throw .io(.makeFolder, number: ENOENT) }
    try makeFolder(folder.folder)
    guard unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) == 0 else {
      // Another thread may have created it first.
      if errno == EEXIST, FileStatus(of: folder)?.kind == .folder { return }
      throw .io(.makeFolder, number: errno)
    }
    let number = PendingWrite.syncFolder(folder.folder)
    guard number == 0 else { throw .io(.makeFolder, number: number) }
  }
}
