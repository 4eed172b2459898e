import ArgumentParser
import GamutKit

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what colour information files carry, what counts, and what is wrong.",
    discussion: """
      Every colour chunk with its values, the profile and which published space it is by its numbers (never by its \
      name), the declaration in force, what a decoder without cICP sees, what the chunks disagree about, and all faults \
      of the file. No pixel is decoded. ICC profiles can be given by their names.

      Exit status: 0 done, whatever was found; 2 a file could not be processed, the others were.

      Examples:
        gamut inspect icon.png
        gamut inspect DisplayP3.icc
        gamut inspect --recursive Assets --verbose
        gamut inspect photo.png --format json | jq '.[0].inForce.equivalence'
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(help: "The form of the answer.")
  var format = RowFormat.text

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let inputs = try input.inputs()
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    Interruption.prepare(inputs: inputs.count)
    var run = RunOutput(format.inspectFormatter(output.style, isList: inputs.count > 1, wording: .command))
    do throws(OutputError) {
      try Inspector().inspect(inputs, jobs: input.jobCount) { row throws(OutputError) in try run.write(row) }
      try run.end()
    } catch {
      try error.endRun()
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }
}
