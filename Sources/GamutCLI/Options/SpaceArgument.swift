import ArgumentParser
import GamutKit
import LibC

extension SpaceChoice {
  static func given(_ name: String, by option: String) throws -> SpaceChoice {
    let path = Pathname(argument: name)
    do throws(SpaceChoice.Fault) {
      return try SpaceChoice(named: path)
    } catch {
      switch error {
      case .unreadable, .unknown:
        let meant = ReferenceSpace(named: String(name.prefix { $0 != "." })).map { " Did you mean '\($0.rawValue)'?" }
        throw ValidationError("\(option) '\(path.text.printable)': \(error.text)\(meant ?? "")")
      case .unsuitable: throw Message.unprocessed(error.text, about: path)
      }
    }
  }

  static func files(_ names: String?...) -> [Pathname] {
    names.compactMap { $0 }.filter { ReferenceSpace(named: $0) == nil }.map { Pathname(argument: $0) }
  }
}

struct AssumeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Colour space of files without a declaration (default: sRGB).", valueName: "space"),
    completion: .space)
  var assume: String?

  func assumed() throws -> SpaceChoice? { try assume.map { try SpaceChoice.given($0, by: "--assume") } }
}

/// The meaning of the codes of files, if it is not what they declare.
struct MeaningOptions: ParsableArguments {
  @OptionGroup private var assumption: AssumeOption

  @Option(
    help: ArgumentHelp("Colour space of all files, instead of what they declare.", valueName: "space"),
    completion: .space)
  var override: String?

  var assume: String? { assumption.assume }

  func assumed() throws -> SpaceChoice? { try assumption.assumed() }

  func overriding() throws -> SpaceChoice? { try override.map { try SpaceChoice.given($0, by: "--override") } }
}

extension CompletionKind {
  static let space = space()

  /// Returns a completion of names of spaces, of other words, and of ICC profiles with the folders that lead to them.
  static func space(_ words: String...) -> CompletionKind {
    .custom { _, _, typed in
      (ReferenceSpace.allCases.map(\.rawValue) + words).filter { $0.hasPrefix(typed) } + profiles(beginning: typed)
    }
  }

  /// Returns files `*.icc` and `*.icm`, and folders, whose paths begin with a text. Names that a shell would have to
  /// quote are omitted, because bash evaluates completions as code. The shell itself appends slashes to folders.
  private static func profiles(beginning typed: String) -> [String] {
    guard Pathname(argument: typed).isPlainWord || typed.isEmpty else { return [] }
    let found = ["*.icc", "*.icm", "*/"].flatMap { SystemFiles.matching(typed + $0) }.filter {
      Pathname(argument: $0).isPlainWord
    }
    guard CompletionShell.requesting == .bash else { return found }
    return found.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }
}

enum SystemFiles {
  static func matching(_ pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }
}
