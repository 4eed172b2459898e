import ArgumentParser
import GamutKit

/// The declaration to write into files.
struct EmbedCommandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Colour space to write into the files (see 'gamut spaces'), an ICC profile, or none to remove the declaration.",
      valueName: "space"),
    completion: .space("none"))
  var profile: String

  @Flag(help: "Also write a cICP chunk, which newer decoders prefer.")
  var cicp = false

  @Flag(help: "Write an sRGB chunk of 13 bytes instead of a profile.")
  var srgbChunk = false

  @Flag(help: "Leave files alone that declare a colour space, whatever it is.")
  var onlyUntagged = false

  @Option(
    help: ArgumentHelp(
      "Colour space of the pixels, where the declaration of the files is wrong.", valueName: "space"),
    completion: .space)
  var assume: String?

  @Option(help: "Output format.")
  var format = RowFormat.text

  func validate() throws {
    if isNone, cicp || srgbChunk || assume != nil {
      throw ValidationError(
        "--profile none removes the declaration; --cicp, --srgb-chunk and --assume are for adding one.")
    }
    if onlyUntagged, isNone || assume != nil {
      throw ValidationError("--only-untagged leaves declarations alone; leave out --profile none and --assume.")
    }
    if srgbChunk, let space = ReferenceSpace(named: profile), space != .sRGB {
      throw ValidationError("An sRGB chunk declares sRGB only. Leave out --srgb-chunk, or use --profile srgb.")
    }
  }

  /// Whether the declaration is to be removed.
  private var isNone: Bool { profile.lowercased() == "none" }

  /// The profiles to read.
  var filesRead: [Pathname] { SpaceChoice.files(isNone ? nil : profile, assume) }

  func embedder() throws -> Embedder {
    var options = EmbedOptions(isNone ? .none : .space(try SpaceChoice.given(profile, by: "--profile")))
    options.addsCICP = cicp
    options.onlyUntagged = onlyUntagged
    options.usesSRGBChunk = srgbChunk
    options.assume = try assume.map { try SpaceChoice.given($0, by: "--assume") }
    do throws(EmbedError) {
      return try Embedder(options)
    } catch {
      Message.error(error, about: Pathname(argument: profile))
      throw ExitCode.unprocessed
    }
  }
}
