import Gamut

/// An enumeration that lists its cases in order, the worst first. The worse case is the larger one.
package protocol WorstFirst: CaseIterable, Comparable {}

extension WorstFirst {
  package static func < (a: Self, b: Self) -> Bool { a.place > b.place }
  private var place: Int { Self.allCases.enumerated().first { $0.element == self }?.offset ?? 0 }
}

package struct PageRow: Sendable {
  /// The overall result of an image.
  package enum Kind: Sendable, Hashable, WorstFirst {
    /// It could not be processed.
    case notProcessed
    case verdict(RowVerdict)

    package static let allCases: [Kind] =
      [.notProcessed]
      + [.unjudged, .collapses, .clips, .partial, .set, .palette, .template, .fits].map { .verdict($0) }

    var name: String {
      switch self {
      case .notProcessed: Level.notProcessed.rawValue
      case .verdict(let verdict): verdict.rawValue
      }
    }

    func verb(_ count: Int) -> String {
      switch self {
      case .notProcessed: "could not be processed"
      case .verdict(let verdict): verdict.verb(count)
      }
    }

    /// Whether the image looks different in the destination.
    var changes: Bool { self == .verdict(.collapses) || self == .verdict(.clips) }
  }

  /// How bad a finding is.
  package enum Level: String, Sendable, WorstFirst {
    /// The file could not be processed.
    case notProcessed = "not-processed"
    case error, warning, note

    /// The levels of findings have the names of severities.
    init(_ severity: Severity) { self = Level(rawValue: severity.rawValue) ?? .error }
  }

  /// A reason to look at an image.
  package struct Finding: Sendable, Hashable {
    var level: Level
    var rule: String
    var message: String
    var advice: String?
    /// The commands that fix it, or show it, for a shell.
    var commands: [String]

    package init(
      _ rule: String, _ severity: Severity, _ message: String, advice: String? = nil, commands: [String] = []
    ) {
      (self.rule, level, self.message) = (rule, Level(severity), message)
      (self.advice, self.commands) = (advice, commands)
    }
  }

  var path: Pathname
  /// The file that pictures are made of; nil for the file at `path`.
  package var input: Input?
  var kind: Kind
  /// nil if there is none; a finding has the reason.
  var report: GamutReport?
  package var findings: [Finding] = []
  package var content: UInt64?
  /// The facts about the file that a card without a report shows.
  package var facts: [(name: String, value: String)] = []
  package var contexts: [PaletteView] = []
  package var slots: [SlotCell] = []

  package init(path: Pathname, report: GamutReport, verdict: RowVerdict? = nil) {
    self.path = path
    self.report = report
    // Identical images at other paths share a card.
    self.report?.beside = nil
    kind = .verdict(verdict ?? RowVerdict(report))
  }

  package init(path: Pathname, verdict: RowVerdict) { (self.path, kind) = (path, .verdict(verdict)) }

  /// Creates the row of a file that could not be processed.
  package init(path: Pathname, failure: String) {
    self.path = path
    kind = .notProcessed
    findings = [Finding(PageRun.Rule.notProcessed.id, .error, failure)]
    findings[0].level = .notProcessed
  }
}

extension PageRow {
  init(of report: GamutReport, on path: Pathname) {
    self.init(path: path, report: report)
    if report.verdict != .fits {
      let advice = report.adviceOnVerdict(path)
      findings.append(
        Finding(
          report.verdict.rawValue, report.verdict == .collapses ? .error : .note, report.worstLoss, advice: advice,
          commands: report.commandsOnVerdict(path)))
    }
    for loss in report.loss.renditions {
      guard let words = loss.words else { continue }
      findings.append(
        Finding(
          loss.verdict.rawValue, loss.verdict == .loses ? .warning : .note,
          ["\(loss.viewing.name): \(words).", loss.sentences.first].compactMap(\.self).joined(separator: " ")))
    }
    if report.source.origin == .assumed {
      findings.append(
        Finding(
          "untagged", .warning, "No colour profile: it was read as \(report.source.words.printable).",
          advice: report.adviceOnMissingProfile, commands: report.commandsOnMissingProfile(path)))
    }
    for finding in report.findings {
      findings.append(Finding("irregular", finding.severity, finding.message.printable))
    }
  }
}

extension PageRun {
  static func report(destination: String, variantsCommand: String?) -> PageRun {
    var run = PageRun(
      "report",
      rules: [
        .notProcessed,
        Rule(
          "collapses", "Something that can be seen vanishes",
          "An edge, a gradient, or the difference of two areas vanishes in \(destination). Ship a separate "
            + "\(destination) variant of these images; 'gamut audit --fix' writes sRGB variants beside files that may have one."
        ),
        Rule(
          "loses", "Edges vanish for other eyes or in other light",
          "Make the two sides differ in lightness, or draw a line between them."),
        Rule(
          "untagged", "No colour profile",
          "Programs may show different colours. Tag the files with the colour space that they were made in, or export "
            + "them with their profile."),
        Rule(
          "irregular", "Irregularities of the file",
          "They did not prevent the report; other programs may stumble over them."
        ),
        Rule(
          "confuses", "Colours become alike for other eyes",
          "Where they carry a meaning, change the lightness of one of them, or say it by a label or a shape, too."),
        Rule(
          "clips", "Colours become duller, but no detail is lost",
          "Nothing to do, if duller colours will do: automatic conversion to \(destination) loses no detail."),
      ])
    run.rules[1].commands = variantsCommand.map { [$0] } ?? []
    return run
  }
}
