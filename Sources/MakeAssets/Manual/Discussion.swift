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
      return Item(subject: String(subject), text: item.dropFirst(subject.count + 1).capitalizedFirst + ".")
    }
  }
}

extension String {
  fileprivate func after(_ start: String) -> String? { hasPrefix(start) ? String(dropFirst(start.count)) : nil }
}

extension StringProtocol {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
