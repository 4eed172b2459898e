import GamutBasics
import GamutCatalogs
import TestSupport
import Testing

/// A set made by hand, and what it means, from the folder Sets. The expectations follow from the rules of the format
/// (Asset Catalog Format Reference of Apple, and counts of public catalogs), not from the code.
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

  private init(_ name: String, _ kind: AssetSet.Kind, _ contents: String, _ expected: [String] = [], faults: [String]) {
    (self.name, self.kind, self.contents, self.expected, self.faults) = (name, kind, contents, expected, faults)
    (setName, files, isTemplate) = ("X", [], false)
  }

  /// The part `set` has the kind and the name, if it is not X, and a second line if the set is a template.
  private init?(_ text: CaseText) {
    let words = text.lines("set").first?.split(separator: " ").map(String.init) ?? []
    guard let kind = AssetSet.Kind(rawValue: words.first ?? "") else { return nil }
    self.init(text.title, kind, text["json"], text.lines("slots"), faults: text.lines("faults"))
    setName = words.count > 1 ? words[1] : "X"
    files = Set(text.lines("files").map { Pathname($0) })
    isTemplate = text.lines("set").count > 1
  }

  static let all =
    CaseText.all(in: ["images", "icons", "colors", "broken"].map { "Tests/GamutCatalogsTests/Sets/\($0).txt" })
    .compactMap { Self($0) } + long

  private static let long = [
    SetCase(
      "a text of 10,000 digits with a point", .colorSet,
      colors(texts("0.5\(String(repeating: "0", count: 10_000))", "0", "0")),
      ["universal: color srgb 0.5000,0.0000,0.0000 alpha 1.0000"], faults: []),
    SetCase(
      "a text of 10,000 digits", .colorSet, colors(texts(String(repeating: "9", count: 10_000), "0", "0")),
      ["universal: empty"], faults: ["broken 3 'red' is not a number"]),
    SetCase(
      "objects in objects in objects", .icon, "{\n  \"fill\" :\n\(String(repeating: "{\"a\":", count: 2000))",
      faults: ["broken 3 deep"]),
    SetCase(
      "zeros in place of a file", .appIconSet, String(repeating: "\0", count: 100),
      faults: ["broken 1 not valid JSON"]),
  ]

  /// Returns the set that these bytes describe.
  func read(_ bytes: [UInt8]) -> AssetSet {
    AssetSet(kind, at: Pathname("X.\(kind.rawValue)"), named: Pathname(setName), contents: bytes, files: files)
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
  static func images(_ slots: String...) -> String { list("images", slots) }

  /// A colour set. Its first slot is in line 3, the next one in line 4, and so on.
  static func colors(_ slots: String...) -> String { list("colors", slots) }

  private static func list(_ key: String, _ slots: [String]) -> String {
    let lines = slots.map { "    \($0)" }.joined(separator: ",\n")
    return "{\n  \"\(key)\" : [\n\(lines)\n  ],\n  \"info\" : { \"author\" : \"xcode\", \"version\" : 1 }\n}\n"
  }

  /// A slot with a colour whose components are texts.
  static func texts(_ red: String, _ green: String, _ blue: String, in space: String = "srgb") -> String {
    let members = "\"alpha\" : \"1.000\", \"blue\" : \"\(blue)\", \"green\" : \"\(green)\", \"red\" : \"\(red)\""
    return
      "{ \"color\" : { \"color-space\" : \"\(space)\", \"components\" : { \(members) } }, \"idiom\" : \"universal\" }"
  }

  /// A document with one fill.
  static func fill(_ fill: String) -> String { "{\n  \"fill\" : \(fill),\n  \"groups\" : [\n\n  ]\n}" }

  /// The same text with the line ends of Windows.
  static func withCRLF(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
  }
}
