import ArgumentParser
import Gamut
import GamutAudit
import GamutKit

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

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup var report: ReportCommandOptions
  @OptionGroup(title: "Cache") var caching: CacheOptions
  @OptionGroup(title: "Heat maps") var heatMaps: HeatMapOptions
  @OptionGroup(title: "Page") var page: PagePictureOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Write the page to a temporary place and open it in a browser.")
  var open = false

  func run() throws {
    let reporter = try report.reporter()
    let cache = try caching.open()
    let selection = try input.selection()
    let (names, inputs) = (selection.names, selection.inputs)
    for (option, folder) in [("--heatmap-dir", heatMaps.folder), ("--rendition-dir", report.renditions.folder)] {
      if folder != nil { try selection.named.checkIsEmpty("\(option) keeps the paths of the images") }
    }
    if inputs.isEmpty, !output.quiet { Message.note("No PNG files found.") }

    let others = input.list.filesRead + report.filesRead
    let maps = try heatMaps.plan(for: inputs, named: names, reading: others)
    let renditions = report.renditions.plans(for: inputs, named: names, reading: others)
    try OutputFile.check(
      report.formats.files.map(\.path), besides: (maps?.places ?? []) + renditions.flatMap(\.plan.places),
      reading: inputs.map(\.file) + others)
    Message.prepareForSignals()
    let opener = open ? try PageOpener() : nil
    func makePage() -> ReportPage {
      var options = page.options
      options.variantsCommand = variantsCommand(names)
      return ReportPage(reporter, inputs, options, jobs: input.jobCount)
    }
    let isList = inputs.count > 1
    var run = RunOutput(
      report.formats.onScreen.formatter(output.style, isList: isList, page: makePage),
      progress: Progress(count: inputs.count, isShown: !output.quiet && isList),
      writesFiles: maps != nil || !renditions.isEmpty)
    try run.add(report.formats.files, output) { $0.formatter($1, isList: isList, page: makePage) }
    if let opener { try run.add(makePage(), to: opener.path, heading: "") }
    var done = (files: 0, pixels: 0)
    var reachesThreshold = false
    /// The files without a report, and the last reason that a rendition was not written.
    var (unread, last) = (Set<Pathname>(), (path: Pathname.here, error: ConvertError?.none))
    func write(_ row: ReportRow) throws(OutputError) {
      try run.write(row)
      done.files += 1
      defer { run.show(files: done.files, pixels: done.pixels) }
      guard case .success(let result) = row.result else {
        unread.insert(row.path)
        return
      }
      done.pixels += result.loss.pixels.total
      if report.failOnVerdict?.isReached(by: result.loss) == true { reachesThreshold = true }
      if output.verbose, result.passes > 1 {
        try run.note("\(row.path.text.printable): read \(result.passes) times to keep to the memory allowed.")
      }
    }
    do throws(OutputError) {
      defer { caching.finish(cache, quiet: output.quiet) }
      if let maps {
        try reporter.report(inputs, heatMaps: maps, jobs: input.jobCount) { row throws(OutputError) in
          try write(row.row)
          if let error = row.error { try run.fail("Its heat map: " + error.text, about: row.row.path) }
        }
      } else {
        try reporter.using(cache).report(inputs, jobs: input.jobCount) { row throws(OutputError) in try write(row) }
      }
      try reporter.writeRenditions(of: inputs, renditions, jobs: input.jobCount) { path, error throws(OutputError) in
        // Once for all renditions.
        if unread.contains(path) || last == (path, error) { return }
        last = (path, error)
        try run.fail("Its rendition: " + error.text, about: path)
      }
      try run.end()
      run.placeFiles()
    } catch {
      try error.endRun()
    }
    try opener?.open()
    if run.hasFailures { throw ExitCode.unprocessed }
    if reachesThreshold { throw ExitCode.findings }
  }

  /// Returns the command that writes the sRGB variants of the images that lose something; nil if there are too many
  /// names, or if an audit would see other losses.
  private func variantsCommand(_ names: [Pathname]) -> String? {
    guard report.to == "srgb", report.depth == .eight, report.jnd == Rendition.defaultJND,
      report.meaning.override == nil,
      report.meaning.assume == nil, input.list.filesFrom == nil, names.count <= 10,
      !names.contains(where: { $0 == .standardInput || $0.bytes.first == UInt8(ascii: "-") })
    else { return nil }
    let words =
      [Pathname("gamut"), Pathname("audit")] + names
      + input.exclusion.exclude.map { Pathname(argument: "--exclude=" + $0) }
    return words.shellCommand + " --no-policy --select \(AuditRule.collapses) --fix"
  }
}
