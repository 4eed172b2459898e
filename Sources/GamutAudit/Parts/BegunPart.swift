package import GamutKit
import LibC
import PNGCodec

/// A part that is written row by row, so that a run that was cut short goes on where it ended.
package final class BegunPart {
  package let path: Pathname
  private let run: AuditRun
  private let descriptor: Int32
  /// The number of rows that the part has already.
  package private(set) var count = 0
  /// Whether the part has its summary.
  private var isComplete = false
  /// The rows that it has, from the first on.
  private var reader: LineReader
  private var rest: Int
  /// The bytes that have not been written yet.
  private var buffer: [UInt8] = []

  /// Opens the part at a path, or begins it. A last line that was cut short is dropped.
  ///
  /// - Parameters:
  ///   - run: the run that the part is of.
  ///   - files: the paths of its files, in their order.
  package init(_ path: Pathname, _ run: AuditRun, files: [Pathname]) throws(AuditPartError) {
    (self.path, self.run) = (path, run)
    descriptor = unsafe path.withSystemPath { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666) }
    guard descriptor >= 0 else { throw .unreadable(.io(operation: "open the file", number: errno)) }
    let kept: Kept
    do throws(AuditPartError) {
      guard FileStatus(descriptor: descriptor)?.kind == .file else { throw .unreadable(.notAFile) }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse }
      kept = try Kept(reading: descriptor, run, files)
      // The next write is at the end of what is kept.
      guard ftruncate(descriptor, off_t(kept.size)) == 0, lseek(descriptor, 0, SEEK_END) == kept.size else {
        throw .unreadable(.io(operation: "cut the file", number: errno))
      }
      reader = try Kept.lines(of: descriptor)
      if kept.size > 0 { _ = try reader.next() }
    } catch {
      close(descriptor)
      throw error
    }
    (count, rest, isComplete) = (kept.count, kept.count, kept.isComplete)
    if kept.size == 0 { buffer = AuditLines(run).begin() }
  }

  deinit { close(descriptor) }

  /// Returns the next of the rows that the part has; nil after the last.
  package func next() throws(AuditPartError) -> AuditRow? {
    guard rest > 0, let line = try reader.next() else { return nil }
    rest -= 1
    return try AuditPartReader.row(of: line, number: reader.number)
  }

  /// Adds the row of the next file.
  package func add(_ row: AuditRow) throws(WriteError) {
    buffer += AuditLines(run).add(row)
    if buffer.count >= 64 << 10 { try flush() }
  }

  /// Completes the part.
  package func end(_ totals: AuditTotals) throws(WriteError) {
    if !isComplete { buffer += AuditLines(run).end(totals) }
    try flush()
  }

  /// Writes the rows added so far, so that another run can continue after them.
  package func flush() throws(WriteError) {
    if let number = unsafe buffer.withUnsafeBytes({ unsafe writeAll($0, to: descriptor) }) {
      // Not even a part of the first line could be written.
      if FileStatus(descriptor: descriptor)?.size == 0 { unsafe _ = path.withSystemPath { unsafe unlink($0) } }
      throw .io(.write, number: number)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The rows of a run that a part has already.
private struct Kept {
  /// The size in bytes.
  private(set) var size = 0
  /// The number of rows.
  private(set) var count = 0
  /// Whether it has a summary.
  private(set) var isComplete = false

  init(reading descriptor: Int32, _ run: AuditRun, _ files: [Pathname]) throws(AuditPartError) {
    let begin = AuditLines(run).begin()
    let head: [UInt8]
    do throws(PNGError) {
      var source = try ByteSource(fileDescriptor: descriptor)
      head = try source.readSome(begin.count)
    } catch {
      throw .unreadable(error)
    }
    // Not even the first line was written.
    if head.count < begin.count, begin.starts(with: head) { return }
    guard head == begin else { throw try Self.difference(of: descriptor, from: run) }
    var lines = try Self.lines(of: descriptor)
    var totals = AuditTotals()
    while let line = try Self.whole(&lines) {
      if size > 0 {
        guard count < files.count else {
          guard AuditLines(run).end(totals).dropLast().elementsEqual(line), !isComplete else {
            throw .notAPart(line: lines.number, fault: "it follows the last file of the run, and is not its summary")
          }
          isComplete = true
          size += line.count + 1
          continue
        }
        let row = try AuditPartReader.row(of: line, number: lines.number)
        guard row.path == files[count] else {
          throw .notAPart(line: lines.number, fault: "the run has another file here, \(files[count].text.printable)")
        }
        totals.add(row)
        count += 1
      }
      size += line.count + 1
    }
  }

  static func lines(of descriptor: Int32) throws(AuditPartError) -> LineReader {
    do throws(PNGError) {
      return LineReader(try ByteSource(fileDescriptor: descriptor))
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns the next line; nil at the end, and for a line that is cut short.
  private static func whole(_ lines: inout LineReader) throws(AuditPartError) -> [UInt8]? {
    do throws(AuditPartError) {
      return try lines.next()
    } catch {
      if error == .incomplete { return nil }
      throw error
    }
  }

  /// Returns the error for a part of another run, which names the first difference.
  private static func difference(of descriptor: Int32, from run: AuditRun) throws(AuditPartError) -> AuditPartError {
    let source: ByteSource
    do throws(PNGError) {
      source = try ByteSource(fileDescriptor: descriptor)
    } catch {
      throw .unreadable(error)
    }
    let other = try AuditPartReader(source).run
    return other.firstDifference(from: run).map { .begunWith($0) } ?? .begunOverOthers
  }
}
