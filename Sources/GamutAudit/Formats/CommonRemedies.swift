import GamutKit

/// The remedies of all findings of a rule, as far as a few commands can cover them.
struct CommonRemedies {
  /// Up to four different remedies, and the number of findings with each.
  private var counts: [(remedy: Remedy?, count: Int)] = []
  private(set) var count = 0
  /// Whether each of them writes a new file.
  private var writeNewFiles = true

  mutating func add(_ remedy: Remedy?) {
    count += 1
    writeNewFiles = writeNewFiles && remedy?.output != nil && remedy?.replacesOutput == false
    if let place = counts.firstIndex(where: { $0.remedy == remedy }) {
      counts[place].count += 1
    } else if counts.count < 4 {
      counts.append((remedy, 1))
    }
  }

  /// Returns the number of findings with a remedy, if it is among the first four.
  func count(of remedy: Remedy) -> Int { counts.first { $0.remedy == remedy }?.count ?? 0 }

  /// The remedies for lists of files, the commonest first; empty if some finding has another one, or none.
  var forLists: [Remedy] {
    guard counts.count < 4, counts.allSatisfy({ $0.remedy?.suitsLists == true }) else { return [] }
    return counts.sorted { a, b in
      (a.count, b.remedy?.words.description ?? "") > (b.count, a.remedy?.words.description ?? "")
    }.compactMap(\.remedy)
  }

  /// Returns the commands that change the files of all findings in place; empty if there are none.
  ///
  /// - Parameter audit: the command that audits the files.
  func commandsInPlace(for rule: AuditRule, in audit: String) -> [String] {
    forLists.map { $0.command(forFindingsOf: rule, in: audit) }
  }

  /// Returns the command that writes the new files for all findings; nil if their remedies write none.
  ///
  /// - Parameter audit: the command that audits the files.
  func commandForNewFiles(for rule: AuditRule, in audit: String) -> String? {
    guard count > 0, writeNewFiles else { return nil }
    return "\(audit) --select \(rule.rawValue) --fix"
  }
}

extension Remedy {
  /// Returns the command that does this for all findings of a rule that have this remedy.
  ///
  /// - Parameter audit: the command that audits the files.
  func command(forFindingsOf rule: AuditRule, in audit: String) -> String {
    let remedy = Pathname(words.joined(separator: " ")).shellWord
    return "\(audit) --select \(rule.rawValue) --remedy \(remedy) --format paths0 | " + commandForList
  }
}
