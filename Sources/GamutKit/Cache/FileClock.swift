import CSystemShim
import LibC
import PNGCodec

extension FileStatus {
  /// The steps, in nanoseconds, in which times of files advance: ten times the longest one of file systems on this
  /// machine that count fractions of seconds (the 10 ms of a kernel's timer), and the two seconds of FAT for others.
  private static let fineStep = 100_000_000, coarseStep = 2_000_000_000
  /// Whether the file system of a device is on this machine, so that its clock is ours.
  private static let areLocal = Memo<UInt64, Bool>(limit: 64)

  /// Whether the last change of a file was so long before a time that a change after it cannot leave the times as they
  /// are.
  ///
  /// - Parameters:
  ///   - time: in nanoseconds since 1970.
  ///   - path: the path of the file.
  func isSettled(at time: Int, _ path: Pathname) -> Bool {
    let isFine =
      (modified[1] != 0 || changed[1] != 0)
      && Self.areLocal.value(for: identity.device) { unsafe path.withSystemPath { unsafe gamut_is_local($0) } != 0 }
    // Seconds and nanoseconds, because a file may have any time.
    let (seconds, rest) = (time - (isFine ? Self.fineStep : Self.coarseStep)).quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return [modified, changed].allSatisfy { ($0[0], $0[1]) < (seconds, rest) }
  }

  /// The current time in nanoseconds since 1970.
  static var now: Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
