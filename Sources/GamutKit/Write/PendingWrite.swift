import CSystemShim

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written, read back and found right, and waits to be put into its place.
struct PendingWrite: Sendable {
  let file: TemporaryFile
  /// Where it goes, without symbolic links.
  let target: Path
  /// What was there when its contents were made; nil if nothing was.
  let replaced: FileStatus?
  let size: Int

  /// Whether the place is as it was, so that nobody's work is lost.
  private var placeIsUnchanged: Bool {
    let now = FileStatus(of: target, followingLink: false)
    guard let replaced else { return now == nil && errno == ENOENT }
    return now?.isUnchanged(from: replaced) ?? false
  }

  /// Brings files to the disk, then puts each into its place, then brings the folders to the disk: whenever the power
  /// fails, each name has all of the old file or all of the new one.
  ///
  /// - Returns: for each, why it is not in its place, or not known to be on the disk; nil where all went well.
  static func commit(_ writes: [PendingWrite]) -> [WriteError?] {
    var results = sync(writes.map(\.file))
    var folders: [Path: [Int]] = [:]
    for (index, write) in writes.enumerated() where results[index] == nil {
      guard write.placeIsUnchanged else {
        results[index] = .changed
        continue
      }
      do {
        try write.file.place(at: write.target)
        folders[write.target.folder, default: []].append(index)
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

  /// From how many files on it pays to sync their file system as a whole.
  private static let many = 8

  private static func sync(_ files: [TemporaryFile]) -> [WriteError?] {
    // One journal commit for all instead of one for each. It brings other programs' data to the disk too, which is why
    // a few files are synced by themselves; and where it fails, or is not to be had, each file is asked for its own.
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

  /// A descriptor on each file system that one of the files is on; nil where that cannot be told.
  private static func fileSystems(of files: [TemporaryFile]) -> [Int32]? {
    var systems: [UInt64: Int32] = [:]
    for file in files {
      guard let status = FileStatus(descriptor: file.descriptor) else { return nil }
      if systems[status.identity.device] == nil { systems[status.identity.device] = file.descriptor }
    }
    return Array(systems.values)
  }

  /// 0 or errno. A folder that cannot be opened for reading, or a file system that cannot sync one, is passed over.
  static func syncFolder(_ folder: Path) -> Int32 {
    let descriptor = unsafe folder.withSystemPath { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return errno == EACCES ? 0 : errno }
    defer { close(descriptor) }
    guard syncDescriptor(descriptor) != 0 else { return 0 }
    return errno == EINVAL || errno == ENOTSUP ? 0 : errno
  }
}
