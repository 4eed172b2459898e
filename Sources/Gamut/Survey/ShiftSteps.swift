/// The steps of shift of a histogram: 24 quarters of a just-noticeable difference, and one for larger shifts.
public struct ShiftSteps: Sendable, Hashable {
  /// The difference (DIN99o) at the start of each step except the first, ascending.
  public let edges: [Double]
  /// The approximate width of a step.
  private let width: Double

  /// - Parameter jnd: the just-noticeable difference (DIN99o).
  public init(jnd: Double) {
    edges = (1...24).map { Double($0) * jnd / 4 }
    width = jnd / 4
  }

  /// The number of steps, one more than `edges`.
  public var count: Int { edges.count + 1 }

  /// Returns the index of the step that contains a shift.
  public func index(of shift: Double) -> Int {
    // An estimate, corrected below with the edges.
    var index = min(Int(max(0, min(shift / width, 1_000))), edges.count)
    while index > 0, shift < edges[index - 1] { index -= 1 }
    while index < edges.count, shift >= edges[index] { index += 1 }
    return index
  }
}
