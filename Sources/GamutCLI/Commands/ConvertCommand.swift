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

      --catalog adds slots for displays of sRGB to the sets of asset catalogs, and the image or colour for each: a \
      new file NAME-srgb.png, or a colour in sRGB. Images and colours that exist stay as they are, for displays of \
      Display P3. --only says which of them get a slot: those that lose visible differences in sRGB ('collapsing'), all \
      outside sRGB ('wide'), or all in another space ('all'). A second run changes nothing.

      Exit status: 0 done; 2 a file could not be processed.

      Examples:
        gamut convert photo.png --to srgb --output photo-srgb.png
        gamut convert Assets --to srgb --output-dir Web
        gamut convert icon.png --to srgb --mapping preserve --show-loss --in-place
        gamut convert Assets --variants --output-dir Variants
        gamut convert --catalog Assets.xcassets --dry-run
        gamut convert scan.png --to p3 --depth 8 --dither diffusion --in-place
        gamut convert photo.png --to Monitor.icc --output - | lpr
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup var convert: ConvertCommandOptions
  @OptionGroup(title: "Writing") var write: WriteCommandOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if convert.catalog {
      let other = [
        ("--in-place", write.inPlace), ("--output", write.output != nil), ("--output-dir", write.outputDir != nil),
        ("--follow", write.follow),
      ].first { $0.1 }
      if let other {
        throw ValidationError("--catalog writes into the sets themselves; leave out \(other.0).")
      }
    }
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
    if convert.catalog { return try convertCatalogs() }
    let converters = try convert.converters()
    let (names, inputs) = try input.plainSelection()
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
      try Converter.convert(inputs, variants, jobs: input.jobCount, progress: within?.show) { row throws(OutputError) in
        within?.clear()
        try run.write(row)
      }
      try run.end()
    } catch {
      try error.endRun()
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }

  private func convertCatalogs() throws {
    let names = try input.plainNames()
    let (inputs, others, unread) = CatalogInput.collect(names, excluding: try input.exclusion.patterns())
    if let missing = others.first(where: { FileStatus(of: $0) == nil }) {
      Message.error("It does not exist. Check its name.", about: missing)
      throw ExitCode.unprocessed
    }
    if let other = others.first {
      throw ValidationError(
        "'\(other.text.printable)' is not in an asset catalog. Give a catalog (.xcassets), a set, or a file of one.")
    }
    // Colours stay apart from all others of their catalog, so that none is written if some are not known.
    for (folder, error) in unread { Message.error(error, about: folder) }
    if !unread.isEmpty { throw ExitCode.unprocessed }
    if inputs.isEmpty, !output.quiet { Message.note("No sets of images or colours found.") }
    Interruption.expect(inputs: inputs.count)
    let converter: CatalogConverter
    do throws(ConvertError) {
      converter = try CatalogConverter(convert.catalogOptions(write))
    } catch {
      Message.error(error)
      throw ExitCode.unprocessed
    }
    var run = RunOutput(
      convert.format.catalogFormatter(output.style, wording: .command),
      progress: Progress(count: inputs.count, isShown: !output.quiet && inputs.count > 1), writesFiles: true)
    var done = 0
    do {
      try converter.convert(inputs, jobs: input.jobCount) { row throws(OutputError) in
        try run.write(row)
        if case .success(let change) = row.result, !output.quiet {
          for path in change.removedTemporaryFiles {
            try run.note("Removed \(path.text.printable), which an earlier run left when it was cut short.")
          }
        }
        done += 1
        run.show(files: done, pixels: 0)
      }
      try run.end()
    } catch {
      try error.endRun()
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }
}
