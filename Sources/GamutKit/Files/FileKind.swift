#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The type of the file at a path.
enum FileKind {
  case file, folder, other

  /// Determines the type, following links; nil if nothing exists there, or it cannot be determined.
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
  /// Calls `body` with the path as a C string; a path with a zero byte is invalid, and is passed as the empty path.
  func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // The array is never empty: it has at least the terminating zero.
      guard let start = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(start)
    }
  }
}
