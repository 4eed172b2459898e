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
    help: ArgumentHelp("Where to: a space of 'gamut spaces', or an ICC profile.", valueName: "space"),
    completion: .space)
  var to: String?

  @Flag(
    help: "Two files of each: NAME-srgb.png in sRGB, 8 bits, and NAME-p3.png in Display P3, 16 bits (a palette stays).")
  var variants = false

  @Option(help: "What becomes of colours that the destination lacks.")
  var mapping = ConvertOptions.Mapping.clip

  @Flag(help: "Show how far colours move, and what of their differences is lost, before any dither.")
  var showLoss = false

  @Option(help: "The rendering intent, for profiles with lookup tables; matrix and curves know only relative.")
  var intent = ConversionIntent.relative

  @Flag(help: "Map black to black, for profiles with lookup tables; perceptual and saturation do so in version 4.")
  var blackPointCompensation = false

  @Option(help: "Bits per channel of the result.")
  var depth = ConvertOptions.Depth.same

  @Option(help: "How 8-bit codes are made where the nearest is not wanted; a palette keeps the nearest.")
  var dither = Dither.none

  @Option(help: "How much work goes into making files small.")
  var compression = Compression.default

  @Option(
    help: ArgumentHelp("What files mean that declare nothing; else they are read as sRGB.", valueName: "space"),
    completion: .space)
  var assume: String?

  @Option(help: ArgumentHelp("What all files mean, whatever they declare.", valueName: "space"), completion: .space)
  var override: String?

  @OptionGroup var memory: MemoryOption

  @Option(help: "The form of what is printed.")
  var format = RowFormat.text

  func validate() throws {
    if variants {
      if to != nil || depth != .same {
        throw ValidationError("--variants says where to and how deep; leave out --to and --depth.")
      }
    } else if to == nil {
      throw ValidationError("Say where to: --to display-p3, --to srgb or --to FILE.icc.")
    }
    if dither != .none, depth == .sixteen {
      throw ValidationError("--dither makes 8-bit codes; leave it out, or leave out --depth 16.")
    }
    if mapping != .clip, intent != .relative || blackPointCompensation {
      throw ValidationError(
        "--mapping \(mapping.rawValue) starts from relative colorimetric values; leave out --intent and --black-point-compensation."
      )
    }
  }

  /// The profiles to read.
  var filesRead: [Pathname] { SpaceChoice.files(to, assume, override) }

  /// The rendering requested for lookup tables, if it is not plain relative colorimetric.
  var requested: ConvertReport.Rendering? {
    guard intent != .relative || blackPointCompensation else { return nil }
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
    options.mapping = mapping
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

extension ConvertOptions.Mapping: Choice {}
extension ConversionIntent: Choice {}
extension ConvertOptions.Depth: Choice {}
extension Compression: Choice {}
