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

  /// Returns the colours that have these codes, the one for a use first; none for black and white.
  package static func all(_ codes: [Int], for use: Use = Use()) -> [SystemColor] {
    guard codes.count == 3, codes != [0, 0, 0], codes != [255, 255, 255], let found = byCodes[codes] else {
      return []
    }
    func rank(_ color: SystemColor) -> Int {
      (color.appearance == use.appearance ? 0 : color.appearance.contains("contrast") ? 4 : 2)
        + (color.platform.contains("watchOS") == use.isOnWatch || color.platform.contains("/") ? 0 : 1)
    }
    return found.indices.sorted { (rank(found[$0]), $0) < (rank(found[$1]), $1) }.map { found[$0] }
  }

  private static let byCodes: [[Int]: [SystemColor]] = {
    var found: [[Int]: [SystemColor]] = [:]
    for line in systemColorTable.split(separator: "\n") {
      let fields = line.split(separator: ",").map(String.init)
      let appearances =
        fields.count == 3 ? ["any"] : ["light", "dark", "light increased-contrast", "dark increased-contrast"]
      for (appearance, numbers) in zip(appearances, fields.dropFirst(2)) {
        let codes = numbers.split(separator: " ").compactMap { Int($0) }
        let color = SystemColor(platform: fields[0], name: fields[1], appearance: appearance, codes: codes)
        let others = found[codes, default: []]
        if let same = others.firstIndex(where: { $0.name == color.name && $0.appearance == appearance }) {
          found[codes, default: []][same].platform += "/" + color.platform
        } else {
          found[codes] = others + [color]
        }
      }
    }
    return found
  }()
}

/// The numbers of Apple's system colours: platform, name, and red, green and blue in sRGB with 8 bits per channel, in light,
/// in dark, and in both with increased contrast, or in any appearance (Human Interface Guidelines, 2023).
let systemColorTable = """
  iOS/macOS,systemRed,255 59 48,255 69 58,215 0 21,255 105 97
  iOS/macOS,systemOrange,255 149 0,255 159 10,201 52 0,255 179 64
  iOS,systemYellow,255 204 0,255 214 10,178 80 0,255 212 38
  iOS,systemGreen,52 199 89,48 209 88,36 138 61,48 219 91
  iOS/macOS,systemMint,0 199 190,102 212 207,12 129 123,102 212 207
  iOS,systemTeal,48 176 199,64 200 224,0 130 153,93 230 255
  iOS,systemCyan,50 173 230,100 210 255,0 113 164,112 215 255
  iOS/macOS,systemBlue,0 122 255,10 132 255,0 64 221,64 156 255
  iOS/macOS,systemIndigo,88 86 214,94 92 230,54 52 163,125 122 255
  iOS,systemPurple,175 82 222,191 90 242,137 68 171,218 143 255
  iOS/macOS,systemPink,255 45 85,255 55 95,211 15 69,255 100 130
  iOS,systemBrown,165 132 94,172 142 104,127 101 69,181 148 105
  iOS,systemGray,142 142 147,142 142 147,108 108 112,174 174 178
  iOS,systemGray2,174 174 178,99 99 102,142 142 147,124 124 128
  iOS,systemGray3,199 199 204,72 72 74,174 174 178,84 84 86
  iOS,systemGray4,209 209 214,58 58 60,188 188 192,68 68 70
  iOS,systemGray5,229 229 234,44 44 46,216 216 220,54 54 56
  iOS,systemGray6,242 242 247,28 28 30,235 235 240,36 36 38
  macOS,systemYellow,255 204 0,255 214 10,160 90 0,255 212 38
  macOS,systemGreen,40 205 65,50 215 75,0 125 27,49 222 75
  macOS,systemTeal,89 173 196,106 196 220,0 130 153,93 230 255
  macOS,systemCyan,85 190 240,90 200 245,0 113 164,112 215 255
  macOS,systemPurple,175 82 222,191 90 242,173 68 171,218 143 255
  macOS,systemBrown,162 132 94,172 142 104,127 101 69,181 148 105
  macOS,systemGray,142 142 147,152 152 157,105 105 110,152 152 157
  visionOS,systemRed,255 69 58
  visionOS,systemOrange,255 159 10
  visionOS,systemYellow,255 214 10
  visionOS,systemGreen,50 215 75
  visionOS,systemMint,102 212 207
  visionOS,systemTeal,106 196 220
  visionOS,systemCyan,90 200 245
  visionOS,systemBlue,10 132 255
  visionOS,systemIndigo,94 92 230
  visionOS,systemPurple,191 90 242
  visionOS,systemPink,255 55 95
  visionOS,systemBrown,172 142 104
  visionOS,systemGray,152 152 157
  watchOS,systemRed,246 52 40,255 59 48,215 0 21,255 105 97
  watchOS,systemOrange,255 140 0,255 149 0,177 90 0,255 179 64
  watchOS,systemYellow,255 204 0,255 214 10,143 116 0,255 242 97
  watchOS,systemGreen,2 212 106,4 222 113,0 134 74,12 255 134
  watchOS,systemMint,0 199 190,0 245 234,12 129 123,108 255 249
  watchOS,systemTeal,48 176 199,64 200 224,0 130 153,93 230 255
  watchOS,systemCyan,50 173 230,90 200 250,0 113 164,112 215 255
  watchOS,systemBlue,0 122 255,32 148 250,0 64 221,90 168 255
  watchOS,systemIndigo,88 86 214,120 122 255,54 52 163,155 153 255
  watchOS,systemPurple,175 82 222,191 90 242,137 68 171,218 143 255
  watchOS,systemPink,234 14 74,250 17 79,211 15 69,255 100 130
  watchOS,systemBrown,162 132 94,172 142 104,127 101 69,219 178 124
  """
