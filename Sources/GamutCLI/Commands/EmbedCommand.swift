import ArgumentParser
import GamutKit

struct EmbedCommand: CompletableCommand {
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
        gamut embed broken.png --profile same --in-place
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(
    help: ArgumentHelp(
      "Colour space to write into the files (see 'gamut spaces'), an ICC profile or a PNG that has one, none to remove the declaration, or same "
        + "to write what the file declares without its faults.",
      valueName: "space"),
    completion: .space("none", "same"))
  var profile: String

  @Flag(help: "Also write a cICP chunk, which newer decoders prefer.")
  var cicp = false

  @Flag(help: "Write an sRGB chunk of 13 bytes instead of a profile.")
  var srgbChunk = false

  @Flag(help: "Leave files alone that declare a colour space, whatever it is.")
  var onlyUntagged = false

  @Option(space: "Colour space of the pixels, where the declaration of the files is wrong.")
  var assume: String?

  @Option(help: "Format of the list of what was done; images are always PNG.")
  var format = OutputFormat<EmbedDocument>.text

  @OptionGroup(title: "Writing") var write: WriteCommandOptions<EmbedDocument>
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if let label, cicp || srgbChunk || assume != nil {
      throw ValidationError(
        "--profile \(profile.lowercased()) \(label == EmbedOptions.Label.none ? "removes" : "keeps") the declaration; --cicp, --srgb-chunk "
          + "and --assume are for adding one.")
    }
    if onlyUntagged, label != nil || assume != nil {
      throw ValidationError(
        "--only-untagged leaves declarations alone; leave out --profile \(label == .same ? "same" : "none") and --assume."
      )
    }
    if srgbChunk, let space = ReferenceSpace(named: profile), space != .sRGB {
      throw ValidationError("An sRGB chunk declares sRGB only. Leave out --srgb-chunk, or use --profile srgb.")
    }
    try write.checkStandardOutput(format)
  }

  func run() throws {
    let embedder = try embedder()
    if let lacking { throw lacking }
    let selection = try input.selection(writes: true, to: write.outputDir)
    let inputs = selection.inputs
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    let others = input.list.filesRead + SpaceChoice.files(label == nil ? profile : nil, assume)
    var plan = OutputPlan(
      inputs, named: selection.names, options: try write.options(for: selection), reading: others)
    plan.made = try write.made()
    var run = try WriteOutput(
      EmbedDocument(output.style, isList: inputs.count > 1), format, write, output, made: plan.made,
      reading: inputs.map(\.file) + others, writing: plan.places, count: inputs.count)
    try run.run { run throws(OutputError) in
      try embedder.embed(inputs, plan, jobs: input.jobs.count) { row throws(OutputError) in try run.write(row) }
    }
  }

  var lacking: CorrectableError? { input.lacking ?? write.lacking(input, profile) }

  private var label: EmbedOptions.Label? { EmbedOptions.Label(word: profile.lowercased()) }

  private func embedder() throws -> Embedder {
    var options = EmbedOptions(try label ?? .space(SpaceChoice.given(profile, by: "--profile")))
    options.addsCICP = cicp
    options.onlyUntagged = onlyUntagged
    options.usesSRGBChunk = srgbChunk
    options.assume = try assume.map { try SpaceChoice.given($0, by: "--assume") }
    return try orEnd(about: Pathname(argument: profile)) { () throws(EmbedError) in try Embedder(options) }
  }
}
