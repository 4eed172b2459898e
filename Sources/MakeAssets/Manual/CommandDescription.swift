import GamutKit

/// The part of a command's description (`gamut --experimental-dump-help`) that a manual needs.
struct CommandDescription {
  var superCommands: [String]?
  var commandName: String
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandDescription]?
  var arguments: [Argument]?

  struct Argument {
    enum Kind: String {
      case positional, option, flag
    }

    struct Name {
      enum Kind: String {
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

  /// The name in a shell, such as "gamut audit".
  var name: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }
  /// The name of the manual page, such as "gamut-audit".
  var pageName: String { ((superCommands ?? []) + [commandName]).joined(separator: "-") }
  /// The subcommands with their own pages.
  var describedSubcommands: [CommandDescription] { (subcommands ?? []).filter { $0.commandName != "help" } }
}

extension CommandDescription {
  init(_ node: JSONNode) throws(AssetError) {
    guard let name = node["commandName"]?.string else { throw .description }
    self.init(
      superCommands: node["superCommands"]?.array?.compactMap(\.string), commandName: name,
      abstract: node["abstract"]?.string, discussion: node["discussion"]?.string,
      subcommands: try node["subcommands"]?.array?.map { node throws(AssetError) in try CommandDescription(node) },
      arguments: try node["arguments"]?.array?.map { node throws(AssetError) in try Argument(node) })
  }
}

extension CommandDescription.Argument {
  fileprivate init(_ node: JSONNode) throws(AssetError) {
    guard let kind = node["kind"]?.string.flatMap({ Kind(rawValue: $0) }), let isOptional = node["isOptional"]?.bool,
      let isRepeating = node["isRepeating"]?.bool
    else { throw .description }
    self.init(
      kind: kind, sectionTitle: node["sectionTitle"]?.string, isOptional: isOptional, isRepeating: isRepeating,
      names: try node["names"]?.array?.map { node throws(AssetError) in try Name(node) },
      valueName: node["valueName"]?.string, defaultValue: node["defaultValue"]?.string,
      allValues: node["allValues"]?.array?.compactMap(\.string), abstract: node["abstract"]?.string)
  }
}

extension CommandDescription.Argument.Name {
  fileprivate init(_ node: JSONNode) throws(AssetError) {
    guard let kind = node["kind"]?.string.flatMap({ Kind(rawValue: $0) }), let name = node["name"]?.string else {
      throw .description
    }
    self.init(kind: kind, name: name)
  }
}
