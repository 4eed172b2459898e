import Foundation
import PackagePlugin

/// Returns the command: that of the package, or the installed one where the package has none.
func gamut(_ tool: (String) throws -> URL) throws -> URL {
  if let url = try? tool("gamut") { return url }
  for folder in ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"] {
    let url = URL(fileURLWithPath: folder + "/gamut")
    if FileManager.default.isExecutableFile(atPath: url.path) { return url }
  }
  Diagnostics.error("gamut is not installed: run 'brew install gamut', or 'make install' in its repository.")
  throw CancellationError()
}
