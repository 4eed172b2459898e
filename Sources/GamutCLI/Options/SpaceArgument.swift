import ArgumentParser
import GamutKit

extension SpaceChoice {
  static func given(_ name: String, by option: String) throws -> SpaceChoice {
    let path = Pathname(argument: name)
    do throws(SpaceChoice.Fault) {
      return try SpaceChoice(named: path)
    } catch {
      switch error {
      case .unknown:
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
  @Option(space: "Colour space of files without a declaration (default: sRGB).")
  var assume: String?

  func assumed() throws -> SpaceChoice? { try assume.map { try SpaceChoice.given($0, by: "--assume") } }
}

/// The meaning of the codes of files, if it is not what they declare.
struct MeaningOptions: ParsableArguments {
  @OptionGroup private var assumption: AssumeOption

  @Option(space: "Colour space of all files, instead of what they declare.")
  var override: String?

  var assume: String? { assumption.assume }

  func assumed() throws -> SpaceChoice? { try assumption.assumed() }

  func overriding() throws -> SpaceChoice? { try override.map { try SpaceChoice.given($0, by: "--override") } }
}

/// Options whose value is the name of a file, of a folder, or of a colour space.
extension Option where Value == String? {
  init(name: NameSpecification = .long, file help: String) {
    self.init(name: name, help: ArgumentHelp(help, valueName: "file"), completion: .file())
  }

  init(name: NameSpecification = .long, folder help: String) {
    self.init(name: name, help: ArgumentHelp(help, valueName: "folder"), completion: .directory)
  }

  init(space help: String) { self.init(help: ArgumentHelp(help, valueName: "space"), completion: .space()) }
}

extension CompletionKind {
  /// Returns a completion of the names of spaces, and of other words.
  static func space(_ words: String...) -> CompletionKind { .list(ReferenceSpace.allCases.map(\.rawValue) + words) }
}
