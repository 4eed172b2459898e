import ArgumentParser
import GamutKit

@main
struct GamutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gamut",
    abstract: "Colour management for PNG files: check, report, tag and convert.",
    discussion: """
      An sRGB screen cannot show every colour of a Display P3 image. gamut reports which \
      colours are lost, where, and whether it matters; it tags images with the right colour \
      space, and converts them exactly.

      Start with 'gamut report FILE' or 'gamut audit FOLDER'.
      'gamut help exit-status' explains the exit status, 'gamut --version --verbose' lists the \
      linked libraries.
      """,
    version: gamutVersion,
    subcommands: [
      InspectCommand.self, VerifyCommand.self, EmbedCommand.self, ConvertCommand.self, ReportCommand.self,
      AuditCommand.self, MergeCommand.self, ColorCommand.self, PaletteCommand.self,
      SpacesCommand.self, InitCommand.self,
    ])

  static func main() {
    Launch.prepareStandardStreams()
    Launch.keepFreedMemory()
    Launch.checkVectorExtension()
    let arguments = Launch.arguments()
    Launch.checkCommand(arguments)
    Launch.checkHyphens(arguments)
    do {
      if let page = HelpTopics.page(for: arguments) { return try Answer.print(page) }
      var command: any ParsableCommand = try parsed(arguments)
      do {
        try command.run()
        Launch.checkAnswers()
      } catch let error as ValidationError {
        Launch.end(usage: error, of: type(of: command))
      }
    } catch {
      Launch.end(error, of: arguments)
    }
  }

  /// Parses the arguments as those of the subcommand alone: to prepare the options of this command, of `help` and of
  /// completion scripts as well would take a third of a start. (A command that names its `_superCommandName` has none of
  /// the latter.) All that is not simply a valid subcommand, as errors and requests for help, is parsed again from here.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let name = arguments.first,
      let subcommand = configuration.subcommands.first(where: { $0._commandName == name }),
      let command = try? subcommand.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == subcommand
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}
