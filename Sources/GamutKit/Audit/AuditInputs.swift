/// One thing to audit: how it is opened, and how it is called.
public struct AuditInput: Sendable, Hashable {
  /// As the system finds it.
  public var input: Input
  /// Below the root; absolute where it is not below it.
  public var path: Path
}

/// What the paths of one run stand for, and the root that they are told from, so that a run says the same from
/// whatever folder it is started.
public struct AuditSelection: Sendable {
  /// Absolute, without symbolic links.
  public var root: Path
  /// Each once, sorted by the bytes of the path below the root.
  public var inputs: [AuditInput]

  /// Where paths and a policy are looked for.
  public struct Place: Sendable, Hashable {
    /// Absolute, without symbolic links.
    public var root: Path
    /// The policy file; nil where there is none.
    public var policy: Path?

    /// Whether the root is the folder that the process was started in.
    public var isWorkingFolder: Bool { Path(".").resolved == root }
  }

  /// Why a place cannot be told.
  public enum Fault: Error, Sendable, Hashable {
    /// A folder that was given as the root is none, or cannot be reached.
    case root(Path)
    /// Two of the paths have different policies.
    case policies(Path, Path)

    public var message: String {
      switch self {
      case .root(let path): "The root '\(path.text.printable)' is not a folder that can be reached."
      case .policies(let first, let second):
        "Two policies apply: \(first.text.printable) and \(second.text.printable). "
          + "Audit their folders one by one, or say with --policy which of them holds."
      }
    }
  }

  /// The policy that holds for the names, and the root of their paths: the policy's folder, if they are in it; else the nearest
  /// folder upward that holds `.git`, without one the folder that holds all names.
  ///
  /// - Parameters:
  ///   - names: files and folders, as they were given.
  ///   - root: the root, if it was given.
  ///   - policy: the policy file, if it was given.
  ///   - searching: whether a policy is looked for where none was given.
  public static func place(
    of names: [Path], root: Path?, policy: Path?, searching: Bool = true
  ) throws(Fault) -> Place {
    let folders = Set(names.map(Self.folder)).sorted()
    // A descriptor by its name, as `<(...)` gives it, is read as that.
    var found = policy.map { FileKind(following: $0) == .file ? $0.resolved ?? $0 : $0 }
    if policy == nil, searching {
      for folder in folders {
        guard let other = PolicyFile.nearest(to: folder) else { continue }
        if let found, found != other { throw .policies(found, other) }
        found = other
      }
    }
    if let root {
      guard let resolved = root.resolved, FileKind(following: resolved) == .folder else { throw .root(root) }
      return Place(root: resolved, policy: found)
    }
    // A policy that is kept elsewhere says nothing of where the paths are.
    if let found, found.isAbsolute, folders.allSatisfy({ found.folder.contains($0) }) {
      return Place(root: found.folder, policy: found)
    }
    let common = Self.common(folders) ?? Path(".").resolved ?? Path("/")
    return Place(root: repository(of: common) ?? common, policy: found)
  }

  /// - Parameters:
  ///   - names: files and folders, as they were given.
  ///   - root: absolute, without symbolic links.
  ///   - excludes: whether a path below the root is not to be looked at.
  public init(_ names: [Path], root: Path, excludes: (Path) -> Bool) {
    self.root = root
    var folders: [Path: Path] = [:]
    var found: [Path: AuditInput] = [:]
    for name in names {
      let shown: Path
      if FileKind(following: name) == .folder {
        shown = name.resolved ?? name
      } else {
        // The name of a link stays; where its folder is, is asked once.
        let folder = folders[name.folder] ?? name.folder.resolvedAsFarAsPossible ?? name.folder
        folders[name.folder] = folder
        shown = name.name.map { folder.appending($0) } ?? folder
      }
      let base = shown.below(root)
      guard !excludes(base) else { continue }
      guard FileKind(following: name) == .folder else {
        // As its inputs are told from those of other commands: a list may have line ends of Windows.
        let input = Input.collect([name], recursive: false).first ?? .file(name)
        found[base] = found[base] ?? AuditInput(input: input, path: base)
        continue
      }
      for image in FolderWalk.images(below: name, skipping: { excludes(base.joined(Self.rest(of: $0, after: name))) }) {
        let path = base.joined(Self.rest(of: image.path, after: name))
        found[path] = found[path] ?? AuditInput(input: Input(image), path: path)
      }
    }
    inputs = found.values.sorted { $0.path < $1.path }
  }

  /// What follows the name of a folder in the path of something below it.
  private static func rest(of path: Path, after folder: Path) -> [UInt8] {
    Array(path.bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") })
  }

  /// The folder that a name is, or is in; absolute and without symbolic links as far as it is there.
  private static func folder(of name: Path) -> Path {
    if FileKind(following: name) == .folder, let resolved = name.resolved { return resolved }
    return name.folder.resolvedAsFarAsPossible ?? Path("/")
  }

  private static func common(_ folders: [Path]) -> Path? {
    guard var common = folders.first?.components else { return nil }
    for folder in folders.dropFirst() {
      let count = zip(common, folder.components).prefix { $0 == $1 }.count
      common.removeLast(common.count - count)
    }
    return Path(bytes: [UInt8(ascii: "/")] + common.joined(separator: [UInt8(ascii: "/")]))
  }

  private static func repository(of folder: Path) -> Path? {
    var folder = folder
    while folder.isAbsolute {
      if FileKind(following: folder.appending(Array(".git".utf8))) != nil { return folder }
      folder = folder.folder
    }
    return nil
  }
}

extension Path {
  /// Relative to a folder above it, `.` for that folder; itself where it is not below it.
  fileprivate func below(_ root: Path) -> Path {
    let (own, above) = (components, root.components)
    guard own.starts(with: above) else { return self }
    let rest = own.dropFirst(above.count)
    return rest.isEmpty ? Path(".") : Path(bytes: Array(rest.joined(separator: [UInt8(ascii: "/")])))
  }

  /// What lies below this folder; nothing is this folder itself.
  fileprivate func joined(_ rest: [UInt8]) -> Path {
    rest.isEmpty ? self : self == Path(".") ? Path(bytes: rest) : appending(rest)
  }
}
