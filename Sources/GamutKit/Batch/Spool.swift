import PNGCodec
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that come once, made readable again: in memory while they are few, else in a file without a name.
///
/// A regular file is read where it is.
final class Spool: Sendable {
  private enum Place {
    case memory([UInt8])
    case file(Int32, closes: Bool)
  }

  private let place: Place
  private static let memoryLimit = 16 << 20

  private static let standard = Mutex<Spool?>(nil)

  /// That of standard input, which comes once and is kept: pictures of an image are made after its report.
  static func standardInput() throws(PNGError) -> Spool {
    let result: Result<Spool, PNGError> = standard.withLock { kept in
      if let kept { return .success(kept) }
      do throws(PNGError) {
        let spool = try Spool(png: 0)
        kept = spool
        return .success(spool)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Of a PNG: what begins as none does is not read further, as whoever looks at it refuses it.
  convenience init(png fileDescriptor: Int32, closing: Bool = false) throws(PNGError) {
    try self.init(fileDescriptor: fileDescriptor, closing: closing) { $0.starts(with: [0x89, 0x50, 0x4e, 0x47]) }
  }

  /// - Parameters:
  ///   - closing: whether the descriptor is handed over, to be closed even if this fails.
  ///   - goesOn: whether to read on after the first bytes, four or more unless there are fewer.
  init(
    fileDescriptor: Int32, closing: Bool = false, whether goesOn: ([UInt8]) -> Bool = { _ in true }
  ) throws(PNGError) {
    var source = try ByteSource(fileDescriptor: fileDescriptor, closing: false)
    if source.size != nil {
      place = .file(fileDescriptor, closes: closing)
      return
    }
    defer { if closing { close(fileDescriptor) } }
    var bytes: [UInt8] = []
    var isAll = try Self.read(&source, atMost: 4, into: &bytes)
    isAll = isAll || !goesOn(bytes)
    if !isAll { isAll = try Self.read(&source, atMost: Self.memoryLimit, into: &bytes) }
    if isAll {
      place = .memory(bytes)
      return
    }
    let file = try Self.temporaryFile()
    do {
      try Self.write(bytes, to: file)
      while true {
        bytes.removeAll(keepingCapacity: true)
        let isEnd = try Self.read(&source, atMost: 1 << 20, into: &bytes)
        try Self.write(bytes, to: file)
        if isEnd { break }
      }
    } catch {
      close(file)
      throw error
    }
    place = .file(file, closes: true)
  }

  deinit { if case .file(let descriptor, closes: true) = place { close(descriptor) } }

  /// The bytes from the beginning.
  func open() throws(PNGError) -> ByteSource {
    switch place {
    case .memory(let bytes): ByteSource(bytes: bytes)
    case .file(let descriptor, _): try ByteSource(fileDescriptor: descriptor)
    }
  }

  /// Appends until there are `limit` bytes or more; true at the end.
  private static func read(
    _ source: inout ByteSource, atMost limit: Int, into bytes: inout [UInt8]
  ) throws(PNGError) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while bytes.count < limit {
      let count = try unsafe source.read(into: buffer)
      if count == 0 { return true }
      unsafe bytes.append(contentsOf: buffer.prefix(count))
    }
    return false
  }

  private static func temporaryFile() throws(PNGError) -> Int32 {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = "\(folder)/gamut.XXXXXX".utf8CString.map { $0 }
    let file = unsafe name.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress else { return Int32(-1) }
      let file = unsafe mkstemp(start)
      if file >= 0 { _ = unsafe unlink(start) }
      return file
    }
    guard file >= 0 else { throw .io(operation: "keep standard input in a temporary file", number: errno) }
    return file
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(PNGError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe systemWrite(file, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .io(operation: "keep standard input in a temporary file", number: errno) }
      done += count
    }
  }
}

/// `write(2)`, whose name a method above hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
