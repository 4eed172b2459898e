import ArgumentParser
import GamutKit

struct SpacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spaces", _superCommandName: "gamut",
    abstract: "List the colour spaces that have a name, with their numbers.",
    discussion: """
      Each of these names can be given wherever a command or a policy takes a space, in any case, and with or without \
      spaces, hyphens, underscores, dots, commas and parentheses: Display P3, display-p3 and DISPLAYP3 are the same. A \
      name always means the space, even if there is such a file; a name with a slash, as in ./srgb, is that of a file.

      The numbers are the primaries and white as x and y, the curve from codes to light, and the code points of cICP \
      where there are any, which 'gamut embed --cicp' writes.

      Exit status: 0 done.

      Examples:
        gamut spaces
        gamut spaces --format json
      """)

  @Option(help: "Output format.")
  var format = TextOrJSON.text

  func run() throws {
    try StandardOutput.print(format == .text ? SpaceList.text : String(decoding: SpaceList.json, as: UTF8.self))
  }
}
