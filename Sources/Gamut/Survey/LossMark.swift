/// What a map of the loss shows of a pixel, or of a cell of pixels: the worst of them, which is the largest mark.
public struct LossMark: Sendable, Hashable, Comparable {
  /// 0 for an unchanged pixel, 1 for one that clips without being lost, then lost pairs and steps.
  public let rawValue: UInt8

  /// A pixel that keeps its colour.
  public static let unchanged = LossMark(rawValue: 0)
  /// A pixel that clips, and that is not lost.
  public static let clipped = LossMark(rawValue: 1)

  /// The number of lost pairs that have a mark of their own; all others share one.
  public static let pairs = 6
  /// All marks, in ascending order.
  public static let all = (0..<UInt8(3 + pairs + StepSize.allCases.count)).map { LossMark(rawValue: $0) }

  /// Returns the mark of a colour of a lost pair.
  ///
  /// - Parameter index: the index in ``LossReport/Areas/largest``; nil for a pair that is not listed.
  public static func pair(_ index: Int?) -> LossMark {
    LossMark(rawValue: UInt8(2 + pairs - min(index ?? pairs, pairs)))
  }

  /// Returns the mark of a lost step, which hides that of a pair.
  public static func step(_ size: StepSize) -> LossMark { LossMark(rawValue: UInt8(2 + pairs + size.rawValue)) }

  public static func < (a: LossMark, b: LossMark) -> Bool { a.rawValue < b.rawValue }
}

extension PixelRenderer.Outcome {
  /// The mark of the pixel.
  public var mark: LossMark {
    if let lostStep { return .step(lostStep) }
    if pair != nil || isRarer { return .pair(pair) }
    return isClipped ? .clipped : .unchanged
  }
}
