import ArgumentParser
import GamutKit
import LibC

struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, folders with all *.png in them, or - for one PNG on standard input.", valueName: "files"),
    completion: .file())
  var given: [ArgumentWords] = []

  var files: [Pathname] { given.flatMap(\.paths) }

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption
  @OptionGroup var jobs: JobsOption

  struct Selection {
    /// The given paths, without standard input.
    var names: [Pathname]
    /// The files to which a list gives names of their own.
    var named: [NamedFile]
    var inputs: [Input]
  }

  /// - Parameter writes: whether the command writes beside or below the files, so that names do not do.
  func selection(writes: Bool = false, to output: String? = nil) throws -> Selection {
    let (names, named) = try names(writes: writes)
    noteNearest(to: names)
    var inputs = Input.collect(names, named, excluding: try exclusion.patterns())
    // What an earlier run has written below a folder is not to be converted again.
    if let output = output.map({ Pathname(argument: $0).absolute }),
      names.contains(where: { $0.absolute.contains(output) }), !names.contains(where: { output.contains($0.absolute) })
    {
      inputs.removeAll { output.contains($0.path.absolute) }
    }
    return Selection(
      names: names, named: named,
      inputs: files.contains(.standardInput) ? Input.unique(inputs + [.standardInput]) : inputs)
  }

  func names(writes: Bool) throws -> (paths: [Pathname], named: [NamedFile]) {
    // Not in `validate`, where it would precede the error about an unknown option.
    if let lacking { throw lacking }
    let list = try list.read(besides: files.contains(.standardInput))
    if writes {
      try list?.named.checkIsEmpty("This command writes files, whose places follow from the paths of the images")
    }
    return (files.filter { $0 != .standardInput } + (list?.paths ?? []), list?.named ?? [])
  }

  /// Shows the command with the name that was probably meant by the only one, if that does not exist.
  private func noteNearest(to names: [Pathname]) {
    guard names.count == 1, names[0].isPlainWord, (try? FileStatus(of: names[0])) == .some(nil) else { return }
    let name = names[0].argument
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    let there = FolderWalk.entries(of: Pathname(argument: folder.isEmpty ? "." : folder)) ?? []
    let others = there.map { Pathname(bytes: $0.name).text }
    guard let near = Suggestion.nearest(to: String(name.dropFirst(folder.count)), among: others) else { return }
    let arguments = ArgumentBytes.arguments().replacing(part: name, by: folder + near)
    Message.note("There is no '\(name)'. Did you mean '\(folder)\(near)'?")
    arguments.flatMap(ArgumentBytes.shellCommand).map { Message.write("  $ \($0)\n") }
  }

  var lacking: CorrectableError? {
    files.isEmpty && list.filesFrom == nil
      ? CorrectableError(message: "No input. Give files, folders, - or --files-from.", words: [isPiped ? "-" : "."])
      : nil
  }

  /// Whether another program or a file is standard input, and not a terminal or `/dev/null`.
  private var isPiped: Bool {
    guard let status = FileStatus(descriptor: STDIN_FILENO), isatty(STDIN_FILENO) == 0 else { return false }
    return status.kind == .file ? status.size > 0 : lseek(STDIN_FILENO, 0, SEEK_CUR) < 0
  }
}

struct FileListOptions: ParsableArguments {
  @Option(
    file: "Read paths from a list, one on each line; - is standard input. "
      + "NAME<TAB>PATH reads a path and reports a name.")
  var filesFrom: String?

  @Flag(name: .customShort("0"), help: "With --files-from: the paths end with zero bytes instead of line feeds.")
  var zero = false

  func validate() throws {
    if zero, filesFrom == nil { throw ValidationError("-0 needs --files-from.") }
  }

  /// The list, if there is one; `-` is standard input, which may come from a file.
  var filesRead: [Pathname] { filesFrom.map { [Pathname(argument: $0)] } ?? [] }

  func read(besides readsImage: Bool = false) throws -> FileList? {
    guard let filesFrom else { return nil }
    if readsImage, filesFrom == "-" {
      throw ValidationError("Standard input cannot be both an image (-) and a list (--files-from -).")
    }
    let list = Pathname(argument: filesFrom)
    return try orEnd(about: list) { () throws(GamutError) in try FileList(reading: list, separatedByZero: zero) }
  }
}

extension [NamedFile] {
  func checkIsEmpty(_ reason: String) throws {
    guard let first else { return }
    throw ValidationError(
      "\(reason), and --files-from gives the name '\(first.name.text.printable)' to "
        + "'\(first.file.text.printable)'. List the paths alone.")
  }
}

struct ExcludeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Skip paths that match a pattern, such as build or '**/*.9.png'. Can be repeated.", valueName: "glob"))
  var exclude: [String] = []

  func validate() throws { _ = try patterns() }

  func patterns() throws -> [Glob] {
    try exclude.map { text in
      do throws(Glob.Fault) {
        // The other commands print the names of files in the current folder with './'.
        return try Glob(text.hasPrefix("./") ? String(text.dropFirst(2)) : text)
      } catch {
        throw ValidationError("--exclude '\(text.printable)': \(error.message).")
      }
    }
  }
}

struct JobsOption: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp("Process N files at a time; 0 is one for each processor.", valueName: "n"))
  var jobs = 0

  func validate() throws {
    if jobs < 0 { throw ValidationError("--jobs must be 0 or more.") }
  }

  var count: Int { jobs > 0 ? min(jobs, Self.limit) : max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// More threads would only wait for each other.
  private static let limit = 1024
}

struct MemoryOption: ParsableArguments {
  static let `default` = MemorySize(bytes: ReportOptions.defaultMemory)

  @Option(
    help: ArgumentHelp(
      "Memory for the analysis of one image, at least 64M; larger images are read several times.",
      valueName: "size"))
  var memory = Self.default

  func validate() throws {
    guard memory.bytes >= 64 << 20 else {
      throw ValidationError("--memory '\(memory)' must be 64M or more. Did you mean '64M'?")
    }
  }

  var bytes: Int { memory.bytes }
}

/// An amount of memory: 512M, 2G, or bytes.
struct MemorySize: ExpressibleByArgument, CustomStringConvertible {
  let bytes: Int
  let description: String

  init(bytes: Int) {
    self.bytes = bytes
    description = bytes % (1 << 30) == 0 ? "\(bytes >> 30)G" : "\(bytes >> 20)M"
  }

  init?(argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows, bytes > 0 else { return nil }
    (self.bytes, description) = (bytes, argument)
  }
}

struct CacheOptions: ParsableArguments {
  @Option(folder: "Keep results in a folder, and take those of unchanged files from there; the output is the same.")
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "Size of the cache after a run, at least 1M; the oldest results are dropped first.", valueName: "size"))
  var cacheSize = MemorySize(bytes: 256 << 20)

  func validate() throws {
    guard cacheSize.bytes >= 1 << 20 else { throw ValidationError("--cache-size must be 1M or more.") }
  }

  func open() throws -> RowCache? {
    guard let cache else { return nil }
    let folder = Pathname(argument: cache)
    do throws(RowCache.Fault) {
      return try RowCache(in: folder, limit: cacheSize.bytes)
    } catch {
      switch error {
      case .io(let number):
        throw Message.unprocessed(
          "The folder of --cache cannot be used: \(systemWords(number)). Give a folder that can be read, or one to create.",
          about: folder)
      case .notACache(let file):
        throw Message.unprocessed(
          "This is not the cache of a run. Remove it, or give another folder to --cache.", about: file)
      }
    }
  }

  func finish(_ cache: RowCache?, quiet: Bool) {
    for note in cache?.finish() ?? [] where !quiet { Message.note(note) }
  }
}
