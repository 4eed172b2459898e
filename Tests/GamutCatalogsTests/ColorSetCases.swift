import GamutBasics
import GamutCatalogs

/// The slots of colour sets.
extension SetCase {
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
      "two spaces in one set", .colorSet,
      colors(
        white("0.500"), texts("0.500", "0.500", "0.500", in: "display-p3", for: #""idiom" : "mac""#),
        #"{ "color" : { "platform" : "ios", "reference" : "systemGrayColor" }, "idiom" : "ipad" }"#),
      [
        "universal: color gray-gamma-22 0.5000 alpha 1.0000",
        "mac: color display-p3 0.5000,0.5000,0.5000 alpha 1.0000", "ipad: system systemGrayColor on ios",
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
      "a slot without a colour, as in a new AccentColor", .colorSet, colors(#"{ "idiom" : "universal" }"#),
      ["universal: empty"]),
    SetCase(
      "two slots without colours for the same conditions", .colorSet,
      colors(#"{ "idiom" : "universal" }"#, #"{ "idiom" : "universal" }"#), ["universal: empty", "universal: empty"]),
    SetCase("no colours, as Xcode writes an empty list", .colorSet, "{\n  \"colors\" : [\n\n  ]\n}\n"),
    SetCase(
      "no list of colours", .colorSet, "{\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"),
  ]
}

/// The forms of numbers in colours. A text with a point is a value from 0 to 1; `0x` begins a code of 8 bits in
/// hexadecimal digits; every other text is a code of 8 bits, also "0" and "1". Each component has its own form. These
/// rules were checked with `assetutil`. A JSON number is a value from 0 to 1, as in the sample of Apple's reference, or
/// a code.
extension SetCase {
  private static let manyZeros = String(repeating: "0", count: 10_000)

  /// A set with a colour in sRGB, and what its components mean.
  private static func color(_ name: String, _ red: String, _ green: String, _ blue: String, _ expected: String)
    -> SetCase
  {
    SetCase(name, .colorSet, colors(texts(red, green, blue)), ["universal: color srgb \(expected) alpha 1.0000"])
  }

  static let colorNumbers: [SetCase] = [
    color("decimals of three places", "0.500", "0.250", "0.125", "0.5000,0.2500,0.1250"),
    color("decimals of many places", "0.12341", "0.98765432109876543", "0.5", "0.1234,0.9877,0.5000"),
    color("hexadecimal codes", "0xFF", "0x80", "0x00", "1.0000,0.5020,0.0000"),
    color("hexadecimal 0 and 1", "0x0", "0x1", "0x01", "0.0000,0.0039,0.0039"),
    color("decimal codes", "255", "128", "51", "1.0000,0.5020,0.2000"),
    color("0 and 1 are codes", "1", "0", "1", "0.0039,0.0000,0.0039"),
    color("each component has its own form", "0.500", "0x80", "64", "0.5000,0.5020,0.2510"),
    SetCase(
      "JSON numbers, as in the sample of the reference", .colorSet, colors(numbers("0.5", "0.5", "0.5", alpha: "1")),
      ["universal: color srgb 0.5000,0.5000,0.5000 alpha 1.0000"]),
    SetCase(
      "JSON numbers with points and exponents", .colorSet, colors(numbers("1.0", "0.0", "25e-2", alpha: "1.0")),
      ["universal: color srgb 1.0000,0.0000,0.2500 alpha 1.0000"]),
    SetCase(
      "JSON codes", .colorSet, colors(numbers("255", "128", "0")),
      ["universal: color srgb 1.0000,0.5020,0.0000 alpha 1.0000"]),
    SetCase(
      "1 is a code beside other JSON codes", .colorSet, colors(numbers("255", "1", "0")),
      ["universal: color srgb 1.0000,0.0039,0.0000 alpha 1.0000"]),
    SetCase(
      "a JSON code beside texts", .colorSet, colors(numbers("\"0.500\"", "128", "\"0xFF\"")),
      ["universal: color srgb 0.5000,0.5020,1.0000 alpha 1.0000"]),
    color("a text of 10,000 digits with a point", "0.5\(manyZeros)", "0", "0", "0.5000,0.0000,0.0000"),
    SetCase(
      "alpha in decimals beside hexadecimal codes", .colorSet, colors(texts("0xFF", "0x3B", "0x30", alpha: "0.500")),
      ["universal: color srgb 1.0000,0.2314,0.1882 alpha 0.5000"]),
    SetCase(
      "alpha as a code", .colorSet, colors(texts("0.500", "0.500", "0.500", alpha: "128")),
      ["universal: color srgb 0.5000,0.5000,0.5000 alpha 0.5020"]),
    SetCase(
      "alpha as the code 1", .colorSet, colors(texts("0.500", "0.500", "0.500", alpha: "1")),
      ["universal: color srgb 0.5000,0.5000,0.5000 alpha 0.0039"]),
    SetCase(
      "alpha as a hexadecimal code", .colorSet, colors(texts("0.500", "0.500", "0.500", alpha: "0x66")),
      ["universal: color srgb 0.5000,0.5000,0.5000 alpha 0.4000"]),
    SetCase(
      "grey in decimals", .colorSet, colors(white("0.250", alpha: "0.850")),
      ["universal: color gray-gamma-22 0.2500 alpha 0.8500"]),
    SetCase(
      "grey as a hexadecimal code", .colorSet, colors(white("0x33")),
      ["universal: color gray-gamma-22 0.2000 alpha 1.0000"]),
    SetCase(
      "extended grey below black", .colorSet, colors(white("-0.125", in: "extended-gray")),
      ["universal: color extended-gray -0.1250 alpha 1.0000"]),
    SetCase(
      "Display P3 in decimals", .colorSet, colors(texts("0.925", "0.216", "0.141", in: "display-p3")),
      ["universal: color display-p3 0.9250,0.2160,0.1410 alpha 1.0000"]),
    SetCase(
      "extended sRGB beyond 0 and 1", .colorSet, colors(texts("1.093", "-0.227", "0.500", in: "extended-srgb")),
      ["universal: color extended-srgb 1.0930,-0.2270,0.5000 alpha 1.0000"]),
    SetCase(
      "extended sRGB with a code above 255", .colorSet, colors(texts("300", "0", "0", in: "extended-srgb")),
      ["universal: color extended-srgb 1.1765,0.0000,0.0000 alpha 1.0000"]),
    SetCase(
      "extended linear sRGB", .colorSet, colors(texts("1.225", "-0.042", "-0.020", in: "extended-linear-srgb")),
      ["universal: color extended-linear-srgb 1.2250,-0.0420,-0.0200 alpha 1.0000"]),
    SetCase(
      "a space of the future is kept", .colorSet, colors(texts("0.100", "0.200", "0.300", in: "linear-display-p3")),
      ["universal: color linear-display-p3 0.1000,0.2000,0.3000 alpha 1.0000"]),
    SetCase(
      "the name of a gamut is not that of a space", .colorSet,
      colors(texts("0.100", "0.200", "0.300", in: "display-P3")),
      ["universal: color display-P3 0.1000,0.2000,0.3000 alpha 1.0000"]),
  ]
}
