import ArgumentParser
public import Gamut
import GamutKit

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Answers whether files are in a colour space, by the numbers of what they declare.",
    discussion: """
      The declaration in force is held against the space by the largest difference between the codes of a colour, over \
      136,000 colours: at most half a code of 255 for --level 8-bit, one code of 65,535 for 16-bit. In a grey image only \
      greys count. No pixel is decoded.

      Exit status: 0 all are; 1 a file is not, and the reason is told; 2 it cannot be told of a file, as it cannot be \
      read or its declaration is damaged.

      Examples:
        gamut verify --profile display-p3 icon.png
        gamut verify --profile display-p3 --require-bits 16 --recursive Assets
        gamut verify --profile any --recursive Assets --quiet
        gamut verify --profile srgb --level 16-bit icon.png --verbose
        gamut verify --profile Brand.icc photo.png --format json
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(
    help: ArgumentHelp("The space: any, one of 'gamut spaces', or an ICC profile.", valueName: "space"),
    completion: .space("any"))
  var profile: String

  @Option(help: "How close the declaration must be.")
  var level = EquivalenceLevel.eightBit

  @Option(
    help: ArgumentHelp("The least bits per channel that an image must have.", valueName: "bits"),
    completion: .list(["1", "2", "4", "8", "16"]))
  var requireBits: Int?

  @Option(help: "The form of the answer.")
  var format = RowFormat.text

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if let requireBits, ![1, 2, 4, 8, 16].contains(requireBits) {
      throw ValidationError("--require-bits must be 1, 2, 4, 8 or 16.")
    }
  }

  func run() throws {
    let verifier = try verifier()
    let inputs = try input.inputs()
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    var run = RunOutput(format.verifyFormatter(verifier, output.style, isList: inputs.count > 1, wording: .command))
    var hasRefusals = false
    do throws(OutputError) {
      try verifier.verify(inputs, jobs: input.jobCount) { row throws(OutputError) in
        try run.write(row)
        if case .success(let verification) = row.result, !verification.isVerified { hasRefusals = true }
      }
      try run.end()
    } catch {
      throw error.exitCode
    }
    if run.hasFailures { throw ExitCode.unprocessed }
    if hasRefusals { throw ExitCode.findings }
  }

  private func verifier() throws -> Verifier {
    var options = VerifyOptions(
      target: profile.lowercased() == "any" ? .any : .space(try SpaceChoice.given(profile, by: "--profile")))
    options.level = level
    options.requiredBits = requireBits
    do throws(GamutError) {
      return try Verifier(options)
    } catch {
      Message.error(error, about: Pathname(argument: profile))
      throw ExitCode.unprocessed
    }
  }
}

extension EquivalenceLevel: Choice {}
