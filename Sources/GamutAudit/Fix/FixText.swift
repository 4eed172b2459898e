public import GamutKit

/// A text for people about a fix or its dry run: the changes, the findings that are left, and the reasons.
public struct FixText: Sendable {
  private let style: TextStyle
  private let isDryRun: Bool
  /// The folder in which people read the text; nil for the root.
  package var viewpoint: Viewpoint?
  private var done = FixGroups()
  private var failed: [(step: FixPlan.Step, failure: FixOutcome.Failure)] = []
  private var left = FixGroups()
  private var changedFiles: Set<Pathname> = []
  private var leftFiles: Set<Pathname> = []
  private var unprocessed = 0
  private var notes = 0

  /// The maximum number of files listed together, unless all are requested.
  private static let listed = 10

  /// - Parameters:
  ///   - style: the style; in verbose detail, all files are listed.
  ///   - isDryRun: whether nothing is written.
  public init(_ style: TextStyle = TextStyle(), isDryRun: Bool) {
    self.style = style
    self.isDryRun = isDryRun
  }

  /// Adds the outcome of a step.
  public mutating func add(_ outcome: FixOutcome) {
    let step = outcome.step
    switch outcome.result {
    case .failure(let failure): failed.append((step, failure))
    case .success:
      changedFiles.insert(step.path)
      let place = step.output == step.path ? "" : " -> " + shown(step.output).text.printable
      done.add(shown(step.path).text.printable + place, step.rules, step.action.words)
    }
  }

  /// Adds a finding that is not fixed.
  public mutating func add(_ leftover: FixPlan.Leftover) {
    leftFiles.insert(leftover.path)
    let finding = leftover.finding
    let (advice, remedy) = leftover.obstacle.remedy(for: finding)
    left.add(
      shown(leftover.path).text.printable, [finding.rule], leftover.obstacle.words, advice, remedy,
      command: finding.command(at: leftover.path, shown), apart: finding.rule)
  }

  /// Returns a path as the reader sees it.
  package func shown(_ path: Pathname) -> Pathname { viewpoint?.shown(path) ?? path }

  /// Adds a file that could not be processed.
  public mutating func addFailure() { unprocessed += 1 }

  /// Adds the notes of a plan whose commands are not done.
  public mutating func addNotes(of plan: FixPlan) { notes += plan.filesWithNotes }

  /// Whether the text is empty.
  public var isEmpty: Bool { changedFiles.isEmpty && failed.isEmpty && leftFiles.isEmpty && unprocessed == 0 }

  /// The text, which ends with one line that counts the files.
  public var text: String {
    let limit = style.detail == .verbose ? Int.max : Self.listed
    let blocks = [
      done.text(style.heading(isDryRun ? "To be fixed" : "Fixed"), limit), failures(limit),
      left.text(style.heading("Left to you"), limit), summary,
    ]
    return blocks.compactMap { $0 }.joined(separator: "\n\n") + "\n"
  }

  private func failures(_ limit: Int) -> String? {
    guard !failed.isEmpty else { return nil }
    let more = failed.count - limit
    return style.failure("Could not be fixed") + "\n"
      + failed.prefix(limit).map { step, failure in
        "  \(shown(step.output).text.printable)\n"
          + "\(failure.text.printable) (\(failure.code))".wrapped(indent: "      ")
      }.joined(separator: "\n") + (more > 0 ? "\n  and \(Words.count(more)) more (--verbose)" : "")
  }

  private var summary: String {
    let count = changedFiles.count
    let fixed = "\(Words.count(count, "file")) \(isDryRun ? "would be fixed" : "fixed")"
    let nothing =
      isEmpty ? "Nothing to fix" : isDryRun ? "No file would be fixed" : "No file fixed"
    var parts = [style.heading(count > 0 ? fixed : nothing)]
    if !failed.isEmpty { parts.append(style.failure("\(Words.count(failed.count)) could not be fixed")) }
    if !leftFiles.isEmpty {
      parts.append("findings in \(Words.count(leftFiles.count, "file")) \(isDryRun ? "would be" : "are") left to you")
    }
    if unprocessed > 0 {
      parts.append(style.failure("\(Words.count(unprocessed, "file")) could not be processed"))
    }
    if notes > 0 { parts.append("notes of \(Words.count(notes, "file")) have commands that --fix does not run") }
    return parts.joined(separator: ", ") + (isDryRun && count > 0 ? " (dry run: nothing was written)" : "")
  }
}

/// Files grouped by equal text.
private struct FixGroups {
  private struct Key: Hashable {
    /// The rule of the files; nil where files are not grouped by rule.
    var rule: AuditRule?
    var words: String
    /// What the user can do, in words.
    var advice: String?
    /// The command for each file, without the name of its output.
    var remedy: Remedy?
  }

  private struct Group {
    /// The number of groups that were made before this one.
    let place: Int
    var rules: Set<AuditRule> = []
    var files: [String] = []
    /// The command for the first file.
    var command: String?

    var ranked: [AuditRule] { rules.sorted { $0.rank < $1.rank } }

    mutating func add(_ file: String, _ rules: [AuditRule]) {
      self.rules.formUnion(rules)
      // The findings of a file follow each other.
      if files.last != file { files.append(file) }
    }
  }

  private var groups: [Key: Group] = [:]

  mutating func add(
    _ file: String, _ rules: [AuditRule], _ words: String, _ advice: String? = nil, _ remedy: Remedy? = nil,
    command: String? = nil, apart rule: AuditRule? = nil
  ) {
    let new = Group(place: groups.count, command: remedy == nil ? nil : command)
    var key = Key(rule: rule, words: words, advice: advice, remedy: remedy)
    key.remedy?.output = nil
    groups[key, default: new].add(file, rules)
  }

  /// Returns the groups below a heading, the worst rule first; nil if there is none.
  func text(_ heading: String, _ limit: Int) -> String? {
    guard !groups.isEmpty else { return nil }
    let sorted = groups.sorted { a, b in
      let (first, second) = (a.value.ranked.map(\.rank), b.value.ranked.map(\.rank))
      return first == second
        ? (a.key.words, a.value.place) < (b.key.words, b.value.place) : first.lexicographicallyPrecedes(second)
    }
    return heading + "\n"
      + sorted.map { key, group in
        let rules = group.ranked.map(\.rawValue).joined(separator: ", ")
        let count = Words.count(group.files.count, "file")
        var lines = ["\(rules): \(key.words) (\(count))".wrapped(indent: "    ", first: "  ")]
        lines += group.files.prefix(limit).map { "      " + $0 }
        let more = group.files.count - limit
        if more > 0 { lines.append("      and \(Words.count(more)) more (--verbose)") }
        if let advice = key.advice { lines.append(advice.printable.wrapped(indent: "    ")) }
        if let command = group.command { lines.append("    $ " + command) }
        return lines.joined(separator: "\n")
      }.joined(separator: "\n")
  }
}

extension FixAction {
  /// The change of the file in words.
  fileprivate var words: String {
    switch self {
    case .writeVariant: "a new sRGB variant beside the image, which stays as it is"
    case .dropAlpha: "no alpha channel any more; every pixel was opaque"
    case .embed(let options):
      switch options.label {
      case .none: "no declaration any more; the pixels stay"
      case .same: "the same declaration without its faults; the pixels stay"
      case .space(let space):
        "\(space.description ?? "the given profile") declared"
          + (options.usesSRGBChunk ? " by an sRGB chunk" : "") + "; the pixels stay"
      }
    }
  }
}

extension FixObstacle {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .spaceUnknown: "no declaration, so the colour space is not known"
    case .otherSpaceRequired: "the policy requires another colour space than --assume names"
    case .changesPixels: "the fix changes the pixels of the file"
    case .changesCatalog: "the fix adds slots to an asset catalog"
    case .isDamaged: "the file could not be processed, so it is not touched"
    case .needsAuthor: "no command can fix it"
    }
  }

  /// Returns what the user can do: advice, or a command for each file.
  fileprivate func remedy(for finding: AuditFinding) -> (advice: String?, Remedy?) {
    switch self {
    case .spaceUnknown: ("If you know the space, add --assume SPACE, as in --assume srgb.", nil)
    case .isDamaged: (nil, nil)
    case .needsAuthor: (finding.advice ?? "See: gamut audit --explain \(finding.rule.rawValue)", nil)
    case .otherSpaceRequired: ("If it is the required one, name that: --assume SPACE.", nil)
    case .changesPixels, .changesCatalog: (nil, finding.remedy)
    }
  }
}
