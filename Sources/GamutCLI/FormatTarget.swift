import ArgumentParser
import GamutKit

/// An additional output format with its file: `sarif=out.sarif`.
struct FormatTarget<Format>: ExpressibleByArgument, Sendable
where Format: RawRepresentable<String> & CaseIterable & Sendable {
  var format: Format
  var path: Pathname

  init?(argument: String) {
    guard let mark = argument.firstIndex(of: "="), let format = Format(rawValue: String(argument[..<mark])),
      mark != argument.index(before: argument.endIndex)
    else { return nil }
    self.format = format
    path = Pathname(argument: String(argument[argument.index(after: mark)...]))
  }

  /// Returns completions with a file of the given name for each format.
  static func completion(_ name: String, suffix: (Format) -> String) -> CompletionKind {
    .list(Format.allCases.map { "\($0.rawValue)=\(name).\(suffix($0))" })
  }
}
