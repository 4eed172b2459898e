import GamutKit

/// Returns the pages of the command and of each of its subcommands.
///
/// - Parameter description: the output of `gamut --experimental-dump-help`.
func manualPages(describedBy description: [UInt8], date: String) throws -> [ManualPage] {
  guard let command = try JSONReader.read(description)["command"] else { throw AssetError.description }
  let root = try CommandDescription(command)
  return ([root] + root.describedSubcommands).map { ManualPage(command: $0, root: root, date: date) }
}

func writeManual(to directory: String, date: String) throws {
  var description = ""
  while let line = readLine(strippingNewline: false) { description += line }
  for page in try manualPages(describedBy: Array(description.utf8), date: date) {
    try writeFile(directory + "/" + page.fileName, Array(page.text.utf8))
  }
}
