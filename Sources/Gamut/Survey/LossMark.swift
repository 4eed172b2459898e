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
  public static let all = (0..<UInt8(2 + 2 * (pairs + 1) + StepSize.allCases.count)).map { LossMark(rawValue: $0) }

  /// Returns the mark of a colour of a lost pair.
  ///
  /// - Parameters:
  ///   - index: the index in ``LossReport/Areas/largest``; nil for a pair that is not listed.
  ///   - isRarer: whether it is the rarer colour of a pair, which is the lost one.
  public static func pair(_ index: Int?, isRarer: Bool) -> LossMark {
    LossMark(rawValue: UInt8(2 + (isRarer ? pairs + 1 : 0) + pairs - min(index ?? pairs, pairs)))
  }

  /// Returns the mark of a lost step, which hides that of a pair.
  public static func step(_ size: StepSize) -> LossMark {
    LossMark(rawValue: UInt8(2 + 2 * (pairs + 1) + size.rawValue - 1))
  }

  public static func < (a: LossMark, b: LossMark) -> Bool { a.rawValue < b.rawValue }
}

extension PixelRenderer.Outcome {
  /// The mark of the pixel.
  public var mark: LossMark {
    if let lostStep { return .step(lostStep) }
    if pair != nil || isRarer { return .pair(pair, isRarer: isRarer) }
    return isClipped ? .clipped : .unchanged
  }
}
