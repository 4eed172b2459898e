import GamutBasics
import GamutCatalogs

/// The keys of image slots.
extension SetCase {
  static let imageSets: [SetCase] = [
    SetCase(
      "an empty slot", .imageSet, images(#"{ "idiom" : "universal", "scale" : "3x" }"#), ["universal, 3x: empty"]),
    SetCase(
      "a slot without any key", .imageSet, images("{ }"), ["universal: empty"]),
    SetCase(
      "every idiom", .imageSet,
      images(
        #"{ "idiom" : "universal" }"#, #"{ "idiom" : "iphone" }"#, #"{ "idiom" : "ipad" }"#, #"{ "idiom" : "mac" }"#,
        #"{ "idiom" : "tv" }"#, #"{ "idiom" : "watch" }"#, #"{ "idiom" : "car" }"#, #"{ "idiom" : "vision" }"#,
        #"{ "idiom" : "ios-marketing" }"#, #"{ "idiom" : "watch-marketing" }"#),
      [
        "universal: empty", "iphone: empty", "ipad: empty", "mac: empty", "tv: empty", "watch: empty", "car: empty",
        "vision: empty", "ios-marketing: empty", "watch-marketing: empty",
      ]),
    SetCase(
      "a slot for any gamut beside both gamuts", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal" }"#,
        #"{ "display-gamut" : "display-P3", "filename" : "b.png", "idiom" : "universal" }"#,
        #"{ "display-gamut" : "sRGB", "filename" : "c.png", "idiom" : "universal" }"#),
      files: ["a.png", "b.png", "c.png"],
      ["universal: file a.png", "universal, display-P3: file b.png", "universal, sRGB: file c.png"]),
    SetCase(
      "every appearance alone", .imageSet,
      images(
        #"{ "appearances" : [ { "appearance" : "luminosity", "value" : "light" } ], "filename" : "a.png" }"#,
        #"{ "appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ], "filename" : "b.png" }"#,
        #"{ "appearances" : [ { "appearance" : "luminosity", "value" : "tinted" } ], "filename" : "c.png" }"#,
        #"{ "appearances" : [ { "appearance" : "contrast", "value" : "high" } ], "filename" : "d.png" }"#),
      files: ["a.png", "b.png", "c.png", "d.png"],
      [
        "universal, light: file a.png", "universal, dark: file b.png", "universal, tinted: file c.png",
        "universal, high contrast: file d.png",
      ]),
    SetCase(
      "an empty list of appearances: any", .imageSet,
      images(#"{ "appearances" : [ ], "filename" : "a.png", "idiom" : "mac" }"#), files: ["a.png"],
      ["mac: file a.png"]),
    SetCase(
      "resizing is no condition, in either spelling", .imageSet,
      images(
        #"""
        { "filename" : "a.png", "idiom" : "universal", "scale" : "1x", "resizing" : { "mode" : "9-part",
              "center" : { "mode" : "tile", "width" : 1, "height" : 1 },
              "cap-insets" : { "bottom" : 4, "top" : 4, "left" : 4, "right" : 4 } } }
        """#,
        #"""
        { "filename" : "b.png", "idiom" : "universal", "scale" : "2x", "resizing" : { "mode" : "3-part-horizontal",
              "center" : { "mode" : "stretch", "width" : 1 }, "capInsets" : { "left" : 4, "right" : 4 } } }
        """#),
      files: ["a.png", "b.png"], ["universal, 1x: file a.png", "universal, 2x: file b.png"]),
    SetCase(
      "alignment and compression are no conditions", .imageSet,
      images(
        #"""
        { "alignment-insets" : { "bottom" : 1, "left" : 0, "right" : 0, "top" : 2 }, "filename" : "a.png",
              "compression-type" : "gpu-optimized-best", "idiom" : "universal" }
        """#),
      files: ["a.png"], ["universal: file a.png"]),
    SetCase(
      "the colour space of an image is no condition", .imageSet,
      images(#"{ "color-space" : "display-p3", "filename" : "a.png", "idiom" : "universal" }"#), files: ["a.png"],
      ["universal: file a.png"]),
    SetCase(
      "an unassigned image takes no slot from another", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "scale" : "1x" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "scale" : "1x", "unassigned" : true }"#),
      files: ["a.png", "b.png"], ["universal, 1x: file a.png", "universal, 1x: file b.png"]),
    SetCase(
      "one file in two slots", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "scale" : "1x" }"#,
        #"{ "filename" : "a.png", "idiom" : "universal", "scale" : "2x" }"#),
      files: ["a.png"], ["universal, 1x: file a.png", "universal, 2x: file a.png"]),
    SetCase(
      "unknown keys of every type", .imageSet,
      images(
        #"""
        { "filename" : "a.png", "idiom" : "universal", "x-depth" : "near", "x-list" : [ 1 ], "x-object" : { },
              "x-null" : null }
        """#),
      files: ["a.png"], ["universal, x-depth near: file a.png"]),
    SetCase(
      "all conditions at once", .imageSet,
      images(
        #"""
        { "appearances" : [ { "appearance" : "luminosity", "value" : "dark" },
                { "appearance" : "contrast", "value" : "high" } ], "display-gamut" : "display-P3", "filename" : "a.png",
              "graphics-feature-set" : "metal4v1", "height-class" : "regular", "idiom" : "ipad",
              "language-direction" : "right-to-left", "locale" : "ar", "memory" : "4GB", "scale" : "3x",
              "screen-width" : ">145", "subtype" : "1366h", "width-class" : "compact" }
        """#),
      files: ["a.png"],
      [
        """
        ipad, 3x, dark, high contrast, display-P3, graphics-feature-set metal4v1, height-class regular, \
        language-direction right-to-left, locale ar, memory 4GB, screen-width >145, subtype 1366h, \
        width-class compact: file a.png
        """
      ]),
  ]
}

/// The properties of image sets, and the forms in which their files are written.
extension SetCase {
  private static let slot = #"{ "filename" : "a.pdf", "idiom" : "universal" }"#

  static let imageSetTexts: [SetCase] = [
    SetCase(
      "a template", .imageSet, images(slot, properties: #"{ "template-rendering-intent" : "template" }"#),
      files: ["a.pdf"], ["universal: file a.pdf"], isTemplate: true),
    SetCase(
      "an original", .imageSet, images(slot, properties: #"{ "template-rendering-intent" : "original" }"#),
      files: ["a.pdf"], ["universal: file a.pdf"]),
    SetCase(
      "a template by its name", .imageSet, named: "StarTemplate", images(slot), files: ["a.pdf"],
      ["universal: file a.pdf"], isTemplate: true),
    SetCase(
      "a folder whose name ends in Template", .imageSet, named: "Template/Star", images(slot), files: ["a.pdf"],
      ["universal: file a.pdf"]),
    SetCase(
      "a colour set is no template", .colorSet, named: "PageTemplate", colors(texts("0.500", "0.500", "0.500")),
      ["universal: color srgb 0.5000,0.5000,0.5000 alpha 1.0000"]),
    SetCase(
      "vectors and other properties", .imageSet,
      images(
        slot,
        properties: """
          { "compression-type" : "lossless", "localizable" : true, "on-demand-resource-tags" : [ "level-1" ],
              "preserves-vector-representation" : true, "x-future" : { "a" : [ ] } }
          """),
      files: ["a.pdf"], ["universal: file a.pdf"]),
    SetCase(
      "names with spaces, points, escapes and other letters", .imageSet,
      images(
        #"{ "filename" : "an image@2x.png", "scale" : "1x" }"#, #"{ "filename" : "a..b...png", "scale" : "2x" }"#,
        #"{ "filename" : "\u6c34\ud83d\udca7.png", "scale" : "3x" }"#, #"{ "filename" : "größe \"1\".png" }"#),
      files: ["an image@2x.png", "a..b...png", "水💧.png", "größe \"1\".png"],
      [
        "universal, 1x: file an image@2x.png", "universal, 2x: file a..b...png", "universal, 3x: file 水💧.png",
        "universal: file größe \"1\".png",
      ]),
    SetCase(
      "as Xcode writes it", .imageSet,
      """
      {
        "images" : [
          {
            "filename" : "a.png",
            "idiom" : "universal",
            "scale" : "1x"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "filename" : "a-dark.png",
            "idiom" : "universal",
            "scale" : "1x"
          },
          {
            "idiom" : "universal",
            "scale" : "2x"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        },
        "properties" : {
          "template-rendering-intent" : "original"
        }
      }

      """, files: ["a.png", "a-dark.png"],
      ["universal, 1x: file a.png", "universal, 1x, dark: file a-dark.png", "universal, 2x: empty"]),
    SetCase(
      "as Xcode 10 wrote it: its own order, and no line feed at the end", .imageSet,
      """
      {
        "images" : [
          {
            "idiom" : "universal",
            "filename" : "a.png",
            "scale" : "1x"
          },
          {
            "idiom" : "universal",
            "filename" : "a@2x.png",
            "scale" : "2x"
          }
        ],
        "info" : {
          "version" : 1,
          "author" : "xcode"
        }
      }
      """, files: ["a.png", "a@2x.png"], ["universal, 1x: file a.png", "universal, 2x: file a@2x.png"]),
    SetCase(
      "lines that end in CR and LF", .imageSet,
      withCRLF(images(#"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "scale" : "2x" }"#)), files: ["a.png"],
      ["universal, 1x: file a.png", "universal, 2x: empty"]),
    SetCase(
      "no slots, as Xcode writes an empty list", .imageSet,
      "{\n  \"images\" : [\n\n  ],\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"),
  ]
}

/// The icons of apps, of every age of the format.
extension SetCase {
  static let appIcons: [SetCase] = [
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
      "an icon that is drawn as it is", .appIconSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "iphone", "scale" : "2x", "size" : "57x57" }"#,
        properties: #"{ "pre-rendered" : true }"#),
      files: ["a.png"], ["iphone, 2x, size 57x57: file a.png"]),
  ]
}
