/// A colour of Apple's systems by its published numbers.
///
/// The numbers are those of the Human Interface Guidelines of 2023, for iOS 13 to 18; they may change with a release.
package struct SystemColor: Sendable, Hashable {
  package var platform, name, appearance: String
  /// sRGB, 8 bits per channel.
  package var codes: [Int]

  package struct Use: Sendable, Hashable {
    package var isDark = false
    package var hasHighContrast = false
    package var isOnWatch = false

    package init(isDark: Bool = false, hasHighContrast: Bool = false, isOnWatch: Bool = false) {
      (self.isDark, self.hasHighContrast, self.isOnWatch) = (isDark, hasHighContrast, isOnWatch)
    }

    /// The appearance in the words of the guidelines.
    package var appearance: String {
      (isDark ? "dark" : "light") + (hasHighContrast ? " increased-contrast" : "")
    }
  }

  /// Returns the colours that have these codes, the one for a use first. Black and white are the numbers of no system
  /// colour.
  package static func all(_ codes: [Int], for use: Use = Use()) -> [SystemColor] {
    guard codes.count == 3, codes != [0, 0, 0], codes != [255, 255, 255], let found = byCodes[codes] else {
      return []
    }
    let appearance = use.appearance
    func rank(_ color: SystemColor) -> Int {
      (color.appearance == appearance ? 0 : color.appearance.contains("contrast") ? 4 : 2)
        + (color.platform.contains("watchOS") == use.isOnWatch || color.platform.contains("/") ? 0 : 1)
    }
    return found.indices.sorted { (rank(found[$0]), $0) < (rank(found[$1]), $1) }.map { found[$0] }
  }

  /// The platforms, each with the list of the guidelines that the colour is in.
  package var lists: [(platform: String, set: String)] {
    platform.split(separator: "/").map { platform in
      let isGrey = platform == "iOS" && name.hasPrefix("systemGray")
      return (String(platform), platform == "macOS" ? "default" : isGrey ? "gray" : "system")
    }
  }

  private static let byCodes: [[Int]: [SystemColor]] = {
    let colors = systemColorTable.split(separator: "\n").map { line in
      let fields = line.split(separator: ",").map(String.init)
      let codes = fields.suffix(3).compactMap { Int($0) }
      return SystemColor(platform: fields[0], name: fields[1], appearance: fields[2], codes: codes)
    }
    return Dictionary(grouping: colors, by: \.codes)
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
