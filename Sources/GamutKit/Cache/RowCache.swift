import LibC
import PNGCodec
import Synchronization

/// Rows of earlier runs in a folder, by hashes of all that decides them. Several processes may use it at a time. A damaged
/// file costs time, but never changes a row; whoever may write the folder decides the rows.
package final class RowCache: Sendable {
  /// The reason that a folder cannot have a cache.
  package enum Fault: Error {
    /// It cannot be created or read; errno.
    case io(number: Int32)
    /// Its file has other contents.
    case notACache(Pathname)
  }

  let file: CacheFile
  /// The contents of the file when the run began; nil when it has ended.
  private let loaded: Mutex<CacheLog?>
  private let limit: Int
  /// The number of bytes to read: until a run ends, a file may grow beyond its limit.
  private let readLimit: Int
  private let pending: Mutex<Pending>

  private struct Pending {
    var records: [UInt8] = []
    var replacedSize = 0
    /// errno, if the file could not be written; nothing is written then any more.
    var fault: Int32?
  }

  /// - Parameters:
  ///   - folder: the folder of the cache, which is created if it is missing.
  ///   - limit: the maximum size of its file in bytes, after a run.
  package init(in folder: Pathname, limit: Int) throws(Fault) {
    self.limit = limit
    readLimit = min(limit, 1 << 40) + (64 << 20)
    file = try CacheFile(in: folder)
    let log = CacheLog(try file.read(atMost: readLimit))
    guard log.isOwn else { throw .notACache(file.path) }
    loaded = Mutex(log)
    // Rows that are written after damaged ones would not be read.
    pending = Mutex(
      Pending(fault: log.damagedSize > 0 ? file.compact(limit: limit, readLimit: readLimit) : nil))
  }

  /// The bytes with which the file of a cache begins.
  package static let head = CacheLog.head
  /// The contents of the file when the run began; none when it has ended.
  package var contents: [UInt8] { log.bytes }
  private var log: CacheLog { loaded.withLock { $0 } ?? CacheLog([]) }

  /// Returns the row of a key as JSON; nil if it is not known.
  package func lookup(_ key: ContentHash) -> JSONNode? {
    let log = log
    return log.records[key].flatMap { try? JSONReader.read(Array(log.bytes[$0])) }
  }

  /// Keeps a row, which is JSON, in memory until several are written together.
  package func store(_ key: ContentHash, _ row: [UInt8]) {
    guard let record = CacheLog.record(key, row) else { return }
    let old = log.records[key]
    pending.withLock { pending in
      guard pending.fault == nil else { return }
      pending.records += record
      pending.replacedSize += old?.count ?? 0
      if pending.records.count >= CacheFile.pieceSize { write(&pending) }
    }
  }

  private func write(_ pending: inout Pending) {
    if !pending.records.isEmpty { pending.fault = file.append(pending.records) }
    pending.records.removeAll(keepingCapacity: true)
  }

  /// Writes the pending records, and compacts the file if it is too large, damaged, or mostly useless.
  ///
  /// - Returns: notes for the user: whole sentences.
  package func finish() -> [String] {
    pending.withLock { pending in
      write(&pending)
      let old = loaded.withLock { log in
        // The file is read again to compact it, because others may have written since.
        defer { log = nil }
        return log.map { (size: $0.bytes.count, dead: $0.deadSize, damaged: $0.damagedSize) } ?? (
          size: 0, dead: 0, damaged: 0
        )
      }
      let (dead, damaged) = (old.dead + pending.replacedSize, old.damaged)
      let isTooLarge = file.size > limit
      if pending.fault == nil, isTooLarge || dead > max(old.size / 2, CacheFile.pieceSize) {
        // Leaves some room, so that not every run has to compact the file.
        pending.fault = file.compact(limit: isTooLarge ? limit / 4 * 3 : limit, readLimit: readLimit)
      }
      var notes: [String] = []
      if damaged > 0 {
        notes.append(
          "\(Words.count(damaged, "byte")) of the cache \(file.path.text.printable) are damaged and ignored.")
      }
      if let number = pending.fault {
        let reason = number == EWOULDBLOCK ? "another process has locked it" : systemWords(number)
        notes.append("The cache \(file.path.text.printable) cannot be written: \(reason).")
      }
      return notes
    }
  }
}
