import ArgumentParser
import GamutKit

/// Reads the commonest lines of `gamut report` without the argument parser, which prepares all options of a command first:
/// a third of the time of an icon.
///
/// It has no defaults and no messages of its own: it takes the former from where the options are declared, and leaves
/// every line with another option, or with a fault, to the parser.
struct PlainLine {
  private var input = InputOptions()
  private var report = ReportCommandOptions()
  private var output = OutputOptions()

  /// Returns the command of a line; nil if it is for the parser.
  static func command(for arguments: [String]) -> ReportCommand? {
    guard arguments.first == "report" else { return nil }
    var line = PlainLine()
    guard line.read(arguments.dropFirst()), line.isValid else { return nil }
    return line.command
  }

  /// Begins a line without options. The wrappers of the parser have no value before one is assigned.
  private init() {
    input.given = []
    input.recursive = false
    input.list = FileListOptions()
    input.list.filesFrom = nil
    input.list.zero = false
    input.exclusion = ExcludeOption()
    input.exclusion.exclude = []
    input.jobs = JobsOption()
    input.jobs.jobs = nil

    report.format = ReportCommandOptions.usualFormat
    report.files = []
    report.to = ReportCommandOptions.usualDestination
    report.depth = ReportCommandOptions.usual.depth
    report.jnd = ReportCommandOptions.usual.jnd
    report.assume = nil
    report.override = nil
    report.top = ReportCommandOptions.usual.top
    report.failOnVerdict = nil
    report.failOn = nil
    report.memory = MemoryOption()
    report.memory.memory = MemoryOption.usual
    report.decoder = ReportCommandOptions.usual.decoder

    output.quiet = false
    output.verbose = false
    output.color = OutputOptions.Color.usual
  }

  /// Reads the words after the name of the command; returns false at the first that is for the parser.
  private mutating func read(_ words: ArraySlice<String>) -> Bool {
    var words = words
    while let word = words.popFirst() {
      guard word.utf8.first == UInt8(ascii: "-"), word != "-" else {
        input.given.append(word)
        continue
      }
      switch word {
      case "--quiet": output.quiet = true
      case "--verbose": output.verbose = true
      default:
        guard let value = words.popFirst(), value.utf8.first != UInt8(ascii: "-"), assign(value, to: word) else {
          return false
        }
      }
    }
    return true
  }

  private mutating func assign(_ value: String, to option: String) -> Bool {
    switch option {
    case "--format":
      guard let format = ReportCommandOptions.Form(argument: value) else { return false }
      report.format = format
    case "--fail-on-verdict":
      guard let verdict = ReportCommandOptions.Threshold(argument: value) else { return false }
      report.failOnVerdict = verdict
    case "--depth":
      guard let depth = ReportOptions.Depth(argument: value) else { return false }
      report.depth = depth
    case "--jobs":
      guard let jobs = Int(value) else { return false }
      input.jobs.jobs = jobs
    case "--to": report.to = value
    default: return false
    }
    return true
  }

  /// Whether the parser would accept the values.
  private var isValid: Bool {
    do {
      try input.validate()
      try input.jobs.validate()
      try output.validate()
      return true
    } catch {
      return false
    }
  }

  private var command: ReportCommand {
    var command = ReportCommand()
    command.input = input
    command.report = report
    command.caching = CacheOptions()
    command.caching.cache = nil
    command.caching.cacheSize = CacheOptions.usualSize
    command.heatMaps = HeatMapOptions()
    command.heatMaps.file = nil
    command.heatMaps.folder = nil
    command.page = PagePictureOptions()
    command.page.pictures = PagePictureOptions.usual
    command.output = output
    command.open = false
    return command
  }
}
