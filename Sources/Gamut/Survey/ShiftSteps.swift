/// Steps of shift for pictures and charts, in parts of the just-noticeable difference.
public struct ShiftSteps: Sendable, Hashable {
  /// ΔEOK at which each step but the first begins, ascending.
  public let edges: [Double]
  /// About what a step is wide.
  private let width: Double

  private init(edges: [Double], width: Double) {
    self.edges = edges
    self.width = width
  }

  /// For the map: 1, 2 and 4 just-noticeable differences.
  public static func map(jnd: Double) -> ShiftSteps {
    ShiftSteps(edges: [1, 2, 4].map { $0 * jnd }, width: jnd)
  }

  /// For the histogram: 24 quarters of a just-noticeable difference, and what is above.
  public static func histogram(jnd: Double) -> ShiftSteps {
    ShiftSteps(edges: (1...24).map { Double($0) * jnd / 4 }, width: jnd / 4)
  }

  public var count: Int { edges.count + 1 }

  /// The step that a shift falls in.
  public func index(of shift: Double) -> Int {
    // A guess, which the edges then decide.
    var index = min(Int(max(0, min(shift / width, 1_000))), edges.count)
    while index > 0, shift < edges[index - 1] { index -= 1 }
    while index < edges.count, shift >= edges[index] { index += 1 }
    return index
  }
}
