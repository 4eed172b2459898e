public import GamutKit

/// A text for people about a fix or its dry run: the changes, and how many files have findings that are left.
public struct FixText: Sendable {
  private struct Group {
    var rules: Set<AuditRule> = []
    var files: [String] = []

    var ranked: [AuditRule] { rules.sorted { $0.rank < $1.rank } }
  }

  private let style: TextStyle
  private let isDryRun: Bool
  /// The folder in which people read the text; nil for the root.
  package var viewpoint: Viewpoint?
  private var done: [String: Group] = [:]
  private var failed: [(path: Pathname, failure: RecordedError)] = []
  private var changedFiles: Set<Pathname> = []
  private var unprocessed = 0
  private var leftFiles = 0
  private var lacksSpace = false

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
    case .failure(let failure): failed.append((step.output, failure))
    case .success:
      changedFiles.insert(step.path)
      let place = step.output == step.path ? "" : " -> " + shown(step.output).text.printable
      done[step.action.words, default: Group()].rules.formUnion(step.rules)
      done[step.action.words, default: Group()].files.append(shown(step.path).text.printable + place)
    }
  }

  package func shown(_ path: Pathname) -> Pathname { viewpoint?.shown(path) ?? path }

  /// Adds a file that could not be processed.
  public mutating func addFailure() { unprocessed += 1 }

  /// Adds the files whose findings a plan leaves.
  public mutating func addLeft(of plan: FixPlan) {
    leftFiles += plan.leftFiles
    lacksSpace = lacksSpace || plan.lacksSpace
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { changedFiles.isEmpty && failed.isEmpty && leftFiles == 0 && unprocessed == 0 }

  /// The text, which ends with one line that counts the files.
  public var text: String {
    let limit = style.detail == .verbose ? Int.max : Self.listed
    let advice = "If you know the colour space of files that declare none, add --assume SPACE, as in --assume srgb."
    return [changes(limit), failures(limit), lacksSpace ? advice.wrapped(indent: "") : nil, summary].compactMap { $0 }
      .joined(separator: "\n\n") + "\n"
  }

  private func changes(_ limit: Int) -> String? {
    guard !done.isEmpty else { return nil }
    let sorted = done.sorted { a, b in
      let (first, second) = (a.value.ranked.map(\.rank), b.value.ranked.map(\.rank))
      return first == second ? a.key < b.key : first.lexicographicallyPrecedes(second)
    }
    return style.heading(isDryRun ? "To be fixed" : "Fixed") + "\n"
      + sorted.map { words, group in
        let rules = group.ranked.map(\.rawValue).joined(separator: ", ")
        let heading = "\(rules): \(words) (\(Words.count(group.files.count, "file")))"
        return heading.wrapped(indent: "    ", first: "  ") + "\n"
          + group.files.prefix(limit).map { "      " + $0 }.joined(separator: "\n")
          + more(group.files.count - limit, indent: "      ")
      }.joined(separator: "\n")
  }

  private func failures(_ limit: Int) -> String? {
    guard !failed.isEmpty else { return nil }
    return style.failure("Could not be fixed") + "\n"
      + failed.prefix(limit).map { path, failure in
        "  \(shown(path).text.printable)\n"
          + "\(failure.message.printable) (\(failure.code))".wrapped(indent: "      ")
      }.joined(separator: "\n") + more(failed.count - limit, indent: "  ")
  }

  private func more(_ count: Int, indent: String) -> String {
    count > 0 ? "\n\(indent)and \(Words.count(count)) more (--verbose)" : ""
  }

  private var summary: String {
    let count = changedFiles.count
    let fixed = "\(Words.count(count, "file")) \(isDryRun ? "would be fixed" : "fixed")"
    let nothing = isEmpty ? "Nothing to fix" : isDryRun ? "No file would be fixed" : "No file fixed"
    var parts = [style.heading(count > 0 ? fixed : nothing)]
    if !failed.isEmpty { parts.append(style.failure("\(Words.count(failed.count)) could not be fixed")) }
    if leftFiles > 0 {
      parts.append("findings in \(Words.count(leftFiles, "file")) \(isDryRun ? "would be" : "are") left to you")
    }
    if unprocessed > 0 {
      parts.append(style.failure("\(Words.count(unprocessed, "file")) could not be processed"))
    }
    return parts.joined(separator: ", ") + (isDryRun && count > 0 ? " (dry run: nothing was written)" : "")
  }
}

extension FixAction {
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
