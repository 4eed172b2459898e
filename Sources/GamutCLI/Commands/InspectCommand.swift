import ArgumentParser
import GamutKit

struct InspectCommand: CompletableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", _superCommandName: "gamut",
    abstract: "Show the colour information in PNG files and ICC profiles.",
    usage: "gamut inspect [<options>] [<files> ...]",
    discussion: """
      Shows every colour chunk with its values, the colour space of the profile by its numbers (never by its name), the \
      declaration that applies, what a decoder without cICP uses, contradictions between chunks, and all faults of the \
      file. No pixel is decoded.

      Exit status: 0 done, whatever was found; 2 a file could not be processed.

      Examples:
        gamut inspect icon.png
        gamut inspect DisplayP3.icc
        gamut inspect Assets --verbose
        gamut inspect photo.png --extract photo.icc
        gamut inspect photo.png --format json | jq '.files[0].inForce.equivalence'
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(help: "Output format.")
  var format = OutputFormat<InspectDocument>.text

  @Option(
    help: ArgumentHelp("Write the profile of one PNG to a file.", valueName: "file"),
    completion: .file(extensions: ["icc"]))
  var extract: String?

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws { try extract.map { try Pathname(argument: $0).checkIsFile(as: "--extract") } }

  func run() throws {
    let selection = try input.selection()
    if let extract { return try write(selection, to: Pathname(argument: extract)) }
    let inputs = selection.inputs
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    var run = try RunOutput(InspectDocument(output.style, isList: inputs.count > 1), format)
    try run.run { run throws(OutputError) in
      try Inspector().inspect(inputs, jobs: input.jobs.count) { row throws(OutputError) in try run.write(row) }
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }

  private func write(_ selection: InputOptions.Selection, to path: Pathname) throws {
    guard selection.inputs.count == 1, let input = selection.inputs.first,
      (try? FileStatus(of: input.file))?.kind != .folder
    else { throw ValidationError("--extract is for one image, and there are \(selection.inputs.count).") }
    let found = try orEnd(about: input.path) { () throws(GamutError) in try Inspector().embeddedProfile(in: input) }
    guard let profile = found else { throw Message.unprocessed("The image has no profile (iCCP).", about: input.path) }
    try OutputFile.check([], besides: [path], reading: [input.file])
    try path.checkIsOwn { (try? SpaceChoice(named: $0)) != nil }
    try orEnd(about: path) { () throws(WriteError) in try OutputFile(path).finish(with: profile) }
  }
}
