import ArgumentParser
import Gamut
public import GamutKit
public import LittleCMS
public import PNGCodec

/// The destination and the method of a conversion.
struct ConvertCommandOptions: ParsableArguments {
  enum Dither: String, Choice {
    case none, ordered, diffusion
  }

  @Option(
    help: ArgumentHelp(
      "Destination: a colour space (see 'gamut spaces') or an ICC profile.", valueName: "space"),
    completion: .space)
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

  @Flag(help: "Show how far colours move and what is lost (before dithering).")
  var showLoss = false

  @Option(
    help: ArgumentHelp(
      "Just noticeable difference (JND) of preserve and --show-loss, in DIN99o.", valueName: "difference"))
  var jnd = ReportCommandOptions.usual.jnd

  @Option(help: "Rendering intent for profiles with lookup tables; others have relative only.")
  var intent = ConversionIntent.relative

  @Flag(help: "Map black to black for profiles with lookup tables.")
  var blackPointCompensation = false

  @Option(help: "Bits per channel of the result.")
  var depth = ConvertOptions.Depth.same

  @Option(help: "Dithering of 8-bit results; palettes are not dithered.")
  var dither = Dither.none

  @Option(help: "How hard to compress the files.")
  var compression = Compression.default

  @Option(
    help: ArgumentHelp("Colour space of files without a declaration (default: sRGB).", valueName: "space"),
    completion: .space)
  var assume: String?

  @Option(
    help: ArgumentHelp("Colour space of all files, instead of what they declare.", valueName: "space"),
    completion: .space)
  var override: String?

  @OptionGroup var memory: MemoryOption

  @Option(help: "Output format.")
  var format = RowFormat.text

  func validate() throws {
    guard jnd.isFinite, jnd > 0 else { throw ValidationError("--jnd must be a finite number above 0.") }
    if only != nil, !catalog { throw ValidationError("--only needs --catalog.") }
    if catalog {
      let other = [
        ("--to", to != nil), ("--variants", variants), ("--show-loss", showLoss), ("--intent", intent != .relative),
        ("--black-point-compensation", blackPointCompensation), ("--depth", depth != .same),
        ("--dither", dither != .none), ("--assume", assume != nil), ("--override", override != nil),
      ].first { $0.1 }
      if let other {
        throw ValidationError("--catalog writes images of 8 bits in sRGB; leave out \(other.0).")
      }
    } else if variants {
      if to != nil || depth != .same {
        throw ValidationError("--variants sets the colour spaces and depths; leave out --to and --depth.")
      }
    } else if to == nil {
      throw ValidationError("No destination. Add --to SPACE, as in --to srgb or --to p3.")
    }
    if dither != .none, depth == .sixteen {
      throw ValidationError("--dither is for 8-bit results; leave it out, or leave out --depth 16.")
    }
    if let mapping, mapping != .clip, !isPlainRendering {
      throw ValidationError(
        "--mapping \(mapping.rawValue) is relative colorimetric; leave out --intent and --black-point-compensation."
      )
    }
  }

  /// The profiles to read.
  var filesRead: [Pathname] { SpaceChoice.files(to, assume, override) }

  /// Whether lookup tables, too, are to be relative colorimetric without black point compensation.
  private var isPlainRendering: Bool { intent == .relative && !blackPointCompensation }

  /// The rendering requested for lookup tables, if it is not plain relative colorimetric.
  var requested: ConvertReport.Rendering? {
    guard !isPlainRendering else { return nil }
    return ConvertReport.Rendering(intent: intent, blackPointCompensation: blackPointCompensation)
  }

  /// Returns the converter, or one for each variant, with the suffix of their outputs' names.
  func converters() throws -> [(converter: Converter, suffix: String)] {
    guard variants else { return [(try converter(to: try SpaceChoice.given(to ?? "", by: "--to"), depth), "")] }
    return [(try converter(to: .sRGB, .eight), "-srgb"), (try converter(to: .displayP3, .sixteen), "-p3")]
  }

  private func converter(to destination: SpaceChoice, _ depth: ConvertOptions.Depth) throws -> Converter {
    var options = ConvertOptions(to: destination)
    options.depth = depth
    options.palettesKeepDepth = variants
    options.mapping = mapping ?? (variants && isPlainRendering ? .preserve : .clip)
    options.jnd = jnd
    options.intent = intent
    options.blackPointCompensation = blackPointCompensation
    options.measuresEffect = showLoss
    options.memory = memory.bytes
    options.dithering = dither == .none ? nil : dither == .ordered ? .ordered : .diffusion
    options.compression = compression
    options.assume = try assume.map { try SpaceChoice.given($0, by: "--assume") }
    options.override = try override.map { try SpaceChoice.given($0, by: "--override") }
    do throws(ConvertError) {
      return try Converter(options)
    } catch {
      Message.error(error, about: to.map { Pathname(argument: $0) })
      throw ExitCode.unprocessed
    }
  }
}

extension ConvertCommandOptions {
  /// Returns the options for asset catalogs.
  func catalogOptions(_ write: WriteCommandOptions) -> CatalogConvertOptions {
    var options = CatalogConvertOptions()
    options.selection = only ?? .collapsing
    options.mapping = mapping ?? .preserve
    options.jnd = jnd
    options.memory = memory.bytes
    options.compression = compression
    options.overwrites = write.force
    options.separatesHardLinks = write.hardLinks
    options.isDryRun = write.dryRun
    return options
  }
}

extension CatalogConvertOptions.Selection: Choice {}
extension ConvertOptions.Mapping: Choice {}
extension ConversionIntent: Choice {}
extension ConvertOptions.Depth: Choice {}
extension Compression: Choice {}
