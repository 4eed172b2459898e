#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is written; whatever fails ends the program.
@safe struct OutputFile {
  private let path: String
  private let stream: UnsafeMutablePointer<FILE>

  init(path: String) {
    self.path = path
    guard let stream = unsafe fopen(path, "wb") else { fail("cannot write \(path)") }
    unsafe self.stream = stream
  }

  func write(_ bytes: [UInt8]) {
    if unsafe fwrite(bytes, 1, bytes.count, stream) != bytes.count { fail("cannot write \(path)") }
  }

  func close(renamingTo target: String) {
    guard unsafe fclose(stream) == 0 && rename(path, target) == 0 else { fail("cannot write \(target)") }
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func makeFolders(for path: String) {
    var folder = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += part + "/"
      _ = unsafe mkdir(folder, 0o777)
    }
  }

  static func contents(of path: String) -> [UInt8] {
    guard let stream = unsafe fopen(path, "rb") else { fail("cannot read \(path)") }
    defer { unsafe fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<(unsafe fread(&bytes, 1, bytes.count, stream))])
  }
}
