import LibC
import PNGCodec
import Synchronization

/// Results of earlier runs in a folder, as JSON by hashes of all that decides them. Several processes may use it at a time.
/// A damaged file costs time, but never changes a result; whoever may write the folder decides the results.
///
/// Its file has a head, and a record for each result, the oldest first: the length in 8 bytes, a checksum in 8, the key, and
/// the result. What follows a damaged record is not read. A run that has new results replaces the file when it ends.
package final class RowCache: Sendable {
  package enum Fault: Error {
    /// It cannot be created or read; errno.
    case io(number: Int32)
    /// Its file has other contents.
    case notACache(Pathname)
  }

  private struct Contents {
    var bytes = RowCache.head
    var results: [ContentHash: Range<Int>] = [:]
    /// The number of bytes from the first damaged record on.
    var damagedSize = 0
  }

  package static let head = Array("gamut cache 2\n".utf8)
  private static let recordHead = 16 + ContentHash.size

  private let folder, path: Pathname
  private let limit: Int
  private let old: Contents
  private let new = Mutex<(results: [ContentHash: [UInt8]], size: Int)>(([:], head.count))

  package init(in folder: Pathname, limit: Int) throws(Fault) {
    (self.folder, self.limit) = (folder, limit)
    path = folder.appending(Array("gamut-rows-2.cache".utf8))
    if unsafe folder.withSystemPath({ unsafe mkdir($0, 0o777) }) != 0, errno != EEXIST { throw .io(number: errno) }
    guard (try? FileStatus(of: folder))?.kind == .folder else { throw .io(number: ENOTDIR) }
    old = try Self.read(path, limit)
  }

  private static func read(_ path: Pathname, _ limit: Int) throws(Fault) -> Contents {
    var contents = Contents()
    do throws(PNGError) {
      var source = try ByteSource(pathBytes: path.bytes)
      // A run with a larger limit may have written it.
      let count = min(source.size ?? 0, min(limit, 1 << 40) + 64 << 20)
      // The table of the smallest records is as large as they are. No other thread needs memory now.
      let needed = 2 * count + MemoryRoom.least
      if let free = MemoryRoom.free, free < needed { throw .outOfMemory(bytes: needed) }
      contents.bytes = try source.readSome(count)
    } catch {
      switch error {
      case .io(_, ENOENT): return contents
      case .io(_, let number): throw .io(number: number)
      case .outOfMemory: throw .io(number: ENOMEM)
      default: throw .notACache(path)
      }
    }
    let bytes = contents.bytes
    guard bytes.starts(with: head) else { throw .notACache(path) }
    var place = head.count
    while bytes.count - place >= recordHead {
      let length = bytes.littleEndian64(at: place)
      guard length <= bytes.count - place - recordHead else { break }
      let end = place + recordHead + Int(length)
      guard ContentChecksum.crc64(bytes, in: place + 16..<end) == bytes.littleEndian64(at: place + 8) else { break }
      contents.results[ContentHash(in: bytes, at: place + 16)] = place + recordHead..<end
      place = end
    }
    contents.damagedSize = bytes.count - place
    return contents
  }

  package func lookup(_ key: ContentHash) -> JSONNode? {
    old.results[key].flatMap { try? JSONReader.read(Array(old.bytes[$0])) }
  }

  package func store(_ key: ContentHash, _ result: [UInt8]) {
    new.withLock { new in
      let size = new.size + result.count + Self.recordHead
      if size <= limit, new.results.updateValue(result, forKey: key) == nil { new.size = size }
    }
  }

  /// Replaces the file, if there are new results, or if it is damaged or too large. Returns notes for the user.
  package func finish() -> [String] {
    var notes: [String] = []
    let name = path.text.printable
    if old.damagedSize > 0 {
      notes.append("\(Words.count(old.damagedSize, "byte")) of the cache \(name) are damaged and ignored.")
    }
    let results = new.withLock(\.results)
    if !results.isEmpty || old.damagedSize > 0 || old.bytes.count > limit, let reason = write(results) {
      notes.append("The cache \(name) cannot be written: \(reason).")
    }
    return notes
  }

  /// Writes old and new results, without the oldest if these are too many. Returns the reason that this fails.
  private func write(_ new: [ContentHash: [UInt8]]) -> String? {
    guard let folder = OpenFolder(folder) else { return systemWords(errno) }
    defer { withExtendedLifetime(folder) {} }
    if folder.lock(waiting: 10) == .isHeld { return "another process has locked it" }
    do {
      // Others may have written since.
      let old = try Self.read(path, limit)
      var size = new.values.reduce(Self.head.count) { $0 + $1.count + Self.recordHead }
      let latest = old.results.filter { new[$0.key] == nil }.sorted { $0.value.lowerBound > $1.value.lowerBound }
      let kept = latest.prefix { _, result in
        size += result.count + Self.recordHead
        return size <= limit
      }
      let file = try OutputFile(path)
      try file.write(Self.head)
      for (key, result) in kept.reversed() { try file.write(Self.record(key, old.bytes[result])) }
      for (key, result) in new { try file.write(Self.record(key, result[...])) }
      try file.finish()
      return nil
    } catch WriteError.io(_, let number), Fault.io(let number) {
      return systemWords(number)
    } catch {
      return (error as? WriteError)?.code ?? "it has other contents"
    }
  }

  private static func record(_ key: ContentHash, _ result: ArraySlice<UInt8>) -> [UInt8] {
    let checked = key.bytes + result
    return UInt64(result.count).littleEndianBytes + ContentChecksum.crc64(checked).littleEndianBytes + checked
  }
}
