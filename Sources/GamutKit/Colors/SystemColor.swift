/// A colour of Apple's systems by its published numbers.
///
/// The numbers are those of the Human Interface Guidelines of 2023, for iOS 13 to 18; they may change with a release.
package struct SystemColor: Sendable, Hashable {
  package var platform, name, appearance: String
  package var codes: [Int]

  package struct Use: Sendable, Hashable {
    package var isDark = false
    package var hasHighContrast = false
    package var isOnWatch = false

    package init(isDark: Bool = false, hasHighContrast: Bool = false, isOnWatch: Bool = false) {
      (self.isDark, self.hasHighContrast, self.isOnWatch) = (isDark, hasHighContrast, isOnWatch)
    }

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
}

/// The numbers of Apple's system colours: platforms, name, appearance, and red, green and blue in sRGB with 8 bits per
/// channel (Human Interface Guidelines, 2023).
let systemColorTable = """
  iOS/macOS,systemRed,light,255,59,48
  iOS/macOS,systemRed,dark,255,69,58
  iOS/macOS/watchOS,systemRed,light increased-contrast,215,0,21
  iOS/macOS/watchOS,systemRed,dark increased-contrast,255,105,97
  iOS/macOS,systemOrange,light,255,149,0
  iOS/macOS,systemOrange,dark,255,159,10
  iOS/macOS,systemOrange,light increased-contrast,201,52,0
  iOS/macOS/watchOS,systemOrange,dark increased-contrast,255,179,64
  iOS/macOS/watchOS,systemYellow,light,255,204,0
  iOS/macOS/watchOS,systemYellow,dark,255,214,10
  iOS,systemYellow,light increased-contrast,178,80,0
  iOS/macOS,systemYellow,dark increased-contrast,255,212,38
  iOS,systemGreen,light,52,199,89
  iOS,systemGreen,dark,48,209,88
  iOS,systemGreen,light increased-contrast,36,138,61
  iOS,systemGreen,dark increased-contrast,48,219,91
  iOS/macOS/watchOS,systemMint,light,0,199,190
  iOS/macOS,systemMint,dark,102,212,207
  iOS/macOS/watchOS,systemMint,light increased-contrast,12,129,123
  iOS/macOS,systemMint,dark increased-contrast,102,212,207
  iOS/watchOS,systemTeal,light,48,176,199
  iOS/watchOS,systemTeal,dark,64,200,224
  iOS/macOS/watchOS,systemTeal,light increased-contrast,0,130,153
  iOS/macOS/watchOS,systemTeal,dark increased-contrast,93,230,255
  iOS/watchOS,systemCyan,light,50,173,230
  iOS,systemCyan,dark,100,210,255
  iOS/macOS/watchOS,systemCyan,light increased-contrast,0,113,164
  iOS/macOS/watchOS,systemCyan,dark increased-contrast,112,215,255
  iOS/macOS/watchOS,systemBlue,light,0,122,255
  iOS/macOS,systemBlue,dark,10,132,255
  iOS/macOS/watchOS,systemBlue,light increased-contrast,0,64,221
  iOS/macOS,systemBlue,dark increased-contrast,64,156,255
  iOS/macOS/watchOS,systemIndigo,light,88,86,214
  iOS/macOS,systemIndigo,dark,94,92,230
  iOS/macOS/watchOS,systemIndigo,light increased-contrast,54,52,163
  iOS/macOS,systemIndigo,dark increased-contrast,125,122,255
  iOS/macOS/watchOS,systemPurple,light,175,82,222
  iOS/macOS/watchOS,systemPurple,dark,191,90,242
  iOS/watchOS,systemPurple,light increased-contrast,137,68,171
  iOS/macOS/watchOS,systemPurple,dark increased-contrast,218,143,255
  iOS/macOS,systemPink,light,255,45,85
  iOS/macOS,systemPink,dark,255,55,95
  iOS/macOS/watchOS,systemPink,light increased-contrast,211,15,69
  iOS/macOS/watchOS,systemPink,dark increased-contrast,255,100,130
  iOS,systemBrown,light,165,132,94
  iOS/macOS/watchOS,systemBrown,dark,172,142,104
  iOS/macOS/watchOS,systemBrown,light increased-contrast,127,101,69
  iOS/macOS,systemBrown,dark increased-contrast,181,148,105
  iOS/macOS,systemGray,light,142,142,147
  iOS,systemGray,dark,142,142,147
  iOS,systemGray,light increased-contrast,108,108,112
  iOS,systemGray,dark increased-contrast,174,174,178
  iOS,systemGray2,light,174,174,178
  iOS,systemGray2,dark,99,99,102
  iOS,systemGray2,light increased-contrast,142,142,147
  iOS,systemGray2,dark increased-contrast,124,124,128
  iOS,systemGray3,light,199,199,204
  iOS,systemGray3,dark,72,72,74
  iOS,systemGray3,light increased-contrast,174,174,178
  iOS,systemGray3,dark increased-contrast,84,84,86
  iOS,systemGray4,light,209,209,214
  iOS,systemGray4,dark,58,58,60
  iOS,systemGray4,light increased-contrast,188,188,192
  iOS,systemGray4,dark increased-contrast,68,68,70
  iOS,systemGray5,light,229,229,234
  iOS,systemGray5,dark,44,44,46
  iOS,systemGray5,light increased-contrast,216,216,220
  iOS,systemGray5,dark increased-contrast,54,54,56
  iOS,systemGray6,light,242,242,247
  iOS,systemGray6,dark,28,28,30
  iOS,systemGray6,light increased-contrast,235,235,240
  iOS,systemGray6,dark increased-contrast,36,36,38
  macOS,systemYellow,light increased-contrast,160,90,0
  macOS,systemGreen,light,40,205,65
  macOS,systemGreen,dark,50,215,75
  macOS,systemGreen,light increased-contrast,0,125,27
  macOS,systemGreen,dark increased-contrast,49,222,75
  macOS,systemTeal,light,89,173,196
  macOS,systemTeal,dark,106,196,220
  macOS,systemCyan,light,85,190,240
  macOS,systemCyan,dark,90,200,245
  macOS,systemPurple,light increased-contrast,173,68,171
  macOS/watchOS,systemBrown,light,162,132,94
  macOS,systemGray,dark,152,152,157
  macOS,systemGray,light increased-contrast,105,105,110
  macOS,systemGray,dark increased-contrast,152,152,157
  visionOS,systemRed,any,255,69,58
  visionOS,systemOrange,any,255,159,10
  visionOS,systemYellow,any,255,214,10
  visionOS,systemGreen,any,50,215,75
  visionOS,systemMint,any,102,212,207
  visionOS,systemTeal,any,106,196,220
  visionOS,systemCyan,any,90,200,245
  visionOS,systemBlue,any,10,132,255
  visionOS,systemIndigo,any,94,92,230
  visionOS,systemPurple,any,191,90,242
  visionOS,systemPink,any,255,55,95
  visionOS,systemBrown,any,172,142,104
  visionOS,systemGray,any,152,152,157
  watchOS,systemRed,light,246,52,40
  watchOS,systemRed,dark,255,59,48
  watchOS,systemOrange,light,255,140,0
  watchOS,systemOrange,dark,255,149,0
  watchOS,systemOrange,light increased-contrast,177,90,0
  watchOS,systemYellow,light increased-contrast,143,116,0
  watchOS,systemYellow,dark increased-contrast,255,242,97
  watchOS,systemGreen,light,2,212,106
  watchOS,systemGreen,dark,4,222,113
  watchOS,systemGreen,light increased-contrast,0,134,74
  watchOS,systemGreen,dark increased-contrast,12,255,134
  watchOS,systemMint,dark,0,245,234
  watchOS,systemMint,dark increased-contrast,108,255,249
  watchOS,systemCyan,dark,90,200,250
  watchOS,systemBlue,dark,32,148,250
  watchOS,systemBlue,dark increased-contrast,90,168,255
  watchOS,systemIndigo,dark,120,122,255
  watchOS,systemIndigo,dark increased-contrast,155,153,255
  watchOS,systemPink,light,234,14,74
  watchOS,systemPink,dark,250,17,79
  watchOS,systemBrown,dark increased-contrast,219,178,124
  """
