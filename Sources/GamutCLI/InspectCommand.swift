import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  var format = ReportWriter.Format.text

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let inputs = try input.inputs()
    if inputs.isEmpty, !output.quiet { Message.note("There is no PNG here: no file was looked at.") }
    var writer = InspectWriter(format: format, style: output.style, isList: inputs.count > 1)
    var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
    var hasFailures = false
    do {
      try Inspector().inspect(inputs, jobs: input.jobCount) { row throws(OutputError) in
        try stream.write(writer.bytes(for: row))
        guard case .failure(let error) = row.result else { return }
        hasFailures = true
        try Message.follow(&stream)
        Message.error(error.message, about: row.path)
      }
      try stream.write(writer.end())
      try stream.flush()
    } catch {
      // The reader of a pipe may leave when it has seen enough.
      if !error.isBrokenPipe { Message.error(error.message) }
      throw ExitCode.unprocessed
    }
    if hasFailures { throw ExitCode.unprocessed }
  }
}
