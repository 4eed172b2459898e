/// The outcome as Markdown.
struct Table {
  private(set) var lines = [
    "| input | against | gamut ms | base ms | ratio (quartiles) | aim | user ms: gamut, base | peak MB: gamut, base | rate |",
    "|---|---|---|---|---|---|---|---|---|",
  ]

  mutating func add(_ comparison: Comparison, _ outcome: Comparison.Outcome) {
    let ratios = comparison.ratios(outcome)
    let (subject, base) = (outcome.subject, outcome.base)
    let wall = (subject.map(\.wall).median, base.map(\.wall).median)
    let peak = (Self.megabytes(subject), Self.megabytes(base))
    let ratio =
      "\(Self.short(ratios.median)) (\(Self.short(ratios.quantile(0.25))) to \(Self.short(ratios.quantile(0.75))))"
    let aim = comparison.aim.map { "<= \(Self.short($0))" } ?? ""
    let memory = "\(peak.0)" + (comparison.memoryAim.map { " (aim \($0))" } ?? "") + ", \(peak.1)"
    let rate =
      comparison.work.map {
        "\(Self.short($0.subject / wall.0)) \($0.unit)" + (comparison.rateAim.map { " (aim \(Self.short($0)))" } ?? "")
      } ?? ""
    lines.append(
      "| \(comparison.name) | \(comparison.baseName) | \(Self.milliseconds(wall.0)) | \(Self.milliseconds(wall.1)) "
        + "| \(ratio) | \(aim) | \(Self.milliseconds(subject.map(\.user).median)), "
        + "\(Self.milliseconds(base.map(\.user).median)) | \(memory) | \(rate) |")
  }

  private static func megabytes(_ costs: [Command.Cost]) -> Int {
    Int((Double(costs.map(\.peak).max() ?? 0) / 1e6).rounded(.up))
  }

  private static func milliseconds(_ seconds: Double) -> String { short(seconds * 1000) }

  /// Three digits, or as many as there are before the point.
  static func short(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    if decimals == 0 { return "\(scaled)" }
    return "\(scaled / scale)." + String(scale + scaled % scale).dropFirst()
  }
}
