/// A command as it describes itself (`gamut --experimental-dump-help`), as far as a manual needs it.
struct CommandDescription: Decodable {
  struct Document: Decodable {
    var command: CommandDescription
  }

  var superCommands: [String]?
  var commandName: String
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandDescription]?
  var arguments: [Argument]?

  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      enum Kind: String, Decodable {
        case long, short, longWithSingleDash
      }

      var kind: Kind
      var name: String

      var text: String { (kind == .long ? "--" : "-") + name }
    }

    var kind: Kind
    var sectionTitle: String?
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
  }

  /// "gamut audit".
  var name: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
  /// "gamut-audit".
  var pageName: String { ((superCommands ?? []) + [commandName]).joined(separator: "-") }
  /// Those with a page of their own.
  var describedSubcommands: [CommandDescription] { (subcommands ?? []).filter { $0.commandName != "help" } }
}
