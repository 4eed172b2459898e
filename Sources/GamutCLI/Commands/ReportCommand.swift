import ArgumentParser
import Gamut
import GamutKit
import PNGCodec

struct ReportCommand: CompletableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", _superCommandName: "gamut",
    abstract: "Report which colours are lost in sRGB or another colour space.",
    discussion: """
      Verdicts: 'fits' (every colour is inside the destination), 'clips' (colours are clamped, but no detail is \
      lost), 'collapses' (colours that look different become one, or shapes and gradients vanish: ship a separate \
      variant). Several files are a list of those that clip or collapse, and a summary; --verbose shows each in full.

      Exit status: 0 done; 1 a verdict that --fail-on-verdict names; 2 a file could not be processed.

      Examples:
        gamut report icon.png
        gamut report Assets
        gamut report Assets --fail-on-verdict collapses --quiet
        gamut report photo.png --format json --depth 16 | jq '.files[0].verdict'
        git ls-files -z '*.png' | gamut report --files-from - -0
        gamut report old-export.png --assume p3
        gamut report Assets --open
        gamut report Assets --report html=report.html
        gamut report Assets --heatmap-dir Maps
        gamut report chart.png --eye deuteranopia --light sun
        gamut report Assets --renditions all --report html=report.html
        gamut report Assets --eye deuteranopia --rendition-dir Seen
      """)

  enum Threshold: String, Choice {
    case clips, collapses, confuses, loses

    var ofRendition: ViewingLoss.Verdict? { ViewingLoss.Verdict(rawValue: rawValue) }

    func isReached(by loss: LossReport) -> Bool {
      guard let least = ofRendition else { return loss.verdict >= (self == .clips ? .clips : .collapses) }
      return loss.renditions.contains { $0.verdict == .loses || $0.verdict == least }
    }
  }

  @OptionGroup(title: "Input") var input: InputOptions

  @OptionGroup var formats: FormatOptions<ReportDocument>

  @Option(
    help: ArgumentHelp(
      "Colour space to show the image in (see 'gamut spaces'), or an ICC profile.", valueName: "space"),
    completion: .space())
  var to = "srgb"

  @Option(help: "Bits per channel of the display.")
  var depth = ReportOptions().depth

  @Option(
    help: ArgumentHelp("Just noticeable difference (JND), in DIN99o.", valueName: "difference"))
  var jnd = ReportOptions().jnd

  @OptionGroup var meaning: MeaningOptions

  @Option(help: ArgumentHelp("List the N largest losses of each kind, and groups of equal codes.", valueName: "n"))
  var top = ReportOptions().top

  @OptionGroup(title: "Other eyes, other light") var renditions: RenditionOptions

  @Option(
    help: "Exit with status 1 if an image has this verdict, or a worse one; confuses and loses are those of renditions."
  )
  var failOnVerdict: Threshold?

  @OptionGroup var memory: MemoryOption
  @OptionGroup(title: "Cache") var caching: CacheOptions
  @OptionGroup(title: "Heat maps") var heatMaps: HeatMapOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Write the page to a temporary place and open it in a browser.")
  var open = false

  func validate() throws {
    guard jnd.isFinite, jnd > 0 else { throw ValidationError("--jnd must be a finite number above 0.") }
    guard failOnVerdict?.ofRendition == nil || !renditions.viewings.isEmpty else {
      throw ValidationError(
        "--fail-on-verdict \(failOnVerdict?.rawValue ?? "") needs a rendition: use --renditions all, --eye or --light.")
    }
    guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
  }

  func run() throws {
    let reporter = try reporter()
    let cache = try caching.open()
    let selection = try input.selection()
    let (names, inputs) = (selection.names, selection.inputs)
    for (option, folder) in [("--heatmap-dir", heatMaps.folder), ("--rendition-dir", renditions.folder)] {
      if folder != nil { try selection.named.checkIsEmpty("\(option) keeps the paths of the images") }
    }
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }

    let others = input.list.filesRead + SpaceChoice.files(to, meaning.assume, meaning.override)
    let pictures =
      try heatMaps.plans(for: inputs, named: names, reading: others)
      + renditions.plans(for: inputs, named: names, reading: others)
    try OutputFile.check(
      formats.files.map(\.path), besides: pictures.flatMap(\.plan.places), reading: inputs.map(\.file) + others)
    let opener = open ? try PageOpener() : nil
    var run = try RunOutput(
      ReportDocument(output.style, reporter, inputs, command: ArgumentBytes.commandLine, jobs: input.jobs.count),
      formats.onScreen, files: formats.files,
      progress: Progress(count: inputs.count, isShown: !output.quiet && inputs.count > 1),
      writesFiles: !pictures.isEmpty)
    if let opener { try run.add(ReportPage.format, to: opener.path) }
    var reachesThreshold = false
    try run.run { run throws(OutputError) in
      defer { caching.finish(cache, quiet: output.quiet) }
      /// The files without a report, and the last reason that a picture was not written.
      var (unread, last) = (Set<Pathname>(), (path: Pathname.here, error: ConvertError?.none))
      try reporter.using(cache).report(inputs, jobs: input.jobs.count) { row throws(OutputError) in
        try run.write(row)
        let result = try? row.result.get()
        defer { run.advance(pixels: result?.loss.pixels.total ?? 0) }
        guard let result else {
          unread.insert(row.path)
          return
        }
        if failOnVerdict?.isReached(by: result.loss) == true { reachesThreshold = true }
        if output.verbose, result.passes > 1 {
          try run.note("\(row.path.text.printable): read \(result.passes) times to keep to the memory allowed.")
        }
      }
      try reporter.writePictures(of: inputs, pictures, jobs: input.jobs.count) {
        picture, path, error throws(OutputError) in
        // Once for all pictures.
        if unread.contains(path) || last == (path, error) { return }
        last = (path, error)
        try run.fail("Its \(picture == .heatMap ? "heat map" : "rendition"): " + error.text, about: path)
      }
    }
    try opener?.open()
    if run.hasFailures { throw ExitCode.unprocessed }
    if reachesThreshold { throw ExitCode.findings }
  }

  private func reporter() throws -> Reporter {
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

extension ReportDocument: HelpfulDocument {
  static var help: ArgumentHelp { "Output format; html is one page with pictures." }
  static var example: String { "html=report.html or report.html" }
}

extension Depth: Choice {}
