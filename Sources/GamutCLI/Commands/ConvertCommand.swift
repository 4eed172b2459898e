import ArgumentParser
import Gamut
public import GamutKit
public import PNGCodec

struct ConvertCommand: CompletableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", _superCommandName: "gamut",
    abstract: "Convert PNG files to another colour space, exactly.",
    discussion: """
      Between spaces with a matrix and curves every code is the nearest one at 8 and at 16 bits. Transparency, palettes \
      and grey are kept (--drop-alpha drops what hides nothing), the new colour space is declared (sRGB by an sRGB chunk, others \
      by a profile), and chunks that describe the old pixels are removed. \
      Files are replaced whole or not at all.

      --mapping chooses how out-of-gamut colours are handled: 'clip' clamps them to the gamut boundary, 'css' reduces \
      their chroma as CSS Color 4 does, 'preserve' compresses colours as far as needed to keep colours apart that look \
      different.

      --catalog adds slots for displays of sRGB to the sets of asset catalogs, and the image or colour for each: a \
      new file NAME-srgb.png, or a colour in sRGB. Images and colours that exist stay as they are, for displays of \
      Display P3. --only says which of them get a slot: those that lose visible differences in sRGB ('collapsing'), all \
      outside sRGB ('wide'), or all in another space ('all'). A second run changes nothing.

      Exit status: 0 done; 2 a file could not be processed.

      Examples:
        gamut convert photo.png --to srgb --output photo-srgb.png
        gamut convert Assets --to srgb --output-dir Web
        gamut convert icon.png --to srgb --mapping preserve --in-place
        gamut convert Assets --variants --output-dir Variants
        gamut convert --catalog Assets.xcassets --dry-run
        gamut convert photo.png --to Monitor.icc --output - | lpr
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(space: "Destination: a colour space (see 'gamut spaces') or an ICC profile.")
  var to: String?

  @Flag(
    help: "Write two files for each: NAME-srgb.png in sRGB with 8 bits, and NAME-p3.png in Display P3 with 16 bits.")
  var variants = false

  @Flag(
    help: "Add slots for displays of sRGB to asset catalogs: images of 8 bits, and colours.")
  var catalog = false

  @Option(help: "With --catalog: which images and colours get a slot (default: collapsing).")
  var only: CatalogConvertOptions.Selection?

  @Option(help: "How to handle colours outside the destination (default: clip; preserve with --catalog or --variants).")
  var mapping: ConvertOptions.Mapping?

  @Flag(help: "With --mapping preserve: one strength for all files, so that equal colours stay equal.")
  var together = false

  @Option(
    help: ArgumentHelp("Just noticeable difference (JND) of preserve, in DIN99o.", valueName: "difference"))
  var jnd = ReportOptions().jnd

  @Option(help: "Bits per channel of the result (default: those of the file); a palette keeps its 8.")
  var depth: Depth?

  @Flag(help: "Drop the alpha channel, where every pixel is opaque; other files are refused.")
  var dropAlpha = false

  @Option(
    help: "How hard to compress; small, also without a conversion, takes grey, a palette or fewer bits that do as well."
  )
  var compression = Compression.default

  @Flag(help: "With --compression small: keep the channels and bits of each image.")
  var keepColorType = false

  @Flag(help: "For sRGB: embed its profile, instead of an sRGB chunk of 13 bytes.")
  var embedProfile = false

  @OptionGroup var meaning: MeaningOptions

  @OptionGroup var memory: MemoryOption

  @Option(help: "Format of the list of what was done; images are always PNG.")
  var format = OutputFormat<ConvertDocument>.text

  @OptionGroup(title: "Writing") var write: WriteCommandOptions<ConvertDocument>
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard jnd.isFinite, jnd > 0 else { throw ValidationError("--jnd must be a finite number above 0.") }
    if only != nil, !catalog { throw ValidationError("--only needs --catalog.") }
    if catalog {
      let other = [
        ("--to", to != nil), ("--variants", variants), ("--depth", depth != nil),
        ("--drop-alpha", dropAlpha), ("--assume", meaning.assume != nil),
        ("--override", meaning.override != nil), ("--keep-color-type", keepColorType),
        ("--embed-profile", embedProfile), ("--together", together), ("--in-place", write.inPlace),
        ("--output", write.output != nil), ("--output-dir", write.outputDir != nil), ("--follow", write.follow),
        ("--report", !write.reports.isEmpty),
      ].first { $0.1 }
      if let other {
        throw ValidationError("--catalog writes images of 8 bits in sRGB into the sets; leave out \(other.0).")
      }
    } else if variants {
      if to != nil || depth != nil {
        throw ValidationError("--variants sets the colour spaces and depths; leave out --to and --depth.")
      }
    }
    if together, !catalog, mapping ?? (variants ? .preserve : .clip) != .preserve {
      throw ValidationError("--together needs --mapping preserve.")
    }
    if keepColorType, compression != .small { throw ValidationError("--keep-color-type needs --compression small.") }
    if variants, write.outputDir == nil {
      throw ValidationError("--variants writes two files for each image; add --output-dir FOLDER.")
    }
    try write.checkStandardOutput(format)
  }

  func run() throws {
    if catalog { return try convertCatalogs() }
    if to == nil, !variants, let lacking { throw lacking }
    let converters = try converters()
    if let lacking { throw lacking }
    let selection = try input.selection(writes: true, to: write.outputDir)
    let inputs = selection.inputs
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    let options = try write.options(for: selection)
    let made = try write.made()
    let others = input.list.filesRead + SpaceChoice.files(to, meaning.assume, meaning.override)
    let variants = converters.map {
      var plan = OutputPlan(inputs, named: selection.names, options: options, suffix: $0.suffix, reading: others)
      plan.made = made
      return (converter: $0.converter.sharing(inputs, all: together, jobs: input.jobs.count), plan: plan)
    }
    let count = inputs.count * variants.count
    var run = try WriteOutput(
      ConvertDocument(output.style, isList: count > 1), format, write, output, made: made,
      reading: inputs.map(\.file) + others, writing: variants.flatMap(\.plan.places), count: count)
    try run.run { run throws(OutputError) in
      try Converter.convert(inputs, variants, jobs: input.jobs.count) { row throws(OutputError) in try run.write(row) }
    }
  }

  var lacking: CorrectableError? {
    if catalog { return input.lacking }
    guard to != nil || variants else {
      let space = input.files.map(\.argument).first { ReferenceSpace(named: $0) != nil }
      return CorrectableError(
        message: "No destination. Add --to SPACE, as in --to srgb or --to p3.",
        replacing: space.map { [$0] } ?? [], words: ["--to", space ?? "srgb"])
    }
    return input.lacking ?? write.lacking(input, to ?? "")
  }

  private func convertCatalogs() throws {
    guard let format = OutputFormat<CatalogDocument>(rawValue: format.rawValue) else {
      throw ValidationError("--catalog has no format \(format.rawValue).")
    }
    // Sets are known by the folders above them.
    _ = try Pathname.here.resolved
    let names = try input.names(writes: true).paths
    let (inputs, others, unread) = CatalogInput.collect(names, excluding: try input.exclusion.patterns())
    if let missing = try others.first(where: { try FileStatus(of: $0) == nil }) {
      throw Message.unprocessed("It does not exist. Check its name.", about: missing)
    }
    if let other = others.first {
      throw ValidationError(
        "'\(other.text.printable)' is not in an asset catalog. Give a catalog (.xcassets), a set, or a file of one.")
    }
    // Colours stay apart from all others of their catalog, so that none is written if some are not known.
    for (folder, error) in unread { Message.error(error.text, about: folder) }
    if !unread.isEmpty { throw ExitCode.unprocessed }
    if inputs.isEmpty, !output.quiet { Message.note("No sets of images or colours found.") }
    let converter = try orEnd { () throws(ConvertError) in try CatalogConverter(catalogOptions) }
    var run = try RunOutput(
      CatalogDocument(output.style), format,
      progress: Progress(count: inputs.count, isShown: !output.quiet && inputs.count > 1), writesFiles: true)
    var isUnlocked = false
    try run.run { run throws(OutputError) in
      try converter.convert(inputs, jobs: input.jobs.count) { row throws(OutputError) in
        try run.write(row)
        if case .success(let change) = row.result, change.isUnlocked, !isUnlocked, !output.quiet {
          isUnlocked = true
          try run.note("A catalog cannot be locked here: let no other run change it at the same time.")
        }
        run.advance(pixels: 0)
      }
    }
    if run.hasFailures { throw ExitCode.unprocessed }
  }

  private func converters() throws -> [(converter: Converter, suffix: String)] {
    guard variants else { return [(try converter(to: try SpaceChoice.given(to ?? "", by: "--to"), depth), "")] }
    return [(try converter(to: .sRGB, .eight), "-srgb"), (try converter(to: .displayP3, .sixteen), "-p3")]
  }

  private func converter(to destination: SpaceChoice, _ depth: Depth?) throws -> Converter {
    var options = ConvertOptions(to: destination)
    options.depth = depth
    options.mapping = mapping ?? (variants ? .preserve : .clip)
    options.jnd = jnd
    options.memory = memory.bytes
    options.dropsAlpha = dropAlpha
    options.compression = compression
    options.keepsColorType = keepColorType
    options.embedsProfile = embedProfile
    (options.assume, options.override) = (try meaning.assumed(), try meaning.overriding())
    return try orEnd(about: to.map { Pathname(argument: $0) }) { () throws(ConvertError) in try Converter(options) }
  }

  private var catalogOptions: CatalogConvertOptions {
    var options = CatalogConvertOptions()
    options.selection = only ?? .collapsing
    options.conversion.mapping = mapping ?? .preserve
    options.conversion.jnd = jnd
    options.conversion.memory = memory.bytes
    options.conversion.compression = compression
    options.writing = WriteOptions(
      .variants, overwrites: write.force, separatesHardLinks: write.hardLinks, isDryRun: write.dryRun)
    return options
  }
}

extension CatalogConvertOptions.Selection: Choice {}
extension ConvertOptions.Mapping: Choice {}
extension Compression: Choice {}
