/// A flattened run as recorded for a region: its loss and its position.
///
/// Pixels are indices in reading order.
struct FlattenedRun: BitwiseCopyable, Sendable {
  var loss: Double
  /// The run's first pixel, the end that gives the loss, and the pixel farthest from that.
  var first, anchor, farthest: UInt32
  /// A lost pixel of the run.
  var lost: UInt32

  /// Returns whether the run sorts first: by loss, descending, then horizontal before vertical, then by the first
  /// pixel.
  func precedes(_ other: FlattenedRun, width: Int) -> Bool {
    if loss != other.loss { return loss > other.loss }
    let (isHorizontal, otherIsHorizontal) = (isHorizontal(width), other.isHorizontal(width))
    return isHorizontal == otherIsHorizontal ? first < other.first : isHorizontal
  }

  /// Relies on the anchor and the farthest pixel being different.
  private func isHorizontal(_ width: Int) -> Bool { Int(anchor) / width == Int(farthest) / width }

  func witnesses(_ width: Int) -> LossReport.Witnesses {
    func position(_ pixel: UInt32) -> LossReport.Position {
      LossReport.Position(x: Int(pixel) % width, y: Int(pixel) / width)
    }
    return LossReport.Witnesses(position(anchor), position(farthest))
  }
}

/// The result of the flattened runs of an image, shared by its passes. Only one thread at a time may use it.
final class FlattenedRuns: @unchecked Sendable {
  // Sendable unchecked: the caller synchronises the transfer between threads.
  var set: FlattenedSet

  init(_ set: consuming FlattenedSet) { self.set = set }
}
