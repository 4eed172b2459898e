#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

enum TextFile {
  struct Failure: Error {}

  static func read(_ path: String) throws(Failure) -> String {
    guard let stream = unsafe fopen(path, "rb") else { throw Failure() }
    defer { unsafe fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = unsafe fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    guard let stream = unsafe fopen(path, "wb") else { throw Failure() }
    let bytes = Array(text.utf8)
    let count = unsafe fwrite(bytes, 1, bytes.count, stream)
    guard unsafe fclose(stream) == 0, count == bytes.count else { throw Failure() }
  }

  /// Puts lines between `<!-- name begin -->` and `<!-- name end -->` in a file.
  static func replace(_ name: String, in path: String, with lines: [String]) throws(Failure) {
    let old = try read(path).split(separator: "\n", omittingEmptySubsequences: false)
    guard let begin = old.firstIndex(of: "<!-- \(name) begin -->"),
      let end = old.firstIndex(of: "<!-- \(name) end -->"),
      begin < end
    else { throw Failure() }
    let text = old[...begin].map(String.init) + [""] + lines + [""] + old[end...].map(String.init)
    try write(text.joined(separator: "\n"), to: path)
  }
}
