import ArgumentParser
import GamutKit

/// The options that determine whether and how an audit fixes its findings.
struct FixOptions: ParsableArguments {
  @Flag(
    help: "Do what the remedies say where that needs no guess and changes no pixel of a file, then audit the result.")
  var fix = false

  @Flag(name: [.customShort("n"), .long], help: "With --fix, show what would be done, and write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "With --fix, the colour space of files without a declaration; without --assume they are left alone.",
      valueName: "space"),
    completion: .space)
  var assume: String?

  func validate() throws {
    if dryRun, !fix { throw ValidationError("--dry-run shows what --fix would do; add --fix.") }
    if assume != nil, !fix { throw ValidationError("--assume is for --fix; add --fix.") }
  }

  var filesRead: [Pathname] { SpaceChoice.files(assume) }

  func space() throws -> SpaceChoice? { try assume.map { try SpaceChoice.given($0, by: "--assume") } }
}
