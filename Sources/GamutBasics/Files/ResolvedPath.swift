import LibC

extension Pathname {
  private static let slash = UInt8(ascii: "/")

  /// The absolute path without symbolic links, `.` and `..`; nil if it does not exist, with the reason in errno, or if
  /// it cannot be determined, which is noted in ``UnansweredPaths``.
  package var resolved: Pathname? {
    guard let real = unsafe withSystemPath({ unsafe realpath($0, nil) }) else {
      UnansweredPaths.note(self, number: errno)
      return nil
    }
    defer { unsafe free(real) }
    return unsafe Pathname(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
  }

  /// The resolved path, of which the last components may not exist yet; nil if the path cannot be resolved.
  package var resolvedAsFarAsPossible: Pathname? {
    var existing = self
    var missing: [[UInt8]] = []
    while true {
      if let base = existing.resolved { return missing.reversed().reduce(base) { $0.appending($1) } }
      guard errno == ENOENT, let name = existing.name else { return nil }
      // `..` of a folder that does not exist cannot be resolved.
      guard name != Array("..".utf8) else { return nil }
      missing.append(name)
      existing = existing.folder
    }
  }

  /// The last component; nil if there is none.
  package var name: [UInt8]? { nameRange.map { Array(bytes[$0]) } }

  /// The bytes of the last component; nil if there is none.
  var nameRange: Range<Int>? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == Self.slash { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1] != Self.slash { start -= 1 }
    return start < end ? start..<end : nil
  }

  /// The path without its last component: `.` for a name alone.
  package var folder: Pathname {
    guard var end = nameRange?.lowerBound else { return .here }
    while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
    return end == 0 ? .here : Pathname(bytes: Array(bytes[..<end]))
  }

  /// The absolute path of the same file; only a path with `..` is resolved.
  package var absolute: Pathname {
    if hasParentComponent {
      return (folder.resolved ?? folder).appending(name ?? [])
    }
    if isAbsolute { return self }
    let own = normalized
    return own == .here ? Self.workingFolder : Self.workingFolder.appending(own.bytes)
  }

  /// Whether a component is `..`.
  private var hasParentComponent: Bool {
    var dots = 0
    var others = 0
    for byte in bytes {
      if byte == Self.slash {
        if dots == 2, others == 0 { return true }
        (dots, others) = (0, 0)
      } else if byte == UInt8(ascii: ".") {
        dots += 1
      } else {
        others += 1
      }
    }
    return dots == 2 && others == 0
  }

  private static let workingFolder = Pathname.here.resolved ?? Pathname("/")

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components, without `.`.
  package var components: [[UInt8]] {
    bytes.split(separator: Self.slash).filter { $0 != [UInt8(ascii: ".")] }.map { Array($0) }
  }

  /// Whether a resolved path is this one or lies below it.
  package func contains(_ other: Pathname) -> Bool { other.components.starts(with: components) }

  /// A form that is equal for two paths that some file systems treat as one, because they differ only in case or in
  /// Unicode normalization.
  package var folded: String {
    // String compares by canonical equivalence. Bytes that are not UTF-8 are written as numbers, after a character that
    // no path contains.
    guard isUTF8 else { return "\0" + bytes.map { String($0, radix: 16) }.joined(separator: " ") }
    return text.uppercased().lowercased()
  }
}

/// Resolves the paths of many files. The folder of files next to each other is resolved once, which takes a call
/// of the system for each of its components.
package struct PathResolver {
  private var last: (folder: Pathname, resolved: Pathname)?

  package init() {}

  /// Returns the same as ``Pathname/resolved``, and the status of the file if it is known.
  package mutating func resolve(_ path: Pathname) -> (path: Pathname, status: FileStatus?)? {
    guard let name = path.name, !path.hasTrailingSlash, name != Array(".".utf8), name != Array("..".utf8),
      let status = FileStatus(of: path, followingLink: false), status.kind == .file
    else { return path.resolved.map { ($0, nil) } }
    let folder = path.folder
    if last?.folder != folder { last = folder.resolved.map { (folder, $0) } }
    return last.map { ($0.resolved.appending(name), status) }
  }
}

extension Pathname {
  fileprivate var hasTrailingSlash: Bool { bytes.last == Self.slash }
}
