import ArgumentParser
import GamutKit

struct EmbedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "embed",
    abstract: "Changes what PNGs declare their colours to be, and not one pixel.",
    discussion: """
      Relabelling is not converting: the numbers in the file stay, and what they are said to mean changes. So this is \
      for files that declare nothing, or the same in another way, or the wrong thing. A file that declares another \
      space is refused; 'gamut convert' changes its pixels, and --assume says that its declaration is wrong.

      The image data and all other chunks stay byte for byte. Colour chunks that no longer agree are removed and named; \
      gAMA and cHRM stay where they are what the standard wants beside the space. A grey image gets a grey profile. A \
      file that says it already is not touched. Files are replaced whole or not at all.

      Exit status: 0 done; 2 a file could not be processed, the others were.

      Examples:
        gamut embed icon.png --profile display-p3 --in-place
        gamut embed --recursive Assets --profile srgb --output-dir Tagged
        gamut embed scan.png --profile scanner.icc --output tagged.png
        gamut embed wrong.png --profile display-p3 --assume display-p3 --in-place
        gamut embed --recursive Assets --profile none --in-place --dry-run
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
    let (names, inputs) = try input.selection()
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
