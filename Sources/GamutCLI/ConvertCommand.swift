import ArgumentParser
import GamutKit

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", _superCommandName: "gamut",
    abstract: "Convert PNG files to another colour space, exactly.",
    discussion: """
      Between spaces with a matrix and curves every code is the nearest one at 8 and at 16 bits. Transparency, palettes \
      and grey are kept, the profile of the destination is embedded, and chunks that describe the old pixels are removed. \
      Files are replaced whole or not at all.

      --mapping chooses how out-of-gamut colours are handled: 'clip' clamps them to the gamut boundary, 'css' reduces \
      their chroma as CSS Color 4 does, 'preserve' compresses colours as far as needed to keep colours apart that look \
      different. --show-loss reports how far colours moved and what is lost.

      Exit status: 0 done; 2 a file could not be processed.

      Examples:
        gamut convert photo.png --to srgb --output photo-srgb.png
        gamut convert Assets --to srgb --output-dir Web
        gamut convert icon.png --to srgb --mapping preserve --show-loss --in-place
        gamut convert Assets --variants --output-dir Variants
        gamut convert scan.png --to p3 --depth 8 --dither diffusion --in-place
        gamut convert photo.png --to Monitor.icc --output - | lpr
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup var convert: ConvertCommandOptions
  @OptionGroup(title: "Writing") var write: WriteCommandOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if convert.variants, write.outputDir == nil {
      throw ValidationError("--variants writes two files for each image; add --output-dir FOLDER.")
    }
    if write.writesToStandardOutput, convert.format != .text {
      throw ValidationError("Standard output cannot take both the image (--output -) and a list (--format).")
    }
    if write.writesToStandardOutput, convert.showLoss {
      throw ValidationError(
        "Standard output cannot take both the image (--output -) and the losses (--show-loss).")
    }
  }

  func run() throws {
    Interruption.prepare()
    let converters = try convert.converters()
    let (names, inputs) = try input.selection()
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    Interruption.expect(inputs: inputs.count * converters.count)
    let options = try write.options(for: inputs, named: names)
    let variants = converters.map {
      (
        converter: $0.converter,
        plan: OutputPlan(
          inputs, named: names, options: options, suffix: $0.suffix, reading: input.list.filesRead + convert.filesRead)
      )
    }

    var run = WriteOutput(
      convert.format.convertFormatter(
        output.style, isList: inputs.count * variants.count > 1, requested: convert.requested, wording: .command),
      isSilent: write.writesToStandardOutput, isQuiet: output.quiet, count: inputs.count * variants.count)
    do {
      let within = inputs.count * variants.count == 1 && !output.quiet ? FileProgress() : nil
      try Converter.convert(inputs, variants, jobs: input.jobCount, progress: within?.tell) { row throws(OutputError) in
        within?.clear()
        try run.write(row)
      }
      try run.end()
    } catch {
      try error.endRun()
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }
}
