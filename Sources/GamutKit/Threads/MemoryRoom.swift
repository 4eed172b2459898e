import CSystemShim
import PNGCodec
import Synchronization

/// How much memory the system will still give this process, where it has a limit (`ulimit -v`, `ulimit -d`).
///
/// Most memory is asked for by Swift itself, which ends the process where there is none. So there must be room before a
/// file is begun: then it is that file which is refused, and the run goes on.
public enum MemoryRoom {
  /// Nil where the process has no limit.
  public static var free: Int? {
    let room = isLimited ? gamut_room() : -1
    return room < 0 ? nil : Int(room)
  }

  /// Asked for once: most processes have none, and files are many.
  private static let isLimited = gamut_room() >= 0

  /// What the program needs to say anything.
  public static let least = 4 << 20
  /// What a thread takes beside its work: its stack.
  static let thread = 9 << 20
  /// What a file is decoded, measured or converted with, whatever its size: tables and buffers.
  static let tables = 10 << 20
  /// What it takes to measure what files declare: 136,000 colours, once.
  static let measurement = 20 << 20
  /// What the pictures of an image take on a page, with the points of its chart.
  static let picture = 48 << 20
  /// What it takes to measure how far mappings move colours: those that were met, while their table grows.
  static let shifts = 24 << 20
  /// What it takes beside that for each mapping.
  static let shiftsOfMapping = 8 << 20
  /// With less for each, fewer files are worked on at a time.
  private static let worker = 64 << 20

  private static let workers = Mutex(1)

  /// As many threads as there is room for, at least one.
  static func threads(_ wanted: Int) -> Int {
    let threads = free.map { max(1, min(wanted, $0 / worker)) } ?? wanted
    workers.withLock { $0 = max($0, threads) }
    return threads
  }

  /// What each of the threads may take; nil where there is no limit.
  static var share: Int? { free.map { $0 / workers.withLock { $0 } } }

  static func require(_ bytes: Int) throws(PNGError) {
    if let share, share < bytes { throw .outOfMemory(bytes: bytes) }
  }
}
