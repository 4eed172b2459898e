import ArgumentParser
import Gamut
public import GamutKit
import PNGCodec

struct ReportCommandOptions: ParsableArguments {
  enum Threshold: String, Choice {
    case clips, collapses, confuses, loses
  }

  /// The formats of a report: rows as they are finished, or a page of all rows.
  enum Form: String, OutputFormat {
    case text, json, ndjson, html

    func formatter(
      _ style: TextStyle, isList: Bool, page: () -> ReportPage
    ) -> any RowFormatter<ReportRow, Void> {
      RowFormat(rawValue: rawValue)?.reportFormatter(style, isList: isList) ?? page()
    }

    var suffix: String { self == .text ? "txt" : rawValue }
    var heading: String { self == .text ? OutputFile.heading("report") : "" }
    static var help: ArgumentHelp { "Output format; html is one page with pictures." }
    static var example: String { "html=report.html or report.html" }
    static var fileName: String { "report" }
  }

  static let `default` = ReportOptions()

  @OptionGroup var formats: FormatOptions<Form>

  @Option(
    help: ArgumentHelp(
      "Colour space to show the image in (see 'gamut spaces'), or an ICC profile.", valueName: "space"),
    completion: .space)
  var to = "srgb"

  @Option(help: "Bits per channel of the display.")
  var depth = Self.default.depth

  @Option(
    help: ArgumentHelp("Just noticeable difference (JND), in DIN99o.", valueName: "difference"))
  var jnd = Self.default.jnd

  @OptionGroup var meaning: MeaningOptions

  @Option(help: ArgumentHelp("List the N largest losses of each kind, and groups of equal codes.", valueName: "n"))
  var top = Self.default.top

  @OptionGroup(title: "Other eyes, other light") var renditions: RenditionOptions

  @Option(
    help: "Exit with status 1 if an image has this verdict, or a worse one; confuses and loses are those of renditions."
  )
  var failOnVerdict: Threshold?

  @OptionGroup var memory: MemoryOption

  func validate() throws {
    guard jnd.isFinite, jnd > 0 else { throw ValidationError("--jnd must be a finite number above 0.") }
    guard failOnVerdict?.ofRendition == nil || !renditions.viewings.isEmpty else {
      throw ValidationError(
        "--fail-on-verdict \(failOnVerdict?.rawValue ?? "") needs a rendition: use --renditions all, --eye or --light.")
    }
    guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
  }

  var filesRead: [Pathname] { SpaceChoice.files(to, meaning.assume, meaning.override) }

  func reporter() throws -> Reporter {
    var options = ReportOptions()
    options.depth = depth
    options.jnd = jnd
    options.top = top
    options.memory = memory.bytes
    options.viewings = renditions.viewings
    options.destination = try SpaceChoice.given(to, by: "--to")
    (options.assume, options.override) = (try meaning.assumed(), try meaning.overriding())
    return try orEnd(about: Pathname(argument: to)) { () throws(GamutError) in try Reporter(options) }
  }
}

extension ReportCommandOptions.Threshold {
  var ofRendition: ViewingLoss.Verdict? { ViewingLoss.Verdict(rawValue: rawValue) }

  func isReached(by loss: LossReport) -> Bool {
    guard let least = ofRendition else { return loss.verdict >= (self == .clips ? .clips : .collapses) }
    return loss.renditions.contains { $0.verdict == .loses || $0.verdict == least }
  }
}

extension RowFormat: Choice {}
extension Depth: Choice {}
