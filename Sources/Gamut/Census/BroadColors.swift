/// A broad member of a collapse group.
struct BroadColor: Sendable {
  /// The packed colour.
  var source: UInt64
  /// The first flat pixel of the colour.
  var first: UInt32
  /// The number of its pixels; 0 until they are counted.
  var pixels = 0
}

/// The two broad members of a group that are farthest apart.
struct BroadPair: Sendable {
  /// The difference of the two colours in ΔEOK, and by CIEDE2000.
  var spread, deltaE2000: Double
  var lower, higher: BroadColor

  /// The reference of the group: the member of the pair with more pixels; the lower code if they are equal.
  var reference: BroadColor { higher.pixels > lower.pixels ? higher : lower }

  func members() -> [LossReport.Member] {
    [lower, higher].map { LossReport.Member(code: PackedColor(bits: $0.source).color, pixels: $0.pixels) }
  }

  /// - Parameter colors: the broad members of one group.
  init?(_ colors: [BroadColor], _ tables: RenditionTables) {
    // Sorted by code, which decides between equally distant pairs.
    let colors = colors.sorted { $0.source < $1.source }
    let linear = colors.map { tables.sourceLinear(PackedColor(bits: $0.source)) }
    guard let spread = Spread(linear.map { tables.model.okLab($0) }) else { return nil }
    self.spread = spread.distance
    deltaE2000 = tables.model.deltaE2000(linear[spread.first], linear[spread.second])
    (lower, higher) = (colors[spread.first], colors[spread.second])
  }
}
