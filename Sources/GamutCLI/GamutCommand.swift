import ArgumentParser
import GamutKit

@main
struct GamutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gamut",
    abstract: "Reports which colours of a PNG are lost on displays with a smaller gamut.",
    discussion: """
      An image says what it means in one colour space, mostly Display P3; a display shows it in another, mostly sRGB. \
      Some colours clip, some merge, some shapes and gradients vanish.

      Exit status: 0 done; 1 findings, where they were asked for; 2 an input could not be processed, the others were; \
      64 wrong usage.
      """,
    version: gamutVersion,
    subcommands: [
      InspectCommand.self, VerifyCommand.self, EmbedCommand.self, ConvertCommand.self, ReportCommand.self,
      AuditCommand.self, MergeCommand.self, SpacesCommand.self,
    ])

  static func main() {
    Launch.prepareStandardStreams()
    Launch.keepFreedMemory()
    Launch.checkVectorExtension()
    let arguments = Launch.arguments()
    do {
      var command = try parseAsRoot(arguments)
      do {
        try command.run()
      } catch let error as ValidationError {
        Launch.end(usage: error, of: type(of: command))
      }
    } catch {
      Launch.end(error, of: arguments)
    }
  }
}
