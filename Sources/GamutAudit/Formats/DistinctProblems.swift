import GamutKit

/// Different problems: findings of one rule with the same message are one problem of several files. It stores no more
/// than a limited number for each rule.
struct DistinctProblems {
  struct Problem {
    var entry: WorstFindings.Entry
    var files = 1
  }

  private var byRule: [AuditRule: [Problem]] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func add(_ finding: AuditFinding, at path: Pathname) {
    var problem = Problem(entry: WorstFindings.Entry(path: path, finding: finding))
    var problems = byRule[finding.rule] ?? []
    if let place = problems.firstIndex(where: { $0.entry.finding.message == finding.message }) {
      let other = problems.remove(at: place)
      problem.files += other.files
      if other.entry.isWorse(than: problem.entry) { problem.entry = other.entry }
    }
    let place = problems.firstIndex { problem.entry.isWorse(than: $0.entry) } ?? problems.count
    problems.insert(problem, at: place)
    byRule[finding.rule] = Array(problems.prefix(limit))
  }

  /// Returns at most `count` problems, worst first: the worst of each rule before the second of any rule.
  func chosen(_ count: Int) -> [Problem] {
    let ranked = byRule.values.flatMap { problems in problems.enumerated().map { (rank: $0, problem: $1) } }
    let chosen = ranked.sorted { a, b in
      a.rank == b.rank ? a.problem.entry.isWorse(than: b.problem.entry) : a.rank < b.rank
    }
    return chosen.prefix(max(count, 0)).map(\.problem).sorted { $0.entry.isWorse(than: $1.entry) }
  }
}
