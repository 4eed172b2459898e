import ArgumentParser
import GamutAudit
import GamutKit

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: "gamut",
    abstract: "Join the parts of an audit into one.",
    usage: "gamut merge [<options>] <parts> ...",
    discussion: """
      A part is the output of 'gamut audit --format ndjson': the shards of one run (--shard), runs over different lists \
      of files (--files-from), or one whole run, to print it in another format. The result has the same bytes as one run \
      over all files. If the parts had different commands, or are of different folders of a repository, 'command' in \
      JSON is null, or the formats for GitHub and GitLab do not name the folders. Parts that are missing, truncated, or \
      made with another policy or version are refused. A page (html) has the pictures of the files that are \
      found in the current folder, or in that of --root.

      Exit status: 0 no finding of severity error, or of the one that --fail-on names; 1 such a finding; 2 the parts \
      cannot be joined, or a file could not be processed.

      Examples:
        gamut merge part-*.ndjson --report sarif=gamut.sarif --report junit=gamut.xml
        gamut merge part-*.ndjson --format ndjson > all.ndjson
      """)

  @Argument(
    help: ArgumentHelp("The parts, in any order; - for one on standard input.", valueName: "parts"),
    completion: .file())
  var given: [ArgumentWords]

  @Option(
    folder:
      "The folder that the paths are relative to. Of files, only those in it are read, for pictures on a page (html). "
      + "(default: the current folder)")
  var root: String?

  @OptionGroup var result: AuditResultOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let parts = given.flatMap(\.paths)
    try result.checkFiles(reading: parts)
    do {
      try merge(try AuditMerge(parts))
    } catch let error as AuditError {
      throw Message.unprocessed(error.text, about: error.path)
    }
  }

  private func merge(_ merge: AuditMerge) throws {
    if result.newBaseline != nil, merge.run.baseline != nil {
      throw ValidationError(
        "--write-baseline records all findings, and these parts lack those that their --baseline hides. Make them with "
          + "--no-baseline.")
    }
    let baseline = try result.baselineInForce()
    var run = merge.run
    if let baseline { run.use(baseline) }
    if let command = run.command, let file = result.baseline {
      run.command = "\(command) --baseline \(Pathname(argument: file).shellWord)"
    }
    let folder = Pathname(argument: root ?? ".")
    // The rows do not say which rules they were checked by.
    let known = baseline.map { KnownFindings($0, root: folder) { _, _ in false } }
    // That of the parts, if they were made here.
    let shown =
      try root == nil ? run.root.flatMap { try FileStatus(of: $0)?.kind == .folder ? $0 : nil } : folder.resolved
    if let shown, let viewpoint = Viewpoint(from: shown) {
      run.viewpoint = viewpoint
      run.commandHere = run.command.map { "cd \(viewpoint.shown(.here).shellWord) && \($0)" }
    }
    var sink = try AuditOutput(
      run, result, output, known: known, in: result.usedBaseline(), count: run.files,
      pictures: AuditPictures(root: folder, jobs: 1, command: ArgumentBytes.commandLine))
    do {
      let rows = try merge.rows()
      while let row = try rows.next() { try sink.write(row) }
      try sink.end(gone: rows.gone)
    } catch let error as OutputError {
      try writing { () throws(OutputError) in throw error }
    }
    try sink.finish()
  }
}
