import ArgumentParser
import GamutKit

/// A further form of what is told, in a file: `sarif=out.sarif`.
struct FormatTarget<Format>: ExpressibleByArgument, Sendable
where Format: RawRepresentable<String> & CaseIterable & Sendable {
  var format: Format
  var path: Path

  init?(argument: String) {
    guard let mark = argument.firstIndex(of: "="), let format = Format(rawValue: String(argument[..<mark])),
      mark != argument.index(before: argument.endIndex)
    else { return nil }
    self.format = format
    path = Path(argument: String(argument[argument.index(after: mark)...]))
  }

  /// A file of a name in each form.
  static func completion(_ name: String, suffix: (Format) -> String) -> CompletionKind {
    .list(Format.allCases.map { "\($0.rawValue)=\(name).\(suffix($0))" })
  }
}
