import LibC
import PNGCodec

/// The file of a cache. A lock on another file beside it lets one process at a time append to it, or replace it by a
/// smaller one.
struct CacheFile {
  let path: Pathname
  private let lock, replacement: Pathname

  init(in folder: Pathname) throws(RowCache.Fault) {
    func name(_ text: String) -> Pathname { folder.appending(Array(text.utf8)) }
    (path, lock, replacement) = (name("gamut-rows-1.cache"), name("gamut-rows-1.lock"), name("gamut-rows-1.tmp"))
    if unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) != 0, errno != EEXIST { throw .io(number: errno) }
    guard (try? FileStatus(of: folder))?.kind == .folder else { throw .io(number: ENOTDIR) }
  }

  /// The number of bytes that are written at a time.
  static let pieceSize = 1 << 20

  /// The current size in bytes.
  var size: Int { (try? FileStatus(of: path))?.size ?? 0 }

  /// Returns the contents, at most `limit` bytes; none if there is no file yet.
  func read(atMost limit: Int) throws(RowCache.Fault) -> [UInt8] {
    // Not while another process writes a part of a record, which would be ignored. A folder that cannot be written may
    // have no lock.
    let descriptor = unsafe lock.withSystemPath { unsafe systemOpen($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0 { _ = Self.take(LOCK_SH, descriptor) }
    return try contents(atMost: limit)
  }

  private func contents(atMost limit: Int) throws(RowCache.Fault) -> [UInt8] {
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      let count = min(source.size ?? 0, limit)
      // The table of the smallest records is as large as they are. No other thread needs memory now.
      let needed = 2 * count + MemoryRoom.least
      if let free = MemoryRoom.free, free < needed { throw .outOfMemory(bytes: needed) }
      return try source.readSome(count)
    } catch {
      if case .outOfMemory = error { throw .io(number: ENOMEM) }
      if case .io(_, ENOENT) = error { return [] }
      if case .io(_, let number) = error { throw .io(number: number) }
      throw .notACache(path)
    }
  }

  /// Appends records; returns errno on failure.
  func append(_ records: [UInt8]) -> Int32? {
    locked { () throws(Failure) in
      let descriptor = try open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK)
      defer { close(descriptor) }
      guard let status = FileStatus(descriptor: descriptor), status.kind == .file else { throw Failure(number: EIO) }
      var head = CacheLog.head
      let count = unsafe head.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
      guard count >= 0 else { throw Failure(number: errno) }
      let begin = Array(head.prefix(count))
      var size = status.size
      if begin != CacheLog.head {
        guard CacheLog.isUnwritten(head: begin) else { throw Failure(number: EIO) }
        guard ftruncate(descriptor, 0) == 0 else { throw Failure(number: errno) }
        size = 0
      }
      do throws(Failure) {
        try write((size == 0 ? CacheLog.head : []) + records, to: descriptor)
      } catch {
        // A part of a record would be ignored, but take up room.
        _ = ftruncate(descriptor, off_t(size))
        throw error
      }
    }
  }

  /// Rewrites the file without useless records, with at most `limit` bytes; returns errno on failure. Bytes after the
  /// first `readLimit` are lost.
  func compact(limit: Int, readLimit: Int) -> Int32? {
    locked { () throws(Failure) in
      let bytes: [UInt8]
      do throws(RowCache.Fault) {
        bytes = try contents(atMost: readLimit)
      } catch {
        if case .io(let number) = error { throw Failure(number: number) }
        throw Failure(number: EIO)
      }
      let log = CacheLog(bytes)
      guard log.isOwn else { return }
      _ = unsafe replacement.withSystemPath { unsafe unlink($0) }
      let descriptor = try open(replacement, O_WRONLY | O_CREAT | O_EXCL)
      defer { close(descriptor) }
      do throws(Failure) {
        var piece = CacheLog.head
        for part in log.compacted(limit: limit) {
          piece += log.bytes[part]
          guard piece.count >= Self.pieceSize else { continue }
          try write(piece, to: descriptor)
          piece.removeAll(keepingCapacity: true)
        }
        try write(piece, to: descriptor)
        let status = unsafe replacement.withSystemPath { from in
          unsafe path.withSystemPath { unsafe rename(from, $0) }
        }
        guard status == 0 else { throw Failure(number: errno) }
      } catch {
        _ = unsafe replacement.withSystemPath { unsafe unlink($0) }
        throw error
      }
    }
  }

  /// A failed system call, with errno.
  private struct Failure: Error {
    var number: Int32
  }

  private func locked(_ body: () throws(Failure) -> Void) -> Int32? {
    do throws(Failure) {
      let descriptor = try open(lock, O_RDWR | O_CREAT)
      defer { close(descriptor) }
      if let number = Self.take(LOCK_EX, descriptor) { throw Failure(number: number) }
      try body()
      return nil
    } catch {
      return error.number
    }
  }

  /// Takes a lock; returns errno on failure, `EWOULDBLOCK` if another process has it for ten seconds. A run holds it no
  /// longer than it writes.
  private static func take(_ kind: Int32, _ descriptor: Int32) -> Int32? {
    var waits = 0
    while flock(descriptor, kind | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where waits < 5000:
        waits += 1
        usleep(2000)
      case let number: return number
      }
    }
    return nil
  }

  private func open(_ path: Pathname, _ flags: Int32) throws(Failure) -> Int32 {
    while true {
      let descriptor = unsafe path.withSystemPath { unsafe systemOpen($0, flags | O_CLOEXEC | O_NOFOLLOW, 0o666) }
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw Failure(number: errno) }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    if let number = unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      throw Failure(number: number)
    }
  }
}

/// `open(2)`, whose name is hidden by a method.
private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}
