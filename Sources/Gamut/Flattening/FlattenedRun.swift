/// A flattened run as a region names it: what it loses, and where it is.
///
/// Pixels are indices in reading order.
struct FlattenedRun: BitwiseCopyable, Sendable {
  var loss: Double
  /// The run's first pixel, the end that gives the loss, and the pixel farthest from that.
  var first, anchor, farthest: UInt32
  /// One of its lost pixels.
  var lost: UInt32

  /// By loss, descending, then horizontal before vertical, then by the first pixel.
  func precedes(_ other: FlattenedRun, width: Int) -> Bool {
    if loss != other.loss { return loss > other.loss }
    let (isHorizontal, otherIsHorizontal) = (isHorizontal(width), other.isHorizontal(width))
    return isHorizontal == otherIsHorizontal ? first < other.first : isHorizontal
  }

  /// The anchor is never the farthest pixel itself.
  private func isHorizontal(_ width: Int) -> Bool { Int(anchor) / width == Int(farthest) / width }

  func witnesses(_ width: Int) -> LossReport.Witnesses {
    func position(_ pixel: UInt32) -> LossReport.Position {
      LossReport.Position(x: Int(pixel) % width, y: Int(pixel) / width)
    }
    return LossReport.Witnesses(position(anchor), position(farthest))
  }
}

/// What the flattened runs of an image come to, from pass to pass over it. One thread at a time may use it.
final class FlattenedRuns: @unchecked Sendable {
  // Sendable unchecked: whoever hands it from thread to thread sees to that.
  var set: FlattenedSet

  init(_ set: consuming FlattenedSet) { self.set = set }
}
