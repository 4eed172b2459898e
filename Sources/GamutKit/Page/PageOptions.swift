import LibC

/// The contents of a page besides its rows.
public struct PageOptions: Sendable {
  /// The images that have pictures.
  public enum Pictures: String, Sendable, CaseIterable {
    /// No image.
    case none
    /// The 200 worst images with findings.
    case worst
    /// Every image with a finding.
    case all
  }

  /// The images that have pictures.
  public var pictures: Pictures
  /// The time of the run in seconds since 1970 (UTC); nil if the page does not state it.
  public var time: Int?
  /// The command of the run, for a shell; nil if the page does not state it.
  public var command: String?

  /// The command that writes the variants of all images of a report that lose something, for a shell; nil if there is
  /// none.
  public var variantsCommand: String?

  /// - Parameters:
  ///   - pictures: the images that have pictures.
  ///   - time: the time of the run in seconds since 1970 (UTC); nil if the page does not state it.
  ///   - command: the command of the run, for a shell; nil if the page does not state it.
  public init(pictures: Pictures = .worst, time: Int? = nil, command: String? = nil) {
    self.pictures = pictures
    self.time = time
    self.command = command
  }
}

package struct PageRun: Sendable {
  /// A group of findings.
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

  /// The subcommand.
  var name: String
  /// The rules in the order of their groups.
  package var rules: [Rule]
  package var policy: JSONNode?
  /// Findings that a baseline hides.
  package var known = 0
  /// The program and the command of the run, as a sentence, if the page is made later; nil if they are those of the page.
  package var recorded: String?

  package init(_ name: String, rules: [Rule], policy: JSONNode? = nil) {
    (self.name, self.rules, self.policy) = (name, rules, policy)
  }
}

extension PageOptions {
  /// `time` as "2026-11-23 01:53 UTC".
  var timeWords: String? {
    guard let time else { return nil }
    var seconds = time_t(time)
    var parts = unsafe tm()
    guard unsafe gmtime_r(&seconds, &parts) != nil else { return nil }
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return unsafe "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
  }
}
