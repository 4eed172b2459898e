import GamutBasics
import GamutCatalogs

/// The keys of image slots.
extension SetCase {
  static let imageSets: [SetCase] = [
    SetCase(
      "no scale: all scales", .imageSet, images(#"{ "filename" : "a.pdf", "idiom" : "universal" }"#),
      files: ["a.pdf"], ["universal: file a.pdf"]),
    SetCase(
      "a scale that no display has is kept", .imageSet, images(#"{ "filename" : "a.png", "scale" : "4x" }"#),
      files: ["a.png"], ["universal, 4x: file a.png"]),
    SetCase(
      "an empty slot", .imageSet, images(#"{ "idiom" : "universal", "scale" : "3x" }"#), ["universal, 3x: empty"]),
    SetCase(
      "no idiom: universal", .imageSet, images(#"{ "filename" : "a.png", "scale" : "1x" }"#), files: ["a.png"],
      ["universal, 1x: file a.png"]),
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
      "an idiom of the future", .imageSet,
      images(#"{ "filename" : "a.png", "idiom" : "headset", "scale" : "2x" }"#), files: ["a.png"],
      ["headset, 2x: file a.png"]),
    SetCase(
      "both gamuts", .imageSet,
      images(
        #"{ "display-gamut" : "sRGB", "filename" : "a.png", "idiom" : "universal" }"#,
        #"{ "display-gamut" : "display-P3", "filename" : "b.png", "idiom" : "universal" }"#),
      files: ["a.png", "b.png"], ["universal, sRGB: file a.png", "universal, display-P3: file b.png"]),
    SetCase(
      "a slot for any gamut beside both gamuts", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal" }"#,
        #"{ "display-gamut" : "display-P3", "filename" : "b.png", "idiom" : "universal" }"#,
        #"{ "display-gamut" : "sRGB", "filename" : "c.png", "idiom" : "universal" }"#),
      files: ["a.png", "b.png", "c.png"],
      ["universal: file a.png", "universal, display-P3: file b.png", "universal, sRGB: file c.png"]),
    SetCase(
      "light is not any", .imageSet,
      images(
        #"{ "filename" : "any.png", "idiom" : "universal" }"#,
        #"""
        { "appearances" : [ { "appearance" : "luminosity", "value" : "light" } ], "filename" : "light.png",
              "idiom" : "universal" }
        """#),
      files: ["any.png", "light.png"], ["universal: file any.png", "universal, light: file light.png"]),
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
      "combined appearances", .imageSet,
      """
      {
        "images" : [
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              },
              {
                "appearance" : "contrast",
                "value" : "high"
              }
            ],
            "filename" : "a.png",
            "idiom" : "ipad",
            "scale" : "2x"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """, files: ["a.png"], ["ipad, 2x, dark, high contrast: file a.png"]),
    SetCase(
      "an empty list of appearances: any", .imageSet,
      images(#"{ "appearances" : [ ], "filename" : "a.png", "idiom" : "mac" }"#), files: ["a.png"],
      ["mac: file a.png"]),
    SetCase(
      "directions of a language", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "language-direction" : "left-to-right" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "language-direction" : "right-to-left" }"#),
      files: ["a.png", "b.png"],
      [
        "universal, language-direction left-to-right: file a.png",
        "universal, language-direction right-to-left: file b.png",
      ]),
    SetCase(
      "locales", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "locale" : "pt-BR" }"#,
        properties: #"{ "localizable" : true }"#),
      files: ["a.png", "b.png"], ["universal: file a.png", "universal, locale pt-BR: file b.png"]),
    SetCase(
      "memory", .imageSet,
      images(
        #"{ "idiom" : "universal", "memory" : "1GB" }"#, #"{ "idiom" : "universal", "memory" : "2GB" }"#,
        #"{ "idiom" : "universal", "memory" : "3GB" }"#, #"{ "idiom" : "universal", "memory" : "4GB" }"#),
      [
        "universal, memory 1GB: empty", "universal, memory 2GB: empty", "universal, memory 3GB: empty",
        "universal, memory 4GB: empty",
      ]),
    SetCase(
      "sets of graphics features", .imageSet,
      images(
        #"{ "filename" : "a.png", "graphics-feature-set" : "metal1v2", "idiom" : "universal" }"#,
        #"{ "filename" : "b.png", "graphics-feature-set" : "apple4", "idiom" : "universal" }"#),
      files: ["a.png", "b.png"],
      [
        "universal, graphics-feature-set metal1v2: file a.png", "universal, graphics-feature-set apple4: file b.png",
      ]),
    SetCase(
      "size classes", .imageSet,
      images(
        #"{ "filename" : "a.png", "height-class" : "compact", "idiom" : "universal", "width-class" : "regular" }"#),
      files: ["a.png"], ["universal, height-class compact, width-class regular: file a.png"]),
    SetCase(
      "widths of a watch", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "watch", "scale" : "2x", "screen-width" : "<=145" }"#,
        #"{ "filename" : "b.png", "idiom" : "watch", "scale" : "2x", "screen-width" : ">145" }"#),
      files: ["a.png", "b.png"],
      ["watch, 2x, screen-width <=145: file a.png", "watch, 2x, screen-width >145: file b.png"]),
    SetCase(
      "subtypes", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "iphone", "scale" : "2x", "subtype" : "retina4" }"#,
        #"{ "filename" : "b.png", "idiom" : "iphone", "scale" : "2x" }"#),
      files: ["a.png", "b.png"], ["iphone, 2x, subtype retina4: file a.png", "iphone, 2x: file b.png"]),
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
      "an unassigned image", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "scale" : "1x" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "scale" : "2x", "unassigned" : true }"#),
      files: ["a.png", "b.png"], ["universal, 1x: file a.png", "universal, 2x: file b.png"]),
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
