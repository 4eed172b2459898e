import ArgumentParser
import GamutKit

/// The declaration to write into files.
struct EmbedCommandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the files shall declare: a space of 'gamut spaces', an ICC profile, or none, which strips the declaration.",
      valueName: "space"),
    completion: .space("none"))
  var profile: String

  @Flag(help: "Say it in a cICP chunk too, which newer decoders prefer.")
  var cicp = false

  @Flag(help: "Say sRGB in an sRGB chunk of 13 bytes instead of a profile.")
  var srgbChunk = false

  @Option(
    help: ArgumentHelp(
      "What the pixels really mean, where the files declare something else.", valueName: "space"),
    completion: .space)
  var assume: String?

  @Option(help: "The form of what is printed.")
  var format = RowFormat.text

  func validate() throws {
    if isNone, cicp || srgbChunk || assume != nil {
      throw ValidationError("--profile none takes the declaration out; --cicp, --srgb-chunk and --assume add one.")
    }
    if srgbChunk, let space = ReferenceSpace(named: profile), space != .sRGB {
      throw ValidationError("An sRGB chunk cannot say \(space.name). Leave out --srgb-chunk, or take --profile srgb.")
    }
  }

  /// Whether the declaration is to be removed.
  private var isNone: Bool { profile.lowercased() == "none" }

  /// The profiles to read.
  var filesRead: [Pathname] { SpaceChoice.files(isNone ? nil : profile, assume) }

  func embedder() throws -> Embedder {
    var options = EmbedOptions(isNone ? .none : .space(try SpaceChoice.given(profile, by: "--profile")))
    options.addsCICP = cicp
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
