import ArgumentParser
import Gamut
public import GamutKit
import LibC
import PNGCodec

/// The options and the format of a report.
struct ReportCommandOptions: ParsableArguments {
  enum Threshold: String, Choice {
    case clips, collapses, confuses, loses
  }

  /// The formats of a report: rows as they are finished, or a page of all rows.
  enum Form: String, Choice {
    case text, json, ndjson, html

    /// - Parameter page: creates the formatter of a page.
    func formatter(
      _ style: TextStyle, isList: Bool, page: () -> ReportPage
    ) -> any RowFormatter<ReportRow, Void> {
      RowFormat(rawValue: rawValue)?.reportFormatter(style, isList: isList) ?? page()
    }

    /// The file name extension of this format.
    var suffix: String { self == .text ? "txt" : rawValue }
  }

  /// The format and the destination by default; other defaults are those of the library's options.
  static let usualFormat = Form.text, usualDestination = "srgb"
  static let usual = ReportOptions()

  @Option(name: .customLong("format"), help: "Output format; html is one page with pictures.")
  var givenFormat = Self.usualFormat

  @OptionGroup var resultFile: ResultFileOption

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a format to a file, as in html=report.html or report.html. Can be repeated.", valueName: "format=file"
    ),
    completion: FormatTarget<Form>.completion("report", suffix: \.suffix),
    transform: { try FormatTarget(given: $0) })
  var reports: [FormatTarget<Form>] = []

  /// The format of standard output.
  var format: Form { (try? resultFile.target(givenFormat)) == nil ? givenFormat : .text }
  /// The formats that are written to files.
  var files: [FormatTarget<Form>] { reports + [try? resultFile.target(givenFormat)].compactMap { $0 } }

  @Option(
    help: ArgumentHelp(
      "Colour space to show the image in (see 'gamut spaces'), or an ICC profile.", valueName: "space"),
    completion: .space)
  var to = Self.usualDestination

  @Option(help: "Bits per channel of the display.")
  var depth = Self.usual.depth

  @Option(
    help: ArgumentHelp("Just noticeable difference (JND), in DIN99o.", valueName: "difference"))
  var jnd = Self.usual.jnd

  @Option(
    help: ArgumentHelp("Colour space of files without a declaration (default: sRGB).", valueName: "space"),
    completion: .space)
  var assume: String?

  @Option(
    help: ArgumentHelp("Colour space of all files, instead of what they declare.", valueName: "space"),
    completion: .space)
  var override: String?

  @Option(help: ArgumentHelp("List the N largest losses of each kind, and groups of equal codes.", valueName: "n"))
  var top = Self.usual.top

  @OptionGroup(title: "Other eyes, other light") var renditions: RenditionOptions

  @Option(
    help: "Exit with status 1 if an image has this verdict, or a worse one; confuses and loses are those of renditions."
  )
  var failOnVerdict: Threshold?

  @OptionGroup var memory: MemoryOption

  func validate() throws {
    _ = try resultFile.target(givenFormat)
    guard jnd.isFinite, jnd > 0 else { throw ValidationError("--jnd must be a finite number above 0.") }
    guard failOnVerdict?.ofRendition == nil || !renditions.viewings.isEmpty else {
      throw ValidationError(
        "--fail-on-verdict \(failOnVerdict?.rawValue ?? "") needs a rendition: use --renditions all, --eye or --light.")
    }
    guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
  }

  /// The profiles to read.
  var filesRead: [Pathname] { SpaceChoice.files(to, assume, override) }

  func reporter() throws -> Reporter {
    var options = ReportOptions()
    options.depth = depth
    options.jnd = jnd
    options.top = top
    options.memory = memory.bytes
    options.viewings = renditions.viewings
    // For tests.
    if let name = unsafe getenv("GAMUT_DECODER"), let decoder = unsafe DecoderChoice(rawValue: String(cString: name)) {
      options.decoder = decoder
    }
    options.destination = try SpaceChoice.given(to, by: "--to")
    options.assume = try assume.map { try SpaceChoice.given($0, by: "--assume") }
    options.override = try override.map { try SpaceChoice.given($0, by: "--override") }
    do throws(GamutError) {
      return try Reporter(options)
    } catch {
      Message.error(error, about: Pathname(argument: to))
      throw ExitCode.unprocessed
    }
  }
}

extension RowFormat: Choice {}
extension ReportOptions.Depth: Choice {}
