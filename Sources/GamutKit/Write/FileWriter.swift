import CSystemShim
import LibC
import Synchronization

/// Creates the output files of a run: checks what exists at their paths, creates folders and temporary files, and
/// removes stale temporary files of earlier runs.
final class FileWriter: Sendable {
  let options: WriteOptions
  /// The checksums that inputs must have, by their paths, because something was decided from their contents before.
  let expected: [Pathname: UInt64]
  /// What earlier runs have written, if only the rest is to be written, and the hash of the settings.
  let made: (files: MadeFiles, settings: String)?
  private let root: OpenFolder?
  private let visited = Mutex<Set<Pathname>>([])

  init(
    _ options: WriteOptions, expecting expected: [Pathname: UInt64] = [:],
    knowing made: (files: MadeFiles, settings: String)? = nil, below root: OpenFolder? = nil
  ) { (self.options, self.expected, self.made, self.root) = (options, expected, made, root) }

  struct Place: Sendable {
    /// The open folder; nil if it does not exist yet.
    var folder: OpenFolder?
    var name: [UInt8]
    var path: Pathname
    var occupant: FileStatus?
  }

  /// Returns the place of an opened file to be replaced, at a path without links; nil is an input that is not a file.
  func place(of opened: FileStatus?, at path: Pathname) throws(WriteError) -> Place {
    guard let opened, let name = path.name else { throw .notAFile }
    let place = Place(folder: try folder(at: path.folder), name: name, path: path, occupant: opened)
    try checkReplacement(at: place)
    return place
  }

  /// Returns another place; does not check yet whether it may be overwritten.
  func place(at path: Pathname, in opened: OpenFolder? = nil) throws(WriteError) -> Place {
    guard let name = path.name else { throw .notAFile }
    let folder = if let opened { OpenFolder?.some(opened) } else { try folder(at: path.folder) }
    var place = Place(folder: folder, name: name, path: path)
    guard let folder else { return place }
    place.occupant = folder.status(of: name)
    guard place.occupant != nil || errno == ENOENT else { throw .io(.examine, number: errno) }
    if place.occupant?.kind == .link {
      guard let target = try? path.resolved, let name = target.name else {
        throw errno == ENOENT ? .notAFile : .io(.examine, number: errno)
      }
      place = Place(folder: try self.folder(at: target.folder), name: name, path: target)
      place.occupant = place.folder?.status(of: name)
      guard place.occupant != nil else { throw .changed }
    }
    guard place.occupant == nil || place.occupant?.kind == .file else { throw .notAFile }
    return place
  }

  func folder(at path: Pathname) throws(WriteError) -> OpenFolder? {
    if let root, !root.path.contains(path) { throw .linkOutsideCatalog(path) }
    let opened = if let root { root.folder(below: path) } else { OpenFolder(path) }
    if opened == nil, root != nil { throw .changed }
    guard opened != nil || errno == ENOENT else { throw .io(.examine, number: errno) }
    return opened
  }

  func checkReplacement(at place: Place) throws(WriteError) {
    guard let status = place.occupant else { return }
    guard status.kind == .file else { throw .notAFile }
    guard status.links <= 1 || options.separatesHardLinks else { throw .hardLinks(count: status.links) }
    guard let folder = place.folder else { throw .changed }
    guard !folder.isImmutable(place.name) else { throw .immutable }
    let number = folder.access(place.name, W_OK)
    guard number == 0 || number == EROFS || options.overwrites else { throw .readOnly }
  }

  func checkFolder(of place: Place) throws(WriteError) {
    // A folder that does not exist yet may be made.
    guard let folder = place.folder else { return }
    let number = folder.access([UInt8(ascii: ".")], W_OK | X_OK)
    guard number == 0 || number == ENOENT else { throw .io(.createTemporary, number: number) }
  }

  /// Creates a temporary file in the folder of a place, for everybody who may use the existing file, ready to be written.
  func makeFile(for place: Place) throws(WriteError) -> TemporaryFile {
    var makesFolder = place.path.androidResource != nil
    if case .tree = options.target { makesFolder = true }
    if place.folder == nil, makesFolder { try Self.makeFolder(place.path.folder) }
    let opened = if let folder = place.folder { Optional(folder) } else { try folder(at: place.path.folder) }
    guard let folder = opened else { throw .io(.createTemporary, number: ENOENT) }
    guard !folder.isImmutable(place.name) else { throw .immutable }
    removeStale(in: folder)
    return try TemporaryFile(for: place, in: folder)
  }

  func removeStale(in folder: OpenFolder) {
    if visited.withLock({ $0.insert(folder.path).inserted }) { TemporaryFiles.removeStale(in: folder) }
  }

  /// Does the same for a file that needs no change: what replaced it may be complete, and the old file not removed.
  func removeStale(beside path: Pathname) {
    if !options.isDryRun, let folder = try? folder(at: path.folder) { removeStale(in: folder) }
  }

  private static func makeFolder(_ folder: Pathname) throws(WriteError) {
    if (try? FileStatus(of: folder))?.kind == .folder { return }
    guard folder.name != nil else { throw .io(.makeFolder, number: ENOENT) }
    try makeFolder(folder.folder)
    guard unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) == 0 else {
      // Another thread may have created it first.
      if errno == EEXIST, (try? FileStatus(of: folder))?.kind == .folder { return }
      throw .io(.makeFolder, number: errno)
    }
    let number = OpenFolder(folder.folder)?.sync() ?? (errno == EACCES ? 0 : errno)
    guard number == 0 else { throw .io(.makeFolder, number: number) }
  }
}

extension TemporaryFile {
  /// Synchronises files to disk, then moves each into place, then synchronises the folders: after a power failure at
  /// any time, each name has either the complete old file or the complete new one.
  ///
  /// - Returns: for each file, the error if it is not in place, or may not be on disk; nil on success.
  static func commit(_ files: [TemporaryFile], canTakeBack: Bool = false) -> [WriteError?] {
    var results = sync(files)
    var folders: [Pathname: (folder: OpenFolder, files: [Int])] = [:]
    for (index, file) in files.enumerated() where results[index] == nil {
      do {
        try file.place(canTakeBack: canTakeBack)
        folders[file.folder.path, default: (file.folder, [])].files.append(index)
      } catch {
        results[index] = error
      }
    }
    for (folder, files) in folders.values {
      let number = folder.sync()
      if number != 0 { for index in files { results[index] = .io(.syncFolder, number: number) } }
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

  private static func fileSystems(of files: [TemporaryFile]) -> [Int32]? {
    var systems: [UInt64: Int32] = [:]
    for file in files {
      guard let status = FileStatus(descriptor: file.descriptor) else { return nil }
      if systems[status.identity.device] == nil { systems[status.identity.device] = file.descriptor }
    }
    return Array(systems.values)
  }
}

var openFileLimit: Int {
  let limit = sysconf(Int32(_SC_OPEN_MAX))
  return limit < 0 ? .max : limit
}
