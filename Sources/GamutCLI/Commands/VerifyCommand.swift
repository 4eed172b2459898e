import ArgumentParser
public import Gamut
import GamutKit

struct VerifyCommand: CompletableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: "gamut",
    abstract: "Check that files declare a colour space, by its numbers.",
    usage: "gamut verify --profile <space> [<options>] [<files> ...]",
    discussion: """
      Compares the declaration of each file with the colour space: 136,000 colours are converted with both, and the \
      largest difference between their codes counts. It may be half a code of 255 (--level 8-bit) or one code of 65,535 \
      (--level 16-bit). For grey images only greys are compared. No pixel is decoded.

      Exit status: 0 all files declare it; 1 a file does not; 2 a file could not be checked.

      Examples:
        gamut verify icon.png --profile p3
        gamut verify Assets --profile p3
        gamut verify Assets --profile any --quiet
        gamut verify icon.png --profile srgb --level 16-bit --verbose
        gamut verify photo.png --profile Brand.icc --format json
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(
    help: ArgumentHelp("Colour space (see 'gamut spaces'), ICC profile, or any.", valueName: "space"),
    completion: .space("any"))
  var profile: String

  @Option(help: "How close the declaration must be.")
  var level = EquivalenceLevel.eightBit

  @Option(help: "Output format.")
  var format = OutputFormat<VerifyDocument>.text

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let verifier = try verifier()
    let inputs = try input.selection().inputs
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    var run = try RunOutput(VerifyDocument(verifier, output.style, isList: inputs.count > 1), format)
    var hasRefusals = false
    try run.run { run throws(OutputError) in
      try verifier.verify(inputs, jobs: input.jobs.count) { row throws(OutputError) in
        try run.write(row)
        if case .success(let verification) = row.result, !verification.isVerified { hasRefusals = true }
      }
    }
    if run.hasFailures { throw ExitCode.unprocessed }
    if hasRefusals { throw ExitCode.findings }
  }

  private func verifier() throws -> Verifier {
    var options = VerifyOptions(
      target: profile.lowercased() == "any" ? .any : .space(try SpaceChoice.given(profile, by: "--profile")))
    options.level = level
    return try orEnd(about: Pathname(argument: profile)) { () throws(GamutError) in try Verifier(options) }
  }
}

extension EquivalenceLevel: Choice {}
