import ArgumentParser
import GamutKit
import LibC

/// The amount and the style of output, shared by all commands.
struct OutputOptions: ParsableArguments {
  enum Color: String, Choice {
    case auto, always, never

    static let usual = auto
  }

  @Flag(help: "Print problems only, and nothing if there are none.")
  var quiet = false

  @Flag(help: "Show every file in full.")
  var verbose = false

  @Option(help: "Colours in text; auto uses them on a terminal, unless NO_COLOR is set.")
  var color = Color.usual

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose cannot be combined.") }
  }

  var style: TextStyle {
    var style = TextStyle(usesColor: usesColor, detail: quiet ? .quiet : verbose ? .verbose : .normal)
    style.showsSwatches = usesColor && (color == .always || hasTrueColor)
    return style
  }

  private var usesColor: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(STDOUT_FILENO) == 1 && !isSet("NO_COLOR") && !Self.isTerminalDumb
    }
  }

  /// Whether the terminal says that it shows any colour.
  private var hasTrueColor: Bool {
    unsafe getenv("COLORTERM").map { ["truecolor", "24bit"].contains(unsafe String(cString: $0)) } ?? false
  }

  /// Whether an environment variable is set and not empty, as NO_COLOR requires (no-color.org).
  private func isSet(_ name: String) -> Bool { unsafe getenv(name).map { unsafe $0.pointee != 0 } ?? false }

  /// Whether the terminal has no control functions (`dumb` in terminfo).
  static var isTerminalDumb: Bool { unsafe getenv("TERM").map { unsafe String(cString: $0) == "dumb" } ?? false }
}
