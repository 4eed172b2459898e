/// A destination code whose colours do not fit one pass, and the counts of its colours so far.
struct OpenGroup: Sendable {
  var group: ColorGroup
  /// The largest members.
  var members: [LossReport.Member] = []
}
