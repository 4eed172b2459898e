import ArgumentParser
import GamutKit

struct EmbedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "embed", _superCommandName: "gamut",
    abstract: "Write the colour space into PNG files without changing a pixel.",
    discussion: """
      Use it for files without a declaration, and for files that declare their colour space in another way or wrongly. A \
      file that declares another colour space is refused: 'gamut convert' changes its pixels, and --assume SPACE says \
      that the declaration is wrong and what the pixels are.

      The image data and all other chunks stay byte for byte. Colour chunks that contradict the new declaration are \
      removed and listed; gAMA and cHRM are kept if they match it. Grey images get a grey profile. Files already tagged \
      this way are left unchanged. Files are replaced whole or not at all.

      Exit status: 0 done; 2 a file could not be processed.

      Examples:
        gamut embed icon.png --profile p3 --in-place
        gamut embed Assets --profile srgb --only-untagged --in-place
        gamut embed scan.png --profile scanner.icc --output tagged.png
        gamut embed wrong.png --profile p3 --assume p3 --in-place
        gamut embed Assets --profile none --in-place --dry-run
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup var embed: EmbedCommandOptions
  @OptionGroup(title: "Writing") var write: WriteCommandOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if write.writesToStandardOutput, embed.format != .text {
      throw ValidationError("Standard output cannot take both the image (--output -) and a list (--format).")
    }
  }

  func run() throws {
    Interruption.prepare()
    let embedder = try embed.embedder()
    let (names, inputs) = try input.plainSelection()
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    Interruption.expect(inputs: inputs.count)
    let plan = OutputPlan(
      inputs, named: names, options: try write.options(for: inputs, named: names),
      reading: input.list.filesRead + embed.filesRead)

    var run = WriteOutput(
      embed.format.embedFormatter(output.style, isList: inputs.count > 1, wording: .command),
      isSilent: write.writesToStandardOutput, isQuiet: output.quiet, count: inputs.count)
    do {
      try embedder.embed(inputs, plan, jobs: input.jobCount) { row throws(OutputError) in try run.write(row) }
      try run.end()
    } catch {
      try error.endRun()
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }
}
