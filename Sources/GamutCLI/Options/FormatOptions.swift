import ArgumentParser
import GamutKit
import LibC

/// An additional output format with its file: `sarif=out.sarif`, or `out.sarif`.
struct FormatTarget<Document: RowDocument>: Sendable {
  typealias Format = OutputFormat<Document>

  var format: Format
  var path: Pathname

  init(given text: String) throws {
    var parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count < 2, let start = text.firstIndex(of: ":"), Format(rawValue: String(text[..<start])) != nil {
      parts = [text[..<start], text[text.index(after: start)...]]
    }
    if parts.count < 2, let format = Self.format(ofFile: text) {
      self.format = format
      path = Pathname(argument: text)
      return
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        Format(rawValue: text) != nil
          ? "'\(text)' names no file. Did you mean '\(text)=gamut.\(text)'?"
          : "Give a format and a file, as in text=gamut.text, or a file with the ending of a format.")
    }
    let name = String(parts[0])
    guard let format = Format(rawValue: name) else {
      let names = Format.allCases.map(\.rawValue)
      let nearest = Suggestion.nearest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
      throw ValidationError("There is no format '\(name)'.\(nearest) The formats are \(names.joined(separator: ", ")).")
    }
    self.format = format
    path = Pathname(argument: String(parts[1]))
    try path.checkIsFile(as: "--report")
  }

  private static func format(ofFile name: String) -> Format? {
    let parts = name.split(separator: "/").last.map { $0.split(separator: ".") } ?? []
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    return Format.allCases.first { $0.rawValue == ending || $0.endings.contains(ending) }
  }

  static var completion: CompletionKind { .list(Format.allCases.map { "\($0.rawValue)=gamut.\($0.rawValue)" }) }
}

extension OutputFormat: Choice {}

/// What the help of the options for formats says.
protocol HelpfulDocument: RowDocument {
  static var help: ArgumentHelp { get }
  /// Of `--report`.
  static var example: String { get }
}

struct FormatOptions<Document: HelpfulDocument>: ParsableArguments {
  @Option(name: .customLong("format"), help: Document.help)
  private var given = OutputFormat<Document>.text

  @Option(
    name: .shortAndLong,
    file: "Write the output to a file, in the format of --format or of its ending, and text to the screen.")
  private var output: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a format to a file, as in \(Document.example). Can be repeated.", valueName: "format=file"),
    completion: FormatTarget<Document>.completion, transform: { try FormatTarget(given: $0) })
  private var reports: [FormatTarget<Document>] = []

  /// The output as a file with its format; nil if it goes to standard output.
  private var target: FormatTarget<Document>? {
    get throws {
      guard let output, output != "-" else { return nil }
      return try FormatTarget(given: given == .text ? output : "\(given.rawValue)=\(output)")
    }
  }

  func validate() throws { _ = try target }

  var onScreen: OutputFormat<Document> { (try? target) == nil ? given : .text }
  var files: [FormatTarget<Document>] { reports + [try? target].compactMap { $0 } }
  var all: [OutputFormat<Document>] { [onScreen] + files.map(\.format) }
}

extension Pathname {
  /// Checks that the path of an output is that of a file: not of a folder, and not `-`.
  func checkIsFile(as option: String) throws {
    if self == .standardInput {
      throw ValidationError("\(option) does not write to standard output. For a file of the name '-', write './-'.")
    }
    if bytes.last == UInt8(ascii: "/") {
      throw ValidationError(
        "\(option) names a file, and '\(text.printable)' is the name of a folder. Add that of the file.")
    }
  }

  /// Checks that an output replaces no file with contents of another kind.
  func checkIsOwn(_ isOwn: (Pathname) -> Bool) throws {
    guard let status = try? FileStatus(of: self), status.kind == .file, status.size > 0, !isOwn(self) else { return }
    throw Message.unprocessed(WriteError.foreign.text, about: self)
  }
}

protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue: ExpressibleByArgument {}

enum TextOrJSON: String, Choice {
  case text, json
}
