public import ArgumentParser
import Gamut
public import GamutKit
public import PNGCodec

/// Where to, and how.
struct ConvertCommandOptions: ParsableArguments {
  enum Dither: String, CaseIterable, ExpressibleByArgument {
    case none, ordered, diffusion
  }

  @Option(help: ArgumentHelp("Where to: display-p3, srgb or an ICC profile.", valueName: "space"))
  var to: String

  @Option(help: "Bits per channel of the result.")
  var depth = ConvertOptions.Depth.same

  @Option(help: "How 8-bit codes are made where the nearest is not wanted.")
  var dither = Dither.none

  @Option(help: "How much work goes into making files small.")
  var compression = Compression.default

  @Option(help: ArgumentHelp("What files mean that declare nothing; else they are read as sRGB.", valueName: "space"))
  var assume: String?

  @Option(help: ArgumentHelp("What all files mean, whatever they declare.", valueName: "space"))
  var override: String?

  @Option(help: "The form of what is printed.")
  var format = ReportWriter.Format.text

  func converter() throws -> Converter {
    var options = ConvertOptions(to: try SpaceChoice.given(to, by: "--to"))
    options.depth = depth
    options.dithering = dither == .none ? nil : dither == .ordered ? .ordered : .diffusion
    options.compression = compression
    options.assume = try assume.map { try SpaceChoice.given($0, by: "--assume") }
    options.override = try override.map { try SpaceChoice.given($0, by: "--override") }
    do throws(ConvertError) {
      return try Converter(options)
    } catch {
      Message.error(error.message, about: Path(argument: to))
      throw ExitCode.unprocessed
    }
  }
}

extension ConvertOptions.Depth: ExpressibleByArgument {}
extension Compression: ExpressibleByArgument {}
