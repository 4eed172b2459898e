import LibC

package enum FolderWalk {
  private static let git = Array(".git".utf8)

  package enum Found {
    case image(Pathname)
    /// A folder that cannot be read; `number` is errno.
    case unreadable(Pathname, number: Int32)
  }

  /// Returns the `*.png` files in a folder and in those below it, mostly in the order of their paths, and the folders that
  /// cannot be read. `skipping` returns whether to skip a path and everything below it; `repository` receives the folders that
  /// have a `.git`, which is skipped, before what is in them; `other` the folders, and files that are no PNG files.
  package static func images(
    below root: Pathname, skipping: (Pathname) -> Bool, repository: (Pathname) -> Void,
    other: (Pathname, _ isFolder: Bool) -> Void
  ) -> [Found] {
    var found: [Found] = []
    var folders = [root]
    while let folder = folders.popLast() {
      guard let entries = entries(of: folder) else {
        found.append(.unreadable(folder, number: errno))
        continue
      }
      let first = folders.count
      let isRepository = entries.contains { $0.name == Self.git }
      if isRepository { repository(folder) }
      // In order: sorting the paths later, and reading them, takes less time if memory has them in that order.
      for (name, type) in entries.sorted(by: { Pathname(bytes: $0.name) < Pathname(bytes: $1.name) }) {
        let path = folder.appending(name)
        if isRepository && name == Self.git || skipping(path) { continue }
        let known: Int32
        do throws(UnansweredQuestion) {
          known = try type == Int32(DT_UNKNOWN) ? typeWithoutFollowing(path) : type
        } catch {
          found.append(.unreadable(folder, number: error.number))
          continue
        }
        switch known {
        case Int32(DT_DIR):
          folders.append(path)
          other(path, true)
        case Int32(DT_REG) where path.hasPNGSuffix: found.append(.image(path))
        case Int32(DT_LNK) where path.hasPNGSuffix:
          // A broken link is reported when it is opened; a link to a folder or a device is not an image.
          let kind = try? FileStatus(of: path)?.kind
          if kind == nil || kind == .file { found.append(.image(path)) }
        case Int32(DT_REG): other(path, false)
        default: break
        }
      }
      // The last folder is the next one.
      folders[first...].reverse()
    }
    return found
  }

  /// Returns names and types (`DT_REG`...), without `.` and `..`, unordered; nil, with errno, if they cannot be read.
  package static func entries(of folder: Pathname) -> [(name: [UInt8], type: Int32)]? {
    unsafe entries(folder.withSystemPath { unsafe opendir($0) })
  }

  /// Returns the same of an open folder, whose descriptor stays open.
  package static func entries(ofOpen folder: Int32) -> [(name: [UInt8], type: Int32)]? {
    // A duplicate would share the place in the list.
    let descriptor = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    return unsafe entries(fdopendir(descriptor))
  }

  #if canImport(Darwin)
    private typealias FolderStream = UnsafeMutablePointer<DIR>
  #else
    private typealias FolderStream = OpaquePointer
  #endif

  private static func entries(_ stream: FolderStream?) -> [(name: [UInt8], type: Int32)]? {
    guard let stream = unsafe stream else { return nil }
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

  private static func typeWithoutFollowing(_ path: Pathname) throws(UnansweredQuestion) -> Int32 {
    switch try FileStatus(of: path, followingLink: false)?.kind {
    case .folder: return Int32(DT_DIR)
    case .file: return Int32(DT_REG)
    case .link: return Int32(DT_LNK)
    case .blockDevice, .other, nil: return Int32(DT_UNKNOWN)
    }
  }
}

/// The number of what is below a folder and is not checked: images that are not PNG files, which no command reads, and what
/// a walk leaves out.
public struct UncheckedFiles: Sendable, Hashable {
  /// Images in other formats.
  public package(set) var images = 0
  /// PNG files that git ignores.
  public package(set) var files = 0
  /// Folders that git ignores, and those of packages and builds that it does not track.
  public package(set) var folders = 0

  private static let endings: Set = ["pdf", "svg", "jpg", "jpeg", "heic", "heif", "avif", "webp", "gif", "tif", "tiff"]

  /// Creates an empty count.
  public init() {}

  /// Adds a file by its name, if that is one of an image.
  package mutating func add(_ name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else { return }
    if Self.endings.contains(String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()) { images += 1 }
  }

  /// Adds a file or a folder that a walk leaves out.
  package mutating func add(skipped path: Pathname) {
    if (try? FileStatus(of: path, followingLink: false))?.kind == .folder {
      folders += 1
    } else if path.hasPNGSuffix {
      files += 1
    }
  }

  package static func += (a: inout UncheckedFiles, b: UncheckedFiles) {
    (a.images, a.files, a.folders) = (a.images + b.images, a.files + b.files, a.folders + b.folders)
  }

  /// Sentences such as "36 images of other formats were not checked."; nil if there are no such files.
  package var sentence: String? {
    func sentence(_ counts: [(Int, String)], _ end: String) -> String? {
      let parts = counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
      let verb = counts.reduce(0) { $0 + $1.0 } == 1 ? "was" : "were"
      return parts.isEmpty ? nil : Words.list(parts) + end.replacing("were", with: verb)
    }
    let sentences = [
      sentence([(images, "image")], " of other formats were not checked."),
      sentence(
        [(files, "PNG file"), (folders, "folder")],
        " that git ignores or does not track were skipped (see --no-ignore)."),
    ].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}

/// The limits of a list of names.
public enum ListLimit: Int, Sendable, Hashable {
  /// The maximum path length on Linux, and four times that on macOS (PATH_MAX).
  case nameBytes = 4096
  /// The maximum number of names.
  case names = 1_000_000
  /// 128 MiB.
  case bytes = 134_217_728
}

/// The faults of an entry of a list, which is a path, or a name and a path with a tab between them.
public enum ListFault: Sendable, Hashable {
  /// It has a tab, and is not a name, a tab and a path.
  case tab
  /// It contains a zero byte, and the list has line feeds.
  case zeroByte
  /// Another entry gives the name to another file.
  case secondFile(of: Pathname)
}
