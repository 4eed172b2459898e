import ArgumentParser
import GamutKit

/// Patterns of paths to omit, shared by all commands that take files.
struct ExcludeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Skip paths that match a pattern, such as build or '**/*.9.png'. Can be repeated.", valueName: "glob"))
  var exclude: [String] = []

  func validate() throws { _ = try patterns() }

  /// Returns the patterns.
  ///
  /// - Throws: `ValidationError` if one is not a pattern.
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
