#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a path leads to.
enum FileKind {
  case file, folder, other

  /// Nil where nothing is there, or it cannot be told.
  init?(following path: Path) {
    var status = stat()
    guard unsafe path.withSystemPath({ unsafe stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

extension Path {
  /// As the C library takes it; a path with a zero inside names nothing, and is given as the empty path.
  func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // Never empty: there is at least the terminating zero.
      guard let start = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(start)
    }
  }
}
