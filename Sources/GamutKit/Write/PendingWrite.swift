import CSystemShim
import LibC

/// A file that has been written, read back and checked, and is ready to be moved into place.
struct PendingWrite: Sendable {
  let file: TemporaryFile
  /// The path of the output, without symbolic links.
  let target: Pathname
  /// The status of the existing file when the new contents were created; nil if there was none.
  let replaced: FileStatus?
  let size: Int

  /// Whether the output path is unchanged since then, so that no other program's changes are lost.
  private var placeIsUnchanged: Bool {
    let now = FileStatus(of: target, followingLink: false)
    guard let replaced else { return now == nil && errno == ENOENT }
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
