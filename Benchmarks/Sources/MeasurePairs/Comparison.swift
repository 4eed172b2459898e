/// Two commands that are run in turn, so that other work on the machine affects both.
struct Comparison {
  let name: String
  /// The command to measure, and the one to compare it with.
  let subject, base: Command
  /// What the base is called in the table.
  let baseName: String
  /// How much each has to do, where that differs or is worth a column: megapixels, or files.
  var work: (subject: Double, base: Double, unit: String)?
  /// The largest acceptable ratio.
  var aim: Double?
  /// The smallest acceptable rate.
  var rateAim: Double?
  /// The largest acceptable memory of the subject, in MB.
  var memoryAim: Int?
  /// Short commands need more runs for the same certainty.
  var repeats = 1
  /// Of long ones so many have to do.
  var maximumPairs = Int.max
  /// What makes the files that the subject changes, before it each time; not measured.
  var preparation: Command?

  /// The costs of the subject and the base, pair by pair.
  struct Outcome {
    var subject: [Command.Cost] = []
    var base: [Command.Cost] = []
  }

  func run(pairs: Int) -> Outcome {
    _ = pair()
    var outcome = Outcome()
    for _ in 0..<min(pairs * repeats, maximumPairs) {
      let costs = pair()
      outcome.subject.append(costs.subject)
      outcome.base.append(costs.base)
    }
    return outcome
  }

  private func pair() -> (subject: Command.Cost, base: Command.Cost) {
    _ = preparation?.measure()
    let cost = subject.measure()
    return (cost, base.measure())
  }

  /// Time by time, or by time for the same work where the work differs.
  func ratios(_ outcome: Outcome) -> [Double] {
    let scale = work.map { $0.base / $0.subject } ?? 1
    return zip(outcome.subject, outcome.base).map { $0.wall / $1.wall * scale }
  }
}

extension [Double] {
  /// The value below which a part of them lies.
  func quantile(_ part: Double) -> Double {
    let sorted = sorted()
    guard let last = sorted.indices.last else { return .nan }
    let place = part * Double(last)
    let (below, rest) = (Int(place), place - place.rounded(.down))
    return sorted[below] * (1 - rest) + sorted[Swift.min(below + 1, last)] * rest
  }

  var median: Double { quantile(0.5) }
}
