import CSystemShim
import LibC
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
    if let resolved = try? path.resolved {
      guard let status = try? FileStatus(of: resolved) else { throw .io(.examine, number: errno) }
      guard status.kind == .file else { throw .notAFile }
      return Place(target: resolved, occupant: status)
    }
    guard errno == ENOENT else { throw .io(.examine, number: errno) }
    if (try? FileStatus(of: path, followingLink: false)) != nil { throw .danglingLink }
    guard errno == ENOENT else { throw .io(.examine, number: errno) }
    guard let name = path.name else { throw .notAFile }
    guard let folder = try? path.folder.resolvedAsFarAsPossible else { throw .io(.examine, number: errno) }
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
    if (try? FileStatus(of: folder))?.kind == .folder { return }
    guard folder.name != nil else { throw .io(.makeFolder, number: ENOENT) }
    try makeFolder(folder.folder)
    guard unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) == 0 else {
      // Another thread may have created it first.
      if errno == EEXIST, (try? FileStatus(of: folder))?.kind == .folder { return }
      throw .io(.makeFolder, number: errno)
    }
    let number = PendingWrite.syncFolder(folder.folder)
    guard number == 0 else { throw .io(.makeFolder, number: number) }
  }
}

/// A file that has been written, read back and checked, and is ready to be moved into place.
struct PendingWrite: Sendable {
  let file: TemporaryFile
  /// The path of the output, and the existing file when the new contents were created.
  let place: FileWriter.Place
  let size: Int

  /// Whether the output path is unchanged since then, so that no other program's changes are lost.
  private var placeIsUnchanged: Bool {
    let now = try? FileStatus(of: place.target, followingLink: false)
    guard let replaced = place.occupant else { return now == nil && errno == ENOENT }
    return now?.isUnchanged(from: replaced) ?? false
  }

  /// Synchronises files to disk, then moves each into place, then synchronises the folders: after a power failure at
  /// any time, each name has either the complete old file or the complete new one.
  ///
  /// - Returns: for each file, the error if it is not in place, or may not be on disk; nil on success.
  static func commit(_ writes: [PendingWrite]) -> [WriteError?] {
    var results = sync(writes.map(\.file))
    var folders: [Pathname: [Int]] = [:]
    for (index, write) in writes.enumerated() where results[index] == nil {
      guard write.placeIsUnchanged else {
        results[index] = .changed
        continue
      }
      do {
        try write.file.place(at: write.place.target)
        folders[write.place.target.folder, default: []].append(index)
      } catch {
        results[index] = error
      }
    }
    for (folder, indices) in folders {
      let number = syncFolder(folder)
      if number != 0 { for index in indices { results[index] = .io(.syncFolder, number: number) } }
    }
    return results
  }

  /// The minimum number of files for which synchronising their whole file system is faster.
  private static let many = 8

  private static func sync(_ files: [TemporaryFile]) -> [WriteError?] {
    // One journal commit for all files instead of one for each. It also synchronises other programs' data, so a few
    // files are synchronised one by one. If it fails, or is not available, each file is synchronised on its own.
    if files.count >= many, let systems = fileSystems(of: files), systems.allSatisfy({ gamut_syncfs($0) == 0 }) {
      return files.map { _ in nil }
    }
    return files.map { file in
      do throws(WriteError) {
        try file.sync()
        return nil
      } catch {
        return error
      }
    }
  }

  /// Returns a descriptor on each file system of the files; nil if these cannot be determined.
  private static func fileSystems(of files: [TemporaryFile]) -> [Int32]? {
    var systems: [UInt64: Int32] = [:]
    for file in files {
      guard let status = FileStatus(descriptor: file.descriptor) else { return nil }
      if systems[status.identity.device] == nil { systems[status.identity.device] = file.descriptor }
    }
    return Array(systems.values)
  }

  /// Synchronises a folder; returns 0 or errno. A folder that cannot be opened for reading, or a file system without
  /// support, is ignored.
  static func syncFolder(_ folder: Pathname) -> Int32 {
    let descriptor = unsafe folder.withSystemPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return errno == EACCES ? 0 : errno }
    defer { close(descriptor) }
    guard syncDescriptor(descriptor) != 0 else { return 0 }
    return errno == EINVAL || errno == ENOTSUP ? 0 : errno
  }
}

/// The outcome for one input, and the file that is ready to be moved into place, if there is one.
struct Prepared<Outcome: Sendable>: Sendable {
  var outcome: Outcome
  var write: PendingWrite?
}

/// Prepares files 0, 1 ... `count` - 1 on `jobs` threads, moves them into place in batches, and passes each outcome to
/// `each` in that order, on the calling thread, with the error if the file could not be moved into place.
///
/// An error thrown by `each` stops the work and is rethrown; files that are not in place by then are deleted.
func committing<Outcome: Sendable, Failure: Error>(
  count: Int, jobs: Int, prepare: @escaping @Sendable (Int) -> Prepared<Outcome>,
  each: (Outcome, WriteError?) throws(Failure) -> Void
) throws(Failure) {
  let openFiles = openFileLimit
  var batch: [Prepared<Outcome>] = []
  var waiting = (files: 0, bytes: 0)
  func settle() throws(Failure) {
    var results = PendingWrite.commit(batch.compactMap(\.write))[...]
    let settled = batch
    batch = []
    waiting = (0, 0)
    for prepared in settled { try each(prepared.outcome, prepared.write == nil ? nil : results.removeFirst()) }
  }
  // Each waiting file is open; a thread has up to 16 waiting files.
  try inOrder(count: count, jobs: min(jobs, max(1, openFiles / 64)), work: prepare) { prepared throws(Failure) in
    batch.append(prepared)
    if let write = prepared.write { waiting = (waiting.files + 1, waiting.bytes + write.size) }
    // Until they are moved into place, new and old files both take up disk space.
    if waiting.files >= min(256, max(1, openFiles / 4)) || waiting.bytes >= 64 << 20 { try settle() }
  }
  try settle()
}

/// The maximum number of files that the process may have open.
private var openFileLimit: Int {
  var limit = rlimit()
  #if canImport(Glibc)
    let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  return status == 0 ? Int(clamping: limit.rlim_cur) : 256
}
