import ArgumentParser
import Gamut
import GamutKit

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", _superCommandName: "gamut",
    abstract: "Compare two PNG files, or two folders: do they show the same picture?",
    usage: "gamut compare [<options>] <a> <b>",
    discussion: """
      Verdicts: 'same' (the codes of one are those of the other, converted to its colour space and depth and rounded), \
      'alike' (nothing that a person sees), 'differs' (at least 9 touching pixels look different, or the sizes differ). \
      The reason follows: a lost profile, another curve, clipping, fewer codes, alpha, a move, regions.

      Of two folders, files with the same path are compared. A file without a partner differs, unless it was renamed.

      Exit status: 0 all pairs are the same or alike; 1 a pair differs, or is as --fail-on says; 2 a pair could not be \
      compared.

      Examples:
        gamut compare icon.png icon-p3.png
        gamut compare Before After --format json
        gamut compare reference.png screenshot.png --diff difference.png
        gamut compare a.png b.png --to srgb
        gamut compare a.png b.png --against-codes --fail-on alike
      """)

  enum Threshold: String, Choice {
    case alike, differs, never

    var verdict: PictureDifference.Verdict? { PictureDifference.Verdict(rawValue: rawValue) }
  }

  @Argument(help: ArgumentHelp("Two PNG files, or two folders.", valueName: "files"), completion: .file())
  var given: [ArgumentWords] = []

  @Option(file: "Read pairs of paths from a list, A<TAB>B on each line; - is standard input.")
  var filesFrom: String?

  @OptionGroup var exclusion: ExcludeOption
  @OptionGroup var jobs: JobsOption

  @Option(
    help: ArgumentHelp(
      "Memory for two images, at least 64M; interlaced ones are held as a whole.", valueName: "size"))
  var memory = MemoryOption.default

  @Flag(help: "Compare codes as other programs do, whatever the files declare.")
  var againstCodes = false

  @Option(space: "Compare what a display of this colour space shows, with 8 bits (see 'gamut spaces').")
  var to: String?

  @OptionGroup var assumption: AssumeOption

  @Option(help: ArgumentHelp("The least difference that counts, in DIN99o.", valueName: "difference"))
  var tolerance = CompareOptions().tolerance

  @Option(help: ArgumentHelp("List the N worst regions.", valueName: "n"))
  var top = CompareOptions().top

  @Option(help: "Exit with status 1 if a pair has this verdict, or a worse one.")
  var failOn = Threshold.differs

  @OptionGroup var formats: FormatOptions<CompareDocument>

  @Option(file: "Write a picture of the difference of two images, as a PNG of their size.")
  var diff: String?

  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    guard tolerance.isFinite, tolerance > 0 else {
      throw ValidationError("--tolerance must be a finite number above 0.")
    }
    guard top >= 0 else { throw ValidationError("--top must be 0 or more.") }
    guard memory.bytes >= 64 << 20 else { throw ValidationError("--memory must be 64M or more.") }
    try difference?.checkIsFile(as: "--diff")
    if againstCodes, to != nil || assumption.assume != nil {
      throw ValidationError("--against-codes ignores colour spaces; leave out --to and --assume.")
    }
  }

  func run() throws {
    let comparer = try comparer()
    let pairs = try pairs()
    if pairs.isEmpty, !output.quiet { Message.note("No PNG files found.") }
    try checkOutputs(pairs)
    let least = failOn.verdict ?? .differs
    var run = try RunOutput(
      CompareDocument(output.style, comparer, pairs, least: least), formats.onScreen, files: formats.files,
      writesFiles: diff != nil)
    let picture = try difference.map { path in
      DifferenceEncoder(to: try orEnd(about: path) { () throws(WriteError) in try OutputFile(path) })
    }
    var worst = PictureDifference.Verdict.same
    try run.run { run throws(OutputError) in
      try comparer.compare(pairs, jobs: jobs.count, marks: picture) { row throws(OutputError) in
        try run.write(row)
        worst = max(worst, row.verdict ?? .same)
      }
    }
    if let picture, let difference {
      run.place(difference) { () throws(WriteError) in
        if try picture.finish() { return }
        Message.note("There is no picture of the difference: the pixels were not compared.")
      }
    }
    if run.hasFailures { throw ExitCode.unprocessed }
    if let least = failOn.verdict, worst >= least { throw ExitCode.findings }
  }

  private var difference: Pathname? { diff.map { Pathname(argument: $0) } }

  private func checkOutputs(_ pairs: [ComparePair]) throws {
    if diff != nil, pairs.count != 1 {
      throw ValidationError("--diff is for two files. Use --format html for several.")
    }
    let inputs = pairs.flatMap { [$0.pathA, $0.pathB] }
    let others = SpaceChoice.files(to, assumption.assume) + (filesFrom.map { [Pathname(argument: $0)] } ?? [])
    try OutputFile.check(formats.files.map(\.path), besides: difference.map { [$0] } ?? [], reading: inputs + others)
    try difference?.checkIsOwn(DifferencePicture.isOne)
  }

  private func comparer() throws -> Comparer {
    var options = CompareOptions()
    options.tolerance = tolerance
    options.ignoresDeclarations = againstCodes
    options.top = top
    options.memory = memory.bytes
    options.display = try to.map { try SpaceChoice.given($0, by: "--to") }
    options.assume = try assumption.assumed()
    return try orEnd(about: to.map { Pathname(argument: $0) }) { () throws(GamutError) in try Comparer(options) }
  }

  private func pairs() throws -> [ComparePair] {
    let files = given.flatMap(\.paths)
    if let filesFrom {
      guard files.isEmpty else { throw ValidationError("Give two names, or a list of pairs (--files-from).") }
      let list = Pathname(argument: filesFrom)
      let read = try orEnd(about: list) { () throws(GamutError) in
        try FileList(reading: list, separatedByZero: false, arePairs: true)
      }
      guard let alone = read.paths.first else { return read.named.map { ComparePair(.file($0.name), .file($0.file)) } }
      throw Message.unprocessed(
        "There is no second path beside \(alone.text.printable). Write both, with a tab between them.", about: list)
    }
    guard files.count == 2 else {
      throw ValidationError("Give two files or two folders to compare. \(Words.count(files.count, "name")) given.")
    }
    let folders = files.filter { (try? FileStatus(of: $0))?.kind == .folder }
    if folders.count == 1 {
      throw ValidationError("'\(folders[0].text.printable)' is a folder, and the other name is that of a file.")
    }
    if !folders.isEmpty { return ComparePair.pairs(in: files[0], files[1], excluding: try exclusion.patterns()) }
    let inputs = files.map { $0 == .standardInput ? Input.standardInput : .file($0) }
    guard inputs != [.standardInput, .standardInput] else {
      throw ValidationError("Standard input (-) can be one of the files only.")
    }
    return [ComparePair(inputs[0], inputs[1])]
  }
}

extension CompareDocument: HelpfulDocument {
  static var help: ArgumentHelp { "Output format; html is one page with pictures." }
  static var example: String { "junit=compare.xml or compare.html" }
}
