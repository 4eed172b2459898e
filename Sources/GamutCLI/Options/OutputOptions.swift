import ArgumentParser
import GamutKit
import LibC

struct OutputOptions: ParsableArguments {
  enum Color: String, Choice {
    case auto, always, never
  }

  @Flag(name: .shortAndLong, help: "Print problems only, and nothing if there are none.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Show every file in full.")
  var verbose = false

  @Option(help: "Colours in text; auto uses them on a terminal, unless NO_COLOR is set.")
  var color = Color.auto

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
  }

  var style: TextStyle {
    var style = TextStyle(usesColor: usesColor, detail: quiet ? .quiet : verbose ? .verbose : .normal)
    style.countsSuccesses = isatty(STDOUT_FILENO) == 1
    style.showsSwatches =
      usesColor && (color == .always || ["truecolor", "24bit"].contains(environment("COLORTERM") ?? ""))
    return style
  }

  private var usesColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR") == nil && !Self.isTerminalDumb
    }
  }

  /// Whether the terminal has no control functions (`dumb` in terminfo).
  static var isTerminalDumb: Bool { environment("TERM") == "dumb" }
}

struct WriteCommandOptions<Document: RowDocument>: ParsableArguments {
  @Flag(help: "Replace each file with the result.")
  var inPlace = false

  @Option(name: .shortAndLong, file: "Write the result of one image to a file; - is standard output.")
  var output: String?

  @Option(
    folder: "Write the results to a folder. Files of a named folder keep their paths below it, "
      + "other files the path as given.")
  var outputDir: String?

  @Flag(
    help: "With --output-dir: write only what is missing, or was made from another image, or with other options.")
  var update = false

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a format to a file, as in ndjson=convert.ndjson. Can be repeated.", valueName: "format=file"),
    completion: FormatTarget<Document>.completion, transform: { try FormatTarget(given: $0) })
  var reports: [FormatTarget<Document>] = []

  @Flag(name: [.customShort("n"), .long], help: "Show what would be done, and write nothing.")
  var dryRun = false

  @Flag(help: "Replace existing outputs and read-only files.")
  var force = false

  @Flag(help: "Replace files with several hard links; the other names keep the old contents.")
  var hardLinks = false

  @Flag(help: "With --in-place, also change files outside a named folder that links lead to.")
  var follow = false

  func validate() throws {
    let targets = (inPlace ? 1 : 0) + (output == nil ? 0 : 1) + (outputDir == nil ? 0 : 1)
    if targets > 1 { throw ValidationError("--in-place, --output and --output-dir cannot be combined.") }
    if follow, !inPlace { throw ValidationError("--follow needs --in-place.") }
    if update, outputDir == nil { throw ValidationError("--update needs --output-dir FOLDER.") }
    if output == "" || outputDir == "" { throw ValidationError("The name of the output is empty.") }
    if let output, !writesToStandardOutput { try Pathname(argument: output).checkIsFile(as: "--output") }
  }

  var writesToStandardOutput: Bool { output == "-" }

  func checkStandardOutput(_ format: OutputFormat<Document>) throws {
    guard writesToStandardOutput, format != .text else { return }
    throw ValidationError("Standard output cannot take both the image (--output -) and a list (--format).")
  }

  /// Returns what earlier runs have written into the folder, if only the rest is to be written.
  func made() throws -> MadeFiles? {
    guard update, let outputDir else { return nil }
    let folder = Pathname(argument: outputDir)
    return try orEnd(about: MadeFiles.path(in: folder)) { () throws(WriteError) in try MadeFiles(in: folder) }
  }

  func lacking(_ input: InputOptions, _ space: String) -> CorrectableError? {
    if inPlace || output != nil || outputDir != nil { return nil }
    let label = ReferenceSpace(named: space)?.rawValue ?? "new"
    let names = input.files
    let missing = names.filter { $0 != .standardInput && (try? FileStatus(of: $0)) == .some(nil) }
    var (old, new) = ([String](), Optional(["--output-dir", label]))
    if names.count == 2, missing == [names[1]], names[1].hasPNGSuffix {
      (old, new) = ([names[1].argument], ["--output", names[1].argument])
    } else if !missing.isEmpty {
      new = nil
    } else if names == [.standardInput] {
      new = ["--output", "-"]
    } else if names.count == 1, names[0].hasPNGSuffix, input.list.filesFrom == nil {
      let variant = label == "srgb" ? names[0].variant : nil
      new = ["--output", (variant ?? names[0].ending(in: "-\(label)".utf8)).argument]
    }
    // A name that nobody gave replaces nothing.
    if force, old.isEmpty { new = names == [.standardInput] ? new : ["--in-place"] }
    return CorrectableError(
      message: "No output. Add --in-place, --output FILE or --output-dir FOLDER.", replacing: old, words: new)
  }

  func options(for selection: InputOptions.Selection) throws -> WriteOptions {
    let (names, inputs) = (selection.names, selection.inputs)
    let target: WriteOptions.Target
    func check(_ path: Pathname, _ option: String, isNot input: Pathname) throws {
      guard (try? path.isSameFile(as: input)) == true else { return }
      throw CorrectableError(
        message: "The output is the input \(path.text.printable). To change files where they are, use --in-place.",
        replacing: [option, path.argument], words: ["--in-place"])
    }
    if inPlace {
      target = .inPlace
    } else if let outputDir {
      let folder = Pathname(argument: outputDir)
      if names.count == 1, (try? FileStatus(of: folder))?.kind == .folder {
        try check(folder, "--output-dir", isNot: names[0])
      }
      target = .tree(folder)
    } else {
      let path = Pathname(argument: output ?? "")
      if let name = path.nameAsPNG {
        throw CorrectableError(
          message: "gamut writes PNG files only, and '\(path.text.printable)' has the ending of another format.",
          replacing: [output ?? ""], words: [name.argument])
      }
      if inputs.count == 1 { try check(path, "--output", isNot: inputs[0].file) }
      try Input.checkForOneImage(inputs, named: names, option: "--output", instead: "--output-dir")
      target = writesToStandardOutput ? .standardOutput : .file(path)
    }
    return WriteOptions(
      target, overwrites: force, separatesHardLinks: hardLinks, followsLinksOutside: follow, isDryRun: dryRun)
  }
}

extension Input {
  static func checkForOneImage(
    _ inputs: [Input], named names: [Pathname], option: String, instead: String
  ) throws {
    if let folder = names.first(where: { (try? FileStatus(of: $0))?.kind == .folder }) {
      throw CorrectableError(
        message: "\(option) is for one image, and '\(folder.text.printable)' is a folder. Use \(instead) FOLDER.",
        replacing: [option], words: [instead])
    }
    guard inputs.count <= 1 else {
      throw CorrectableError(
        message: "\(option) is for one image, and there are \(inputs.count). Use \(instead) FOLDER.",
        replacing: [option], words: [instead])
    }
  }
}

extension Pathname {
  private static let foreignEndings = [
    "jpg", "jpeg", "gif", "webp", "avif", "heic", "heif", "tif", "tiff", "bmp", "svg", "pdf", "jxl",
    "ico", "icns", "psd", "txt", "log", "json", "ndjson", "html", "md", "xml", "sarif", "csv", "css", "yml",
    "zip",
  ]

  /// The path with the ending of a PNG file, if it has that of another format; else nil. A temporary file has any ending.
  fileprivate var nameAsPNG: Pathname? {
    let parts = fileName.split(separator: ".")
    guard parts.count > 1, let ending = parts.last, Self.foreignEndings.contains(ending.lowercased()) else {
      return nil
    }
    return Pathname(bytes: bytes.dropLast(ending.utf8.count) + Array("png".utf8))
  }
}
