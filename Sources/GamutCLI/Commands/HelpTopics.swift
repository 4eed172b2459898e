import GamutAudit
import GamutKit

/// Answers that are about no subcommand, and need no parser.
enum HelpTopics {
  /// The names of the pages.
  static let names = ["exit-status"]

  /// Returns the page for the arguments of the process; nil if they do not ask for one.
  static func page(for arguments: [String]) -> String? {
    // The parser would say the same, but prepare all options first, which takes half of the time.
    if arguments == ["--version"] { return gamutVersion + "\n" }
    if arguments == ["--version", "--verbose"] || arguments == ["--verbose", "--version"] { return versions }
    return arguments.first == "help" && arguments.dropFirst().first == "exit-status" ? exitStatus : nil
  }

  /// The version, and those of the linked libraries. Writes a warning for each that is too old.
  private static var versions: String {
    let libraries = AuditRun.Library.linked
    for library in libraries {
      guard let floor = library.missedFloor else { continue }
      Message.note("\(library.name) \(library.version) has a published fault: install \(floor) or a later version.")
    }
    return "gamut \(gamutVersion)\n" + libraries.map { "\($0.name) \($0.version)\n" }.joined()
  }

  private static let exitStatus = """
    EXIT STATUS

      Every command ends with one of these:

      0    The run is complete and found nothing that makes it fail.
      1    The run is complete and found something that makes it fail:
             verify   a file is not in the colour space
             report   a verdict that --fail-on-verdict names
             audit, palette and merge
                      a finding of the severity that --fail-on names, or a worse
                      one (default: error)
      2    A file could not be processed, or an output could not be written.
           All other files were processed. This status outweighs 1.
      64   The command line is wrong. Nothing was read or written.
      130  Interrupted (Ctrl-C). Files that were finished stay; no file is half
           written. 143 is the same for SIGTERM.

      If the reader of a pipe stops early, as in 'gamut report Assets | head',
      the status is that of what was found until then.

    """
}
