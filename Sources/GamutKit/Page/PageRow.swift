import Gamut

package struct PageRow: Sendable {
  package enum Level: String, Sendable, CaseIterable, Comparable {
    /// The file could not be processed.
    case notProcessed = "not-processed"
    case error, warning, note

    /// The levels of findings have the names of severities.
    init(_ severity: Severity) { self = Level(rawValue: severity.rawValue) ?? .error }

    package static func < (a: Self, b: Self) -> Bool {
      allCases.firstIndex(of: a) ?? 0 > allCases.firstIndex(of: b) ?? 0
    }
  }

  /// The verdicts, the worst first.
  static let verdicts: [RowVerdict] = [.unjudged, .collapses, .clips, .partial, .set, .palette, .template, .fits]

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
  var verdict: RowVerdict
  var report: GamutReport?
  package var findings: [Finding] = []
  /// The checksum of the contents; pictures are made only while the file has these.
  package var content: UInt64?
  /// The facts about the file that a card without a report shows.
  package var facts: [(name: String, value: String)] = []

  package init(path: Pathname, report: GamutReport, verdict: RowVerdict? = nil) {
    self.path = path
    self.report = report
    self.verdict = verdict ?? RowVerdict(report)
  }

  package init(path: Pathname, verdict: RowVerdict) { (self.path, self.verdict) = (path, verdict) }

  package init(path: Pathname, failure: String) {
    self.path = path
    verdict = .unjudged
    findings = [Finding(PageRun.Rule.notProcessed.id, .error, failure)]
    findings[0].level = .notProcessed
  }
}

package struct PageRun: Sendable {
  package struct Rule: Sendable {
    var id, title, explanation: String
    /// The commands that fix all findings, for a shell.
    package var commands: [String] = []

    package init(_ id: String, _ title: String, _ explanation: String) {
      (self.id, self.title, self.explanation) = (id, title, explanation)
    }

    package static let notProcessed = Rule(
      "not-processed", "Files that could not be processed",
      "Nothing is known about the colours of these files. Fix or remove them, or exclude them from the run.")
  }

  var name: String
  package var rules: [Rule]
  package var known = 0
  /// The program and the command of the run, as a sentence, if the page is made later; nil if they are those of the page.
  package var recorded: String?

  package init(_ name: String, rules: [Rule]) { (self.name, self.rules) = (name, rules) }
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
  static func report(destination: String) -> PageRun {
    PageRun(
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
  }
}
