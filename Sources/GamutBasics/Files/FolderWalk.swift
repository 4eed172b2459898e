import LibC

/// Finds the images below a folder.
package enum FolderWalk {
  /// An entry found below a folder.
  package enum Found {
    case image(Pathname)
    /// A folder that cannot be read; `number` is errno.
    case unreadable(Pathname, number: Int32)
  }

  /// Returns the `*.png` files in a folder and in those below it, mostly in the order of their paths, and the folders that
  /// cannot be read.
  ///
  /// - Parameters:
  ///   - skipping: returns whether to skip a path and everything below it.
  ///   - other: receives the folders, and the files that are not PNG files.
  package static func images(
    below root: Pathname, skipping: (Pathname) -> Bool, other: (Pathname) -> Void
  ) -> [Found] {
    var found: [Found] = []
    var folders = [root]
    while let folder = folders.popLast() {
      guard let entries = entries(of: folder) else {
        found.append(.unreadable(folder, number: errno))
        continue
      }
      let first = folders.count
      // In order: sorting the paths later, and reading them, takes less time if memory has them in that order.
      for (name, type) in entries.sorted(by: { Pathname(bytes: $0.name) < Pathname(bytes: $1.name) }) {
        let path = folder.appending(name)
        if skipping(path) { continue }
        switch type == Int32(DT_UNKNOWN) ? typeWithoutFollowing(path) : type {
        case Int32(DT_DIR):
          folders.append(path)
          other(path)
        case Int32(DT_REG) where path.hasPNGSuffix: found.append(.image(path))
        case Int32(DT_LNK) where path.hasPNGSuffix:
          // A broken link is reported when it is opened; a link to a folder or a device is not an image.
          let kind = FileStatus(of: path)?.kind
          if kind == nil || kind == .file { found.append(.image(path)) }
        case Int32(DT_REG): other(path)
        default: break
        }
      }
      // The last folder is the next one.
      folders[first...].reverse()
    }
    return found
  }

  /// Returns names and types (`DT_REG` and so on), without `.` and `..`, unordered; nil if they cannot be read, with
  /// the reason in errno.
  package static func entries(of folder: Pathname) -> [(name: [UInt8], type: Int32)]? {
    guard let stream = unsafe folder.withSystemPath({ unsafe opendir($0) }) else { return nil }
    defer {
      let number = errno
      unsafe closedir(stream)
      errno = number
    }
    var result: [(name: [UInt8], type: Int32)] = []
    let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else { break }
      // `pointee.d_name` is not used: its copy would read beyond a record that is shorter than the type.
      let start = unsafe UnsafeRawPointer(entry) + nameOffset
      let name = unsafe Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
      let dot = UInt8(ascii: ".")
      if name != [dot], name != [dot, dot] {
        result.append((name, Int32(unsafe entry.pointee.d_type)))
      }
    }
    // errno is still 0 at the end of the folder.
    return errno == 0 ? result : nil
  }

  private static func typeWithoutFollowing(_ path: Pathname) -> Int32 {
    switch FileStatus(of: path, followingLink: false)?.kind {
    case .folder: return Int32(DT_DIR)
    case .file: return Int32(DT_REG)
    case .link: return Int32(DT_LNK)
    case .blockDevice, .other, nil: return Int32(DT_UNKNOWN)
    }
  }
}
