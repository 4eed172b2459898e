#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Pathname {
  private static let slash = UInt8(ascii: "/")

  /// The absolute path without symbolic links, `.` and `..`; nil if it does not exist, with the reason in errno.
  package var resolved: Pathname? {
    guard let real = unsafe withSystemPath({ unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(real) }
    return unsafe Pathname(bytes: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
  }

  /// The same for a path whose last components may not exist yet.
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
  package var name: [UInt8]? { bytes.split(separator: Self.slash).last.map { Array($0) } }

  /// The path without its last component: `.` for a name alone.
  package var folder: Pathname {
    var rest = bytes[...]
    while rest.last == Self.slash { rest.removeLast() }
    while let last = rest.last, last != Self.slash { rest.removeLast() }
    while rest.count > 1, rest.last == Self.slash { rest.removeLast() }
    return rest.isEmpty ? Pathname(".") : Pathname(bytes: Array(rest))
  }

  /// The absolute path of the same file; only a path with `..` is resolved.
  package var absolute: Pathname {
    if components.contains([UInt8(ascii: "."), UInt8(ascii: ".")]) {
      return (folder.resolved ?? folder).appending(name ?? [])
    }
    if isAbsolute { return self }
    let own = normalized
    return own == Pathname(".") ? Self.workingFolder : Self.workingFolder.appending(own.bytes)
  }

  private static let workingFolder = Pathname(".").resolved ?? Pathname("/")

  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components, without `.`.
  package var components: [[UInt8]] {
    bytes.split(separator: Self.slash).map { Array($0) }.filter { $0 != Array(".".utf8) }
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
