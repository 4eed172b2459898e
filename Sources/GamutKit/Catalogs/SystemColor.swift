package import GamutCatalogs

/// A colour of Apple's systems by its published numbers.
///
/// The numbers are those of the Human Interface Guidelines of 2023, for iOS 13 to 18; they may change with a release.
package struct SystemColor: Sendable, Hashable {
  package var platform, name, appearance: String
  /// sRGB, 8 bits per channel.
  package var codes: [Int]

  /// Returns the colour that has these codes, that of the appearance and the device of a slot if there is one; nil if there
  /// is none. Black and white are the numbers of no system colour.
  package static func matching(_ codes: [Int], _ conditions: SlotConditions) -> SystemColor? {
    guard codes.count == 3, Set(codes).count > 1 || (1...254).contains(codes[0]) else { return nil }
    let values = conditions.appearances.map(\.value)
    let appearance =
      (values.contains("dark") ? "dark" : "light") + (values.contains("high") ? " increased-contrast" : "")
    func rank(_ color: SystemColor) -> Int {
      (color.appearance == appearance ? 0 : color.appearance.contains("contrast") ? 4 : 2)
        + (color.platform.contains("watchOS") == (conditions.idiom == "watch") || color.platform.contains("/") ? 0 : 1)
    }
    return byCodes[codes]?.min { rank($0) < rank($1) }
  }

  private static let byCodes: [[Int]: [SystemColor]] = {
    var found: [[Int]: [SystemColor]] = [:]
    for line in systemColorTable.split(separator: "\n") {
      let fields = line.split(separator: ",").map(String.init)
      let codes = fields.suffix(3).compactMap { Int($0) }
      guard fields.count == 6, codes.count == 3 else { continue }
      found[codes, default: []].append(
        SystemColor(platform: fields[0], name: fields[1], appearance: fields[2], codes: codes))
    }
    return found
  }()

  /// The names by which documents of Icon Composer refer to the system's colours.
  package static let namesInIcons: Set<String> = Set(
    [
      "red", "green", "blue", "orange", "yellow", "brown", "pink", "purple", "gray", "teal", "indigo", "mint", "cyan",
    ].map { "system-" + $0 })

  /// The names by which sets refer to the system's colours.
  package static let references: Set<String> = {
    let plain = [
      "label", "secondaryLabel", "tertiaryLabel", "quaternaryLabel", "placeholderText", "separator", "opaqueSeparator",
      "link", "darkText", "lightText", "systemFill", "secondarySystemFill", "tertiarySystemFill",
      "quaternarySystemFill", "systemBackground", "secondarySystemBackground", "tertiarySystemBackground",
      "systemGroupedBackground", "secondarySystemGroupedBackground", "tertiarySystemGroupedBackground", "tint",
      "controlAccent", "controlBackground", "control", "controlText", "disabledControlText",
      "alternateSelectedControlText", "findHighlight", "grid", "headerText", "highlight", "keyboardFocusIndicator",
      "selectedContentBackground", "selectedControl", "selectedControlText", "selectedMenuItemText", "selectedText",
      "selectedTextBackground", "shadow", "text", "textBackground", "underPageBackground",
      "unemphasizedSelectedContentBackground", "unemphasizedSelectedText", "unemphasizedSelectedTextBackground",
      "windowBackground", "windowFrameText", "groupTableViewBackground", "quinaryLabel", "clear", "black", "white",
      "gray",
      "darkGray", "lightGray", "red", "green", "blue", "cyan", "yellow", "magenta", "orange", "purple", "brown",
    ]
    let system = [
      "Red", "Orange", "Yellow", "Green", "Mint", "Teal", "Cyan", "Blue", "Indigo", "Purple", "Pink", "Brown", "Gray",
      "Gray2", "Gray3", "Gray4", "Gray5", "Gray6", "Fill",
    ]
    return Set((plain + system.map { "system" + $0 }).map { $0 + "Color" })
  }()
}

extension SetColor {
  /// The system colour whose numbers, which are published for sRGB, this colour has in Display P3; nil if there is none.
  package var systemColorOfItsNumbers: SystemColor? {
    guard components.space == .displayP3, let codes = components.codes, Set(codes).count > 1 else { return nil }
    return SystemColor.matching(codes, slot.conditions)
  }
}
