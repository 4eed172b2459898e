import ArgumentParser
import GamutAudit
import GamutKit

struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", _superCommandName: "gamut",
    abstract: "Make the HTML page of an earlier run from its JSON.",
    discussion: """
      Reads the output of 'gamut report' or 'gamut audit' with --format json or ndjson. The page has the \
      findings of the run, and pictures of the files that are found below the current folder, or below --root, and have \
      the numbers of the run. The commands for all files of a rule are part of the output of 'gamut audit'; the page of \
      a report has the commands of the files.

      Exit status: 0 done; 2 the page could not be made.

      Examples:
        gamut page report.json --output page.html
        gamut audit --format ndjson | gamut page - --output page.html
        gamut page build/audit.json --root Assets --pictures all > page.html
      """)

  @Argument(help: ArgumentHelp("The JSON of a run; - for standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The page. (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("The folder that the paths are relative to. (default: .)", valueName: "folder"),
    completion: .directory)
  var root: String?

  @OptionGroup var page: PagePictureOptions
  @OptionGroup var jobs: JobsOption

  func validate() throws {
    if output == "" { throw ValidationError("The name of the page is empty.") }
    try output.map { try Pathname(argument: $0).checkIsFile(as: "--output") }
  }

  func run() throws {
    Interruption.prepare()
    let input = Pathname(argument: file)
    let target = output.map { Pathname(argument: $0) }
    try ReportFile.check(target.map { [$0] } ?? [], reading: [input])
    var options = page.options
    let root = root.map { Pathname(argument: $0) }
    if let root, root != Pathname(".") { options.place = root.text.printable }
    let recorded: RecordedPage
    do throws(RecordedPage.Fault) {
      recorded = try RecordedPage(reading: input, below: root, options)
    } catch {
      Message.error(error, about: input)
      throw ExitCode.unprocessed
    }
    let bytes = recorded.bytes(jobs: jobs.count)
    guard let target else { return try Answer.print(bytes) }
    do throws(WriteError) {
      let file = try ReportFile(target)
      try file.write(bytes)
      try file.finish()
    } catch {
      Message.error(error, about: target)
      throw ExitCode.unprocessed
    }
  }
}
