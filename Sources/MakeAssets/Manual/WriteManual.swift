import Foundation

/// Pages for the command and each of its subcommands.
///
/// - Parameter description: what `gamut --experimental-dump-help` prints.
func manualPages(describedBy description: [UInt8], date: String) throws -> [ManualPage] {
  let root = try JSONDecoder().decode(CommandDescription.Document.self, from: Data(description)).command
  return ([root] + root.describedSubcommands).map { ManualPage(command: $0, root: root, date: date) }
}

func writeManual(to directory: String, date: String) throws {
  let description = Array(FileHandle.standardInput.readDataToEndOfFile())
  for page in try manualPages(describedBy: description, date: date) {
    try writeFile(directory + "/" + page.fileName, Array(page.text.utf8))
  }
}
