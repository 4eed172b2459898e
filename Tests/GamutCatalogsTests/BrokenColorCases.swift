import GamutBasics
import GamutCatalogs

/// Colours that cannot be read. Their slots are kept, without a colour.
extension SetCase {
  private static let manyDigits = String(repeating: "9", count: 10_000)

  /// A set with one slot that has no colour, and a fault in its line.
  private static func unreadable(_ name: String, _ slot: String, _ fault: String) -> SetCase {
    SetCase(name, .colorSet, colors(slot), ["universal: empty"], faults: ["broken 3 \(fault)"])
  }

  /// A set with one slot whose components are texts, one of which is no number.
  private static func wrong(_ name: String, red: String) -> SetCase {
    SetCase(
      name, .colorSet, colors(texts(red, "0", "0")), ["universal: empty"], faults: ["broken 3 'red' is not a number"])
  }

  /// A set with one slot whose red is out of range.
  private static func outside(_ name: String, _ slot: String, component: String = "red") -> SetCase {
    SetCase(
      name, .colorSet, colors(slot), ["universal: empty"], faults: ["broken 3 '\(component)' is not between"])
  }

  static let brokenColors: [SetCase] = [
    SetCase(
      "colours that are no list", .colorSet, "{\n  \"colors\" : \"red\"\n}\n",
      faults: ["broken 2 'colors' is not a list"]),
    SetCase(
      "a slot that is a text", .colorSet, colors("\"#ff0000\"", texts("0", "0", "0")),
      ["universal: color srgb 0.0000,0.0000,0.0000 alpha 1.0000"], faults: ["broken 3 slot is not an object"]),
    unreadable(
      "a colour that is a text", ##"{ "color" : "#ff0000", "idiom" : "universal" }"##, "'color' is not an object"),
    unreadable(
      "a colour without a space",
      #"{ "color" : { "components" : { "red" : "0", "green" : "0", "blue" : "0", "alpha" : "1.000" } } }"#,
      "'color-space'"),
    unreadable(
      "a space that is a number",
      #"{ "color" : { "color-space" : 1, "components" : { "red" : "0", "green" : "0", "blue" : "0" } } }"#,
      "'color-space' is not a text"),
    unreadable("a colour without components", #"{ "color" : { "color-space" : "srgb" } }"#, "'components'"),
    unreadable("an empty colour", #"{ "color" : { }, "idiom" : "universal" }"#, "'color-space'"),
    unreadable(
      "a reference that is a number", #"{ "color" : { "platform" : "ios", "reference" : 3 } }"#,
      "'reference' is not a text"),
    unreadable("no red", components(#""alpha" : "1.000", "blue" : "0", "green" : "0""#), "'red' is missing"),
    SetCase(
      "no blue, in the second slot", .colorSet,
      colors(
        texts("0", "0", "0"), components(#""alpha" : "1.000", "green" : "0", "red" : "0""#, for: #""idiom" : "mac""#)),
      ["universal: color srgb 0.0000,0.0000,0.0000 alpha 1.0000", "mac: empty"],
      faults: ["broken 4 'blue' is missing"]),
    unreadable("no white", components(#""alpha" : "1.000""#, in: "gray-gamma-22"), "is missing"),
    unreadable("red, green and blue in a grey", texts("0", "0", "0", in: "gray-gamma-22"), "needs 'white'"),
    unreadable("white in sRGB", white("0.500", in: "srgb"), "needs 'red', 'green' and 'blue'"),
    wrong("a component that is a word", red: "red"),
    wrong("a percentage", red: "50%"),
    wrong("a decimal comma", red: "0,500"),
    wrong("hexadecimal with wrong digits", red: "0xGG"),
    wrong("no number at all", red: "nan"),
    wrong("infinity", red: "inf"),
    wrong("a text that is too large", red: "1e999"),
    wrong("a text of 10,000 digits", red: manyDigits),
    unreadable("an empty text", texts("0", "", "0"), "'green' is not a number"),
    unreadable("a component that is true", numbers("0", "0", "true"), "'blue' is not a number"),
    unreadable("alpha that is a word", texts("0", "0", "0", alpha: "opaque"), "'alpha' is not a number"),
    outside("a decimal above 1", texts("1.200", "0", "0")),
    outside("a decimal below 0", texts("-0.100", "0", "0")),
    outside("a code above 255", texts("256", "0", "0")),
    outside("a JSON code above 255", numbers("300", "0", "0")),
    outside("a JSON number between 1 and 2", numbers("1.5", "0", "0")),
    outside("grey above 1", white("1.100"), component: "white"),
    outside("alpha above 1", texts("0", "0", "0", alpha: "1.500"), component: "alpha"),
  ]

  /// A document of Icon Composer with one colour that is none, in line 2. The fault shows the colour.
  private static func wrongIcon(_ name: String, _ color: String) -> SetCase {
    SetCase(name, .icon, fill("{ \"solid\" : \"\(color)\" }"), faults: ["broken 2 \(color)"])
  }

  static let brokenIcons: [SetCase] = [
    wrongIcon("no alpha", "srgb:1.00000,0.00000,0.00000"),
    wrongIcon("five components", "srgb:1.00000,0.00000,0.00000,1.00000,1.00000"),
    wrongIcon("two components of Display P3", "display-p3:0.50000,1.00000"),
    wrongIcon("a space that Icon Composer does not know", "rgb:1.00000,0.00000,0.00000,1.00000"),
    wrongIcon("a colour of CSS", "#ff0000"),
    wrongIcon("the name of no colour", "named:"),
    wrongIcon("an empty component", "srgb:1.00000,,0.00000,1.00000"),
    wrongIcon("an infinite number", "extended-srgb:inf,0.00000,0.00000,1.00000"),
    wrongIcon("a component of 1e999", "extended-srgb:1e999,0.00000,0.00000,1.00000"),
    wrongIcon("hexadecimal codes of 8 bits", "srgb:0xFF,0x3B,0x30,1"),
    wrongIcon("a component above 1", "display-p3:1.09300,0.00000,0.00000,1.00000"),
    SetCase(
      "one wrong colour of a gradient, in a line of its own", .icon,
      """
      {
        "fill" : {
          "linear-gradient" : [
            "srgb:0.50000,0.50000,0.50000,1.00000",
            "srgb:0.5"
          ]
        }
      }
      """, ["icon: color srgb 0.5000,0.5000,0.5000 alpha 1.0000"], faults: ["broken 5 srgb:0.5"]),
    SetCase(
      "an image of a layer that is not there", .icon,
      """
      {
        "groups" : [
          { "layers" : [
            { "image-name" : "star.svg" },
            { "image-name" : "moon.svg" }
          ] }
        ]
      }
      """, files: ["Assets/star.svg"], ["icon: file Assets/star.svg", "icon: file Assets/moon.svg"],
      faults: ["missing 5 moon.svg is not there"]),
    SetCase(
      "an image outside the document", .icon,
      #"{ "groups" : [ { "layers" : [ { "image-name" : "../../a.png" } ] } ] }"#, files: ["Assets/b.png"],
      faults: ["broken 1 ../../a.png"]),
  ]
}
