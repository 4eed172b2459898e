import GamutKit

/// A command's description (`gamut --experimental-dump-help`), as far as a manual needs it.
struct CommandDescription {
  let node: JSONNode

  struct Argument {
    let node: JSONNode

    var isPositional: Bool { node["kind"]?.string == "positional" }
    var isOption: Bool { node["kind"]?.string == "option" }
    var isOptional: Bool { node["isOptional"]?.bool == true }
    var isRepeating: Bool { node["isRepeating"]?.bool == true }
    var sectionTitle: String? { node["sectionTitle"]?.string }
    var valueName: String { node["valueName"]?.string ?? "" }
    var defaultValue: String? { node["defaultValue"]?.string }
    var allValues: [String]? { node["allValues"]?.array?.compactMap(\.string) }
    var abstract: String { node["abstract"]?.string ?? "" }

    /// The names with their hyphens, those of one letter first, as is usual.
    var names: [String] {
      let names = node["names"]?.array ?? []
      let short = names.filter { $0["kind"]?.string == "short" }
      return (short + names.filter { $0["kind"]?.string != "short" }).map {
        ($0["kind"]?.string == "long" ? "--" : "-") + ($0["name"]?.string ?? "")
      }
    }
  }

  var commandName: String { node["commandName"]?.string ?? "" }
  var abstract: String { node["abstract"]?.string ?? "" }
  var discussion: String { node["discussion"]?.string ?? "" }
  var arguments: [Argument] { (node["arguments"]?.array ?? []).map(Argument.init) }
  var isRoot: Bool { node["superCommands"]?.array == nil }
  private var names: [String] { (node["superCommands"]?.array ?? []).compactMap(\.string) + [commandName] }
  /// The name in a shell, such as "gamut audit".
  var name: String { names.joined(separator: " ") }
  var pageName: String { names.joined(separator: "-") }
  /// The subcommands with their own pages.
  var describedSubcommands: [CommandDescription] {
    (node["subcommands"]?.array ?? []).map(CommandDescription.init).filter { $0.commandName != "help" }
  }
}

/// The parsed text of a command's help. A paragraph that begins with the name of a manual section (man-pages(7)) and a
/// colon is such a section: `Examples:` has a command in each line, others have items separated by semicolons, each of
/// which begins with its subject: `Exit status: 0 done; 2 an input could not be processed.`
struct Discussion {
  struct Item {
    var subject: String
    var text: String
  }

  var paragraphs: [String] = []
  var exitStatus: [Item] = []
  var files: [Item] = []
  var examples: [String] = []

  init(_ text: String) {
    for paragraph in text.split(separator: "\n\n").map(String.init) {
      if let rest = paragraph.after("Examples:\n") {
        examples = rest.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      } else if let rest = paragraph.after("Exit status: ") {
        exitStatus = Self.items(rest)
      } else if let rest = paragraph.after("Files: ") {
        files = Self.items(rest)
      } else {
        paragraphs.append(paragraph)
      }
    }
  }

  private static func items(_ text: String) -> [Item] {
    (text.hasSuffix(".") ? String(text.dropLast()) : text).split(separator: "; ").map { item in
      let subject = item.prefix { $0 != " " }
      let text = item.dropFirst(subject.count + 1)
      return Item(subject: String(subject), text: text.prefix(1).uppercased() + text.dropFirst() + ".")
    }
  }
}

extension String {
  fileprivate func after(_ start: String) -> String? { hasPrefix(start) ? String(dropFirst(start.count)) : nil }
}

/// Writes the pages of the command and of each of its subcommands, from the output of `gamut --experimental-dump-help`.
func writeManual(to directory: String, date: String) throws {
  var description = ""
  while let line = readLine(strippingNewline: false) { description += line }
  guard let dump = try JSONReader.read(Array(description.utf8))["command"] else { throw AssetError.description }
  let root = CommandDescription(node: dump)
  for command in [root] + root.describedSubcommands {
    let page = ManualPage(command: command, root: root, date: date)
    try writeFile(directory + "/" + command.pageName + ".1", Array(page.text.utf8))
  }
}
