import GamutBasics
import GamutCatalogs
import Testing

/// A set made by hand, and what it means. The expectations follow from the rules of the format (Asset Catalog Format
/// Reference of Apple, and counts of public catalogs), not from the code.
struct SetCase: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: AssetSet.Kind
  /// The name of the set.
  var setName: String
  /// The other files of the folder; those of a document of Icon Composer begin with `Assets/`.
  var files: Set<Pathname>
  var contents: String
  /// The slots, as `description(of:)` describes them.
  var expected: [String]
  /// The faults in any order: "kind line fragment", where the fragment is a part of the message, and the line is "-" if
  /// there is none.
  var faults: [String]
  var isTemplate: Bool

  var testDescription: String { name }

  init(
    _ name: String, _ kind: AssetSet.Kind, named setName: String = "X", _ contents: String, files: Set<Pathname> = [],
    _ expected: [String] = [], faults: [String] = [], isTemplate: Bool = false
  ) {
    (self.name, self.kind, self.setName, self.files, self.contents) = (name, kind, setName, files, contents)
    (self.expected, self.faults, self.isTemplate) = (expected, faults, isTemplate)
  }

  static let all: [SetCase] = groups.flatMap { $0 }

  private static let groups: [[SetCase]] = [
    imageSets, imageSetTexts, appIcons, colorNumbers, colorSets, icons, brokenTexts, brokenSlots, brokenColors,
    brokenIcons,
  ]

  /// Returns the set that these bytes describe.
  func read(_ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: setName, contents: bytes, files: files)
  }
}

/// Words for slots and faults.
extension SetCase {
  static func description(of slot: AssetSlot) -> String {
    var parts: [String] = []
    if let file = slot.file { parts.append("file \(file.text)") }
    switch slot.color {
    case .components(let color):
      let channels = color.channels.map(fourDecimals).joined(separator: ",")
      parts.append("color \(color.space.rawValue) \(channels) alpha \(fourDecimals(color.alpha))")
    case .system(let name, let platform):
      parts.append("system \(name)\(platform.map { " on \($0)" } ?? "")")
    case nil: break
    }
    return "\(slot.conditions.words): \(parts.isEmpty ? "empty" : parts.joined(separator: " and "))"
  }

  static func description(of fault: CatalogFault) -> String {
    "\(word(for: fault.kind)) \(fault.line.map { "\($0)" } ?? "-") \(fault.message)"
  }

  /// Whether a fault is the one that is described as "kind line fragment".
  static func matches(_ fault: CatalogFault, _ words: String) -> Bool {
    let parts = words.split(separator: " ", maxSplits: 2).map { String($0) }
    return parts.count == 3 && parts[0] == word(for: fault.kind)
      && parts[1] == (fault.line.map { "\($0)" } ?? "-") && fault.message.contains(parts[2])
  }

  private static func word(for kind: CatalogFault.Kind) -> String {
    switch kind {
    case .broken: "broken"
    case .missingFile: "missing"
    case .orphanFile: "orphan"
    }
  }

  private static func fourDecimals(_ value: Double) -> String {
    guard abs(value) < 1e6 else { return "\(value)" }
    let units = Int((abs(value) * 10_000).rounded())
    let decimals = String(10_000 + units % 10_000).dropFirst()
    return "\(value < 0 && units > 0 ? "-" : "")\(units / 10_000).\(decimals)"
  }
}

/// Texts of sets, in the style of Xcode except that each slot takes one line.
extension SetCase {
  /// An image set or an app icon. Its first slot is in line 3, the next one in line 4, and so on.
  static func images(_ slots: String..., properties: String? = nil) -> String { list("images", slots, properties) }

  /// A colour set. Its first slot is in line 3, the next one in line 4, and so on.
  static func colors(_ slots: String..., properties: String? = nil) -> String { list("colors", slots, properties) }

  private static func list(_ key: String, _ slots: [String], _ properties: String?) -> String {
    let lines = slots.map { "    \($0)" }.joined(separator: ",\n")
    let info = "\"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }"
    let rest = properties.map { ",\n  \"properties\" : \($0)" } ?? ""
    return "{\n  \"\(key)\" : [\n\(lines)\n  ],\n  \(info)\(rest)\n}\n"
  }

  /// A slot with a colour whose components are texts.
  static func texts(
    _ red: String, _ green: String, _ blue: String, alpha: String = "1.000", in space: String = "srgb",
    for conditions: String = ""
  ) -> String {
    numbers("\"\(red)\"", "\"\(green)\"", "\"\(blue)\"", alpha: "\"\(alpha)\"", in: space, for: conditions)
  }

  /// A slot with a colour whose components are JSON values.
  static func numbers(
    _ red: String, _ green: String, _ blue: String, alpha: String = "\"1.000\"", in space: String = "srgb",
    for conditions: String = ""
  ) -> String {
    components(
      "\"alpha\" : \(alpha), \"blue\" : \(blue), \"green\" : \(green), \"red\" : \(red)", in: space, for: conditions)
  }

  /// A slot with a grey.
  static func white(_ white: String, alpha: String = "1.000", in space: String = "gray-gamma-22") -> String {
    components("\"alpha\" : \"\(alpha)\", \"white\" : \"\(white)\"", in: space)
  }

  /// - Parameter conditions: the members of the slot in place of an idiom.
  static func components(_ members: String, in space: String = "srgb", for conditions: String = "") -> String {
    let rest = conditions.isEmpty ? "\"idiom\" : \"universal\"" : conditions
    return "{ \"color\" : { \"color-space\" : \"\(space)\", \"components\" : { \(members) } }, \(rest) }"
  }

  /// A document with one fill.
  static func fill(_ fill: String) -> String { "{\n  \"fill\" : \(fill),\n  \"groups\" : [\n\n  ]\n}" }

  /// The same text with the line ends of Windows.
  static func withCRLF(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
