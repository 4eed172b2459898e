import GamutBasics
import GamutCatalogs

/// The icons of apps, of every age of the format.
extension SetCase {
  static let appIcons: [SetCase] = [
    SetCase(
      "one size for iOS, since Xcode 14", .appIconSet,
      """
      {
        "images" : [
          {
            "filename" : "icon.png",
            "idiom" : "universal",
            "platform" : "ios",
            "size" : "1024x1024"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """, files: ["icon.png"], ["universal, platform ios, size 1024x1024: file icon.png"]),
    SetCase(
      "dark and tinted, since Xcode 16", .appIconSet,
      images(
        #"{ "filename" : "any.png", "idiom" : "universal", "platform" : "ios", "size" : "1024x1024" }"#,
        #"""
        { "appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ], "filename" : "dark.png",
              "idiom" : "universal", "platform" : "ios", "size" : "1024x1024" }
        """#,
        #"""
        { "appearances" : [ { "appearance" : "luminosity", "value" : "tinted" } ], "filename" : "tinted.png",
              "idiom" : "universal", "platform" : "ios", "size" : "1024x1024" }
        """#),
      files: ["any.png", "dark.png", "tinted.png"],
      [
        "universal, platform ios, size 1024x1024: file any.png",
        "universal, dark, platform ios, size 1024x1024: file dark.png",
        "universal, tinted, platform ios, size 1024x1024: file tinted.png",
      ]),
    SetCase(
      "one size for each of two platforms", .appIconSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "platform" : "ios", "size" : "1024x1024" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "platform" : "watchos", "size" : "1024x1024" }"#),
      files: ["a.png", "b.png"],
      [
        "universal, platform ios, size 1024x1024: file a.png",
        "universal, platform watchos, size 1024x1024: file b.png",
      ]),
    SetCase(
      "a Mac", .appIconSet,
      images(
        #"{ "filename" : "16.png", "idiom" : "mac", "scale" : "1x", "size" : "16x16" }"#,
        #"{ "filename" : "16@2x.png", "idiom" : "mac", "scale" : "2x", "size" : "16x16" }"#,
        #"{ "filename" : "32.png", "idiom" : "mac", "scale" : "1x", "size" : "32x32" }"#,
        #"{ "filename" : "32@2x.png", "idiom" : "mac", "scale" : "2x", "size" : "32x32" }"#,
        #"{ "filename" : "128.png", "idiom" : "mac", "scale" : "1x", "size" : "128x128" }"#,
        #"{ "filename" : "128@2x.png", "idiom" : "mac", "scale" : "2x", "size" : "128x128" }"#,
        #"{ "filename" : "256.png", "idiom" : "mac", "scale" : "1x", "size" : "256x256" }"#,
        #"{ "filename" : "256@2x.png", "idiom" : "mac", "scale" : "2x", "size" : "256x256" }"#,
        #"{ "filename" : "512.png", "idiom" : "mac", "scale" : "1x", "size" : "512x512" }"#,
        #"{ "filename" : "512@2x.png", "idiom" : "mac", "scale" : "2x", "size" : "512x512" }"#),
      files: [
        "16.png", "16@2x.png", "32.png", "32@2x.png", "128.png", "128@2x.png", "256.png", "256@2x.png", "512.png",
        "512@2x.png",
      ],
      [
        "mac, 1x, size 16x16: file 16.png", "mac, 2x, size 16x16: file 16@2x.png",
        "mac, 1x, size 32x32: file 32.png", "mac, 2x, size 32x32: file 32@2x.png",
        "mac, 1x, size 128x128: file 128.png", "mac, 2x, size 128x128: file 128@2x.png",
        "mac, 1x, size 256x256: file 256.png", "mac, 2x, size 256x256: file 256@2x.png",
        "mac, 1x, size 512x512: file 512.png", "mac, 2x, size 512x512: file 512@2x.png",
      ]),
    SetCase(
      "a Mac with one file for two sizes of as many pixels", .appIconSet,
      images(
        #"{ "filename" : "latest-32.png", "idiom" : "mac", "scale" : "2x", "size" : "16x16" }"#,
        #"{ "filename" : "latest-32.png", "idiom" : "mac", "scale" : "1x", "size" : "32x32" }"#),
      files: ["latest-32.png"],
      ["mac, 2x, size 16x16: file latest-32.png", "mac, 1x, size 32x32: file latest-32.png"]),
    SetCase(
      "iPhone and iPad before Xcode 14", .appIconSet,
      images(
        #"{ "size" : "20x20", "idiom" : "iphone", "filename" : "20@2x.png", "scale" : "2x" }"#,
        #"{ "size" : "60x60", "idiom" : "iphone", "filename" : "60@3x.png", "scale" : "3x" }"#,
        #"{ "size" : "20x20", "idiom" : "ipad", "filename" : "20@2x.png", "scale" : "2x" }"#,
        #"{ "size" : "83.5x83.5", "idiom" : "ipad", "filename" : "83.5@2x.png", "scale" : "2x" }"#,
        #"{ "size" : "1024x1024", "idiom" : "ios-marketing", "filename" : "1024.png", "scale" : "1x" }"#),
      files: ["20@2x.png", "60@3x.png", "83.5@2x.png", "1024.png"],
      [
        "iphone, 2x, size 20x20: file 20@2x.png", "iphone, 3x, size 60x60: file 60@3x.png",
        "ipad, 2x, size 20x20: file 20@2x.png", "ipad, 2x, size 83.5x83.5: file 83.5@2x.png",
        "ios-marketing, 1x, size 1024x1024: file 1024.png",
      ]),
    SetCase(
      "a watch with its roles", .appIconSet,
      images(
        #"{ "idiom" : "watch", "role" : "notificationCenter", "scale" : "2x", "size" : "24x24", "subtype" : "38mm" }"#,
        #"{ "idiom" : "watch", "role" : "companionSettings", "scale" : "3x", "size" : "29x29" }"#,
        #"{ "idiom" : "watch", "role" : "appLauncher", "scale" : "2x", "size" : "40x40", "subtype" : "38mm" }"#,
        #"{ "idiom" : "watch", "role" : "longLook", "scale" : "2x", "size" : "44x44", "subtype" : "42mm" }"#,
        #"{ "idiom" : "watch", "role" : "quickLook", "scale" : "2x", "size" : "108x108", "subtype" : "44mm" }"#,
        #"{ "idiom" : "watch-marketing", "scale" : "1x", "size" : "1024x1024" }"#),
      [
        "watch, 2x, role notificationCenter, size 24x24, subtype 38mm: empty",
        "watch, 3x, role companionSettings, size 29x29: empty",
        "watch, 2x, role appLauncher, size 40x40, subtype 38mm: empty",
        "watch, 2x, role longLook, size 44x44, subtype 42mm: empty",
        "watch, 2x, role quickLook, size 108x108, subtype 44mm: empty",
        "watch-marketing, 1x, size 1024x1024: empty",
      ]),
    SetCase(
      "a watch whose slots differ in nothing but the subtype", .appIconSet,
      images(
        #"""
        { "filename" : "a.png", "idiom" : "watch", "role" : "quickLook", "scale" : "2x", "size" : "86x86",
              "subtype" : "38mm" }
        """#,
        #"""
        { "filename" : "b.png", "idiom" : "watch", "role" : "quickLook", "scale" : "2x", "size" : "86x86",
              "subtype" : "40mm" }
        """#),
      files: ["a.png", "b.png"],
      [
        "watch, 2x, role quickLook, size 86x86, subtype 38mm: file a.png",
        "watch, 2x, role quickLook, size 86x86, subtype 40mm: file b.png",
      ]),
    SetCase(
      "gamuts of an icon", .appIconSet,
      images(
        #"""
        { "display-gamut" : "sRGB", "filename" : "a.png", "idiom" : "iphone", "scale" : "2x", "size" : "60x60" }
        """#,
        #"""
        { "display-gamut" : "display-P3", "filename" : "b.png", "idiom" : "iphone", "scale" : "2x", "size" : "60x60" }
        """#),
      files: ["a.png", "b.png"],
      ["iphone, 2x, sRGB, size 60x60: file a.png", "iphone, 2x, display-P3, size 60x60: file b.png"]),
    SetCase(
      "an icon that is drawn as it is", .appIconSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "iphone", "scale" : "2x", "size" : "57x57" }"#,
        properties: #"{ "pre-rendered" : true }"#),
      files: ["a.png"], ["iphone, 2x, size 57x57: file a.png"]),
    SetCase(
      "the empty icon of a widget", .appIconSet,
      images(#"{ "idiom" : "universal", "platform" : "ios", "size" : "1024x1024" }"#),
      ["universal, platform ios, size 1024x1024: empty"]),
    SetCase(
      "a platform of the future", .appIconSet,
      images(#"{ "filename" : "a.png", "idiom" : "universal", "platform" : "xros", "size" : "512x512" }"#),
      files: ["a.png"], ["universal, platform xros, size 512x512: file a.png"]),
    SetCase(
      "the subtype of a phone", .appIconSet,
      images(#"{ "filename" : "a.png", "idiom" : "iphone", "subtype" : "736h", "scale" : "3x" }"#),
      files: ["a.png"], ["iphone, 3x, subtype 736h: file a.png"]),
  ]
}
