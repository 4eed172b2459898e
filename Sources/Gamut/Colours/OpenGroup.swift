/// A destination code and what was counted of its colours so far, where one pass could not hold them all.
struct OpenGroup: Sendable {
  var group: ColorGroup
  var broad: [BroadColor] = []
  /// The largest.
  var members: [LossReport.Member] = []
}
