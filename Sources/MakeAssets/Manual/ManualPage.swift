import GamutAudit
import GamutKit

struct ManualPage {
  let command: CommandDescription
  let root: CommandDescription
  /// The date, such as 2025-12-31; empty if unknown.
  let date: String

  var text: String {
    let discussion = Discussion(command.discussion)
    var page = Roff(
      title: command.pageName.uppercased(), date: date, source: "\(root.commandName) \(gamutVersion)",
      manual: "User Commands")
    page.section("Name")
    let abstract = command.abstract.hasSuffix(".") ? String(command.abstract.dropLast()) : command.abstract
    page.line(Roff.escaped(command.pageName) + " \\- " + Roff.escaped(abstract))
    page.section("Synopsis")
    page.line(synopsis)
    page.section("Description")
    for (index, paragraph) in discussion.paragraphs.enumerated() { page.paragraph(paragraph, isFirst: index == 0) }
    if discussion.paragraphs.isEmpty { page.paragraph(command.abstract, isFirst: true) }
    if !command.describedSubcommands.isEmpty {
      page.section("Subcommands")
      for subcommand in command.describedSubcommands {
        page.item(Roff.bold(subcommand.pageName) + "(1)", subcommand.abstract)
      }
    }
    addOptions(to: &page)
    if command.commandName == "audit" { addRules(to: &page) }
    if !discussion.files.isEmpty {
      page.section("Files")
      for item in discussion.files { page.item(Roff.italic(item.subject), item.text) }
    }
    page.section("Exit status")
    for item in exitStatus(discussion) { page.item(Roff.bold(item.subject), item.text) }
    if !discussion.examples.isEmpty {
      page.section("Examples")
      page.code(discussion.examples)
    }
    page.section("See also")
    let others = command.isRoot ? root.describedSubcommands : [root] + root.describedSubcommands
    page.line(
      others.filter { $0.pageName != command.pageName }.map { Roff.bold($0.pageName) + "(1)" }.joined(separator: ",\n"))
    return page.text
  }

  /// The command's own exit statuses, and that of wrong usage (EX_USAGE of sysexits.h), which all commands share.
  private func exitStatus(_ discussion: Discussion) -> [Discussion.Item] {
    guard !command.isRoot else { return discussion.exitStatus }
    return discussion.exitStatus + Discussion(root.discussion).exitStatus.filter { $0.subject == "64" }
  }

  private var synopsis: String {
    if command.isRoot {
      return Roff.bold(command.name) + " " + Roff.italic("subcommand") + " [" + Roff.italic("options") + "]"
    }
    let required = command.arguments.filter { $0.isOption && !$0.isOptional }.map(\.tag)
    let positional = command.arguments.filter(\.isPositional).map { argument in
      let name = Roff.italic(argument.valueName) + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return ([Roff.bold(command.name)] + required + ["[" + Roff.italic("options") + "]"] + positional)
      .joined(separator: " ")
  }

  private func addOptions(to page: inout Roff) {
    let arguments = command.arguments
    var titles: [String?] = [nil]
    for argument in arguments where !titles.contains(argument.sectionTitle) { titles.append(argument.sectionTitle) }
    page.section("Options")
    for title in titles {
      let group = arguments.filter { $0.sectionTitle == title }
      guard !group.isEmpty else { continue }
      if let title { page.subsection(title) }
      for argument in group { page.item(argument.tag, argument.text) }
    }
  }

  private func addRules(to page: inout Roff) {
    page.section("Rules")
    for rule in AuditRule.allCases {
      page.item(Roff.bold(rule.rawValue) + " (\(rule.defaultSeverity.rawValue))", rule.title + ". " + rule.explanation)
      if let command = rule.command { page.code([command]) }
    }
  }
}

extension CommandDescription.Argument {
  /// "-h, --help", "--to space", with fonts.
  fileprivate var tag: String {
    let value = Roff.italic(valueName)
    let all = names.map { Roff.bold($0) }.joined(separator: ", ")
    return isPositional ? value : isOption ? all + " " + value : all
  }

  fileprivate var text: String {
    var more: [String] = []
    if let allValues { more.append("one of " + allValues.joined(separator: ", ")) }
    if isOption, let defaultValue { more.append("default: " + defaultValue) }
    return abstract + (more.isEmpty ? "" : " (" + more.joined(separator: "; ") + ")")
  }
}

struct Roff {
  private(set) var text: String

  init(title: String, date: String, source: String, manual: String) {
    text = ".TH \"\(Self.escaped(title))\" 1 \"\(date)\" \"\(Self.escaped(source))\" \"\(Self.escaped(manual))\"\n"
    // Words are not broken, and lines are not justified: options and paths are read, copied and searched.
    text += ".nh\n.ad l\n"
  }

  mutating func section(_ title: String) { text += ".SH \(title.uppercased())\n" }
  mutating func subsection(_ title: String) { text += ".SS \(Self.escaped(title))\n" }

  mutating func line(_ line: String) { text += line + "\n" }

  mutating func paragraph(_ paragraph: String, isFirst: Bool) {
    text += (isFirst ? "" : ".PP\n") + Self.escaped(paragraph) + "\n"
  }

  /// - Parameter tag: the escaped tag, with its fonts.
  mutating func item(_ tag: String, _ text: String) { self.text += ".TP\n\(tag)\n\(Self.escaped(text))\n" }

  mutating func code(_ lines: [String]) {
    text += ".RS 4\n.nf\n" + lines.map { Self.escaped($0) + "\n" }.joined() + ".fi\n.RE\n"
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  /// Escapes characters that roff would interpret as commands or print as others: hyphens, quotes and accents must be
  /// copied into a shell unchanged (groff_char(7)).
  static func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }
}
