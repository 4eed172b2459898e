import GamutBasics
import GamutCatalogs

/// The slots of colour sets.
extension SetCase {
  /// The members of a slot for a gamut and for appearances, in place of an idiom alone.
  private static func conditions(_ gamut: String, _ appearances: String...) -> String {
    let items = appearances.map { value in
      "{ \"appearance\" : \"\(value == "high" ? "contrast" : "luminosity")\", \"value\" : \"\(value)\" }"
    }
    let list = items.isEmpty ? "" : "\"appearances\" : [ \(items.joined(separator: ", ")) ], "
    return "\(list)\"display-gamut\" : \"\(gamut)\", \"idiom\" : \"universal\""
  }

  /// A slot with the red of a public catalog in which both gamuts have the same numbers of the same space.
  private static func red(_ conditions: String) -> String {
    texts("0xE4", "0x40", "0x6C", in: "display-p3", for: conditions)
  }

  static let colorSets: [SetCase] = [
    SetCase(
      "any and dark, as Xcode writes them", .colorSet,
      """
      {
        "colors" : [
          {
            "color" : {
              "color-space" : "srgb",
              "components" : {
                "alpha" : "1.000",
                "blue" : "0x00",
                "green" : "0x7A",
                "red" : "0xFF"
              }
            },
            "idiom" : "universal"
          },
          {
            "appearances" : [
              {
                "appearance" : "luminosity",
                "value" : "dark"
              }
            ],
            "color" : {
              "color-space" : "display-p3",
              "components" : {
                "alpha" : "1.000",
                "blue" : "0.227",
                "green" : "0.271",
                "red" : "1.000"
              }
            },
            "idiom" : "universal"
          }
        ],
        "info" : {
          "author" : "xcode",
          "version" : 1
        }
      }

      """,
      [
        "universal: color srgb 1.0000,0.4784,0.0000 alpha 1.0000",
        "universal, dark: color display-p3 1.0000,0.2710,0.2270 alpha 1.0000",
      ]),
    SetCase(
      "light beside any, for some idioms", .colorSet,
      colors(
        texts("0.100", "0.100", "0.100", for: #""idiom" : "iphone""#),
        texts(
          "0.200", "0.200", "0.200",
          for: #""appearances" : [ { "appearance" : "luminosity", "value" : "light" } ], "idiom" : "iphone""#),
        texts("0.300", "0.300", "0.300", for: #""idiom" : "car""#)),
      [
        "iphone: color srgb 0.1000,0.1000,0.1000 alpha 1.0000",
        "iphone, light: color srgb 0.2000,0.2000,0.2000 alpha 1.0000",
        "car: color srgb 0.3000,0.3000,0.3000 alpha 1.0000",
      ]),
    SetCase(
      "every slot switched on: the gamut is the outer loop, and the appearance the inner one", .colorSet,
      colors(
        red(conditions("sRGB")), red(conditions("sRGB", "light")), red(conditions("sRGB", "dark")),
        red(conditions("sRGB", "high")), red(conditions("sRGB", "light", "high")),
        red(conditions("sRGB", "dark", "high")), red(conditions("display-P3")),
        red(conditions("display-P3", "light")), red(conditions("display-P3", "dark")),
        red(conditions("display-P3", "high")), red(conditions("display-P3", "light", "high")),
        red(conditions("display-P3", "dark", "high"))),
      [
        "universal, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, light, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, dark, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, high contrast, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, light, high contrast, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, dark, high contrast, sRGB: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, light, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, dark, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, high contrast, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, light, high contrast, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
        "universal, dark, high contrast, display-P3: color display-p3 0.8941,0.2510,0.4235 alpha 1.0000",
      ]),
    SetCase(
      "two spaces in one set", .colorSet,
      colors(
        white("0.500"), texts("0.500", "0.500", "0.500", in: "display-p3", for: #""idiom" : "mac""#),
        #"{ "color" : { "platform" : "ios", "reference" : "systemGrayColor" }, "idiom" : "ipad" }"#),
      [
        "universal: color gray-gamma-22 0.5000 alpha 1.0000",
        "mac: color display-p3 0.5000,0.5000,0.5000 alpha 1.0000", "ipad: system systemGrayColor on ios",
      ]),
    SetCase(
      "locales of a colour", .colorSet,
      colors(
        texts("0.100", "0.100", "0.100"),
        texts("0.200", "0.200", "0.200", for: #""idiom" : "universal", "locale" : "ja""#),
        properties: #"{ "localizable" : true }"#),
      [
        "universal: color srgb 0.1000,0.1000,0.1000 alpha 1.0000",
        "universal, locale ja: color srgb 0.2000,0.2000,0.2000 alpha 1.0000",
      ]),
    SetCase(
      "colours of the system on every platform", .colorSet,
      colors(
        #"{ "color" : { "platform" : "universal", "reference" : "systemIndigoColor" }, "idiom" : "universal" }"#,
        #"{ "color" : { "platform" : "ios", "reference" : "labelColor" }, "idiom" : "iphone" }"#,
        #"{ "color" : { "platform" : "osx", "reference" : "controlAccentColor" }, "idiom" : "mac" }"#,
        #"{ "color" : { "platform" : "tvos", "reference" : "systemRedColor" }, "idiom" : "tv" }"#,
        #"{ "color" : { "platform" : "watchos", "reference" : "systemGray6Color" }, "idiom" : "watch" }"#,
        #"{ "color" : { "platform" : "XR", "reference" : "systemBackgroundColor" }, "idiom" : "vision" }"#),
      [
        "universal: system systemIndigoColor on universal", "iphone: system labelColor on ios",
        "mac: system controlAccentColor on osx", "tv: system systemRedColor on tvos",
        "watch: system systemGray6Color on watchos", "vision: system systemBackgroundColor on XR",
      ]),
    SetCase(
      "a colour of the system without a platform", .colorSet,
      colors(#"{ "color" : { "reference" : "systemBlueColor" }, "idiom" : "universal" }"#),
      ["universal: system systemBlueColor"]),
    SetCase(
      "a colour of the system by a name that is none", .colorSet,
      colors(#"{ "color" : { "platform" : "ios", "reference" : "systemRed" }, "idiom" : "universal" }"#),
      ["universal: system systemRed on ios"]),
    SetCase(
      "a slot without a colour, as in a new AccentColor", .colorSet, colors(#"{ "idiom" : "universal" }"#),
      ["universal: empty"]),
    SetCase(
      "a slot without a colour beside one with a colour", .colorSet,
      colors(
        #"{ "idiom" : "universal" }"#,
        texts(
          "0.900", "0.900", "0.900",
          for: #""appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ], "idiom" : "universal""#)),
      ["universal: empty", "universal, dark: color srgb 0.9000,0.9000,0.9000 alpha 1.0000"]),
    SetCase(
      "two slots without colours for the same conditions", .colorSet,
      colors(#"{ "idiom" : "universal" }"#, #"{ "idiom" : "universal" }"#), ["universal: empty", "universal: empty"]),
    SetCase(
      "light and dark of the same numbers", .colorSet,
      colors(
        texts("0.500", "0.500", "0.500"),
        texts(
          "0.500", "0.500", "0.500",
          for: #""appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ], "idiom" : "universal""#)),
      [
        "universal: color srgb 0.5000,0.5000,0.5000 alpha 1.0000",
        "universal, dark: color srgb 0.5000,0.5000,0.5000 alpha 1.0000",
      ]),
    SetCase("no colours, as Xcode writes an empty list", .colorSet, "{\n  \"colors\" : [\n\n  ]\n}\n"),
    SetCase(
      "no list of colours", .colorSet, "{\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"),
    SetCase(
      "a colour without info, and an unknown key", .colorSet,
      """
      {
        "colors" : [
          {
            "color" : {
              "color-space" : "srgb",
              "components" : { "alpha" : "1.000", "blue" : "0.000", "green" : "0.000", "red" : "0.000" },
              "x-future" : [ 1 ]
            },
            "idiom" : "universal"
          }
        ]
      }
      """, ["universal: color srgb 0.0000,0.0000,0.0000 alpha 1.0000"]),
    SetCase(
      "a colour with line ends of Windows", .colorSet, withCRLF(colors(texts("0", "255", "0"))),
      ["universal: color srgb 0.0000,1.0000,0.0000 alpha 1.0000"]),
  ]
}
