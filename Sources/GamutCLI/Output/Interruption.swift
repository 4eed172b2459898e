import GamutKit
import LibC
import Synchronization

/// The message when a signal ends a run.
enum Interruption {
  private static let done = Atomic<Int>(0)
  private static let count = Atomic<Int>(0)
  private static let isFixing = Atomic<Bool>(false)
  /// The number of files that were in place when counting began.
  private static let placedBefore = Atomic<Int>(0)

  /// Prepares for signals: removes temporary files and says how far the run came. The signal then ends the process, so
  /// that a shell sees status 130 for SIGINT.
  ///
  /// - Parameter inputs: the number of inputs of the run.
  static func prepare(inputs: Int = 0) {
    count.store(inputs, ordering: .relaxed)
    TemporaryFiles.removeOnSignals { number in
      let total = count.load(ordering: .relaxed)
      // A written file is in place before its row is reported.
      let placed = TemporaryFiles.placedCount - placedBefore.load(ordering: .relaxed)
      let finished = max(done.load(ordering: .relaxed), placed)
      let words = isFixing.load(ordering: .relaxed) ? "written" : "done"
      let progress = total > 1 ? ", \(Words.count(finished)) of \(Words.count(total, "file")) \(words)" : ""
      let end = isatty(STDERR_FILENO) == 1 && !OutputOptions.isTerminalDumb ? "\r\u{1b}[K" : ""
      Message.write(end + "gamut: \(number == SIGINT ? "interrupted" : "ended by a signal")\(progress)\n")
    }
  }

  /// Sets the number of inputs, once it is known.
  static func expect(inputs: Int) { count.store(inputs, ordering: .relaxed) }

  /// Begins to count anew, for a run that goes over its files more than once.
  ///
  /// - Parameter isFixing: whether these files are being written by a fix.
  static func begin(inputs: Int, isFixing: Bool = false) {
    count.store(inputs, ordering: .relaxed)
    done.store(0, ordering: .relaxed)
    placedBefore.store(TemporaryFiles.placedCount, ordering: .relaxed)
    Self.isFixing.store(isFixing, ordering: .relaxed)
  }

  /// Counts a finished input.
  static func countDone() { done.wrappingAdd(1, ordering: .relaxed) }
}
