import CSystemShim
package import PNGCodec
import Synchronization

/// The amount of memory that the system still allows for this process, if it has a limit (`ulimit -v`, `ulimit -d`).
///
/// Swift allocates most memory itself, and ends the process if an allocation fails. Therefore the available memory is
/// checked before a file is processed: a file that needs too much is rejected, and the run continues.
package enum MemoryRoom {
  /// The available memory in bytes; nil if the process has no limit.
  package static var free: Int? {
    let room = isLimited ? gamut_room() : -1
    return room < 0 ? nil : Int(room)
  }

  /// Checked once: most processes have no limit, and there may be many files.
  private static let isLimited = gamut_room() >= 0

  /// The memory that the program needs for any output.
  package static let least = 4 << 20
  /// The memory of a thread in addition to its work: its stack.
  package static let thread = 9 << 20
  /// The memory for decoding, measuring or converting a file of any size: tables and buffers.
  package static let tables = 10 << 20
  /// The memory for measuring the declarations of a file: for its profile, and for the data of LittleCMS.
  package static let measurement = 20 << 20
  /// The memory for the pictures of an image on a page, with the points of its chart.
  package static let picture = 48 << 20
  /// The memory for measuring how far mappings move colours: the occurring colours, while their table grows.
  package static let shifts = 24 << 20
  /// The additional memory for each mapping.
  package static let shiftsOfMapping = 8 << 20
  /// The minimum memory for each thread; fewer files are processed at a time if there is less.
  private static let worker = 64 << 20

  private static let workers = Mutex(1)

  /// Returns the number of threads that fit into memory, at least one.
  static func threads(_ wanted: Int) -> Int {
    let threads = free.map { max(1, min(wanted, $0 / worker)) } ?? wanted
    workers.withLock { $0 = max($0, threads) }
    return threads
  }

  /// The memory that each thread may use; nil if there is no limit.
  package static var share: Int? { free.map { $0 / workers.withLock { $0 } } }

  package static func require(_ bytes: Int) throws(PNGError) {
    if let share, share < bytes { throw .outOfMemory(bytes: bytes) }
  }
}
