import GamutBasics
import GamutCatalogs

/// Sets of images whose file is JSON, but names what cannot be, or what is not there.
extension SetCase {
  static let brokenSlots: [SetCase] = [
    SetCase(
      "slots that are no list", .imageSet, "{\n  \"info\" : { },\n  \"images\" : { \"filename\" : \"a.png\" }\n}\n",
      faults: ["broken 3 'images' is not a list"]),
    SetCase(
      "slots that are no objects", .imageSet,
      images(#"{ "filename" : "a.png", "scale" : "1x" }"#, "\"b.png\"", "[ ]", "null"), files: ["a.png"],
      ["universal, 1x: file a.png"],
      faults: [
        "broken 4 slot is not an object", "broken 5 slot is not an object", "broken 6 slot is not an object",
      ]),
    SetCase(
      "a name that is a number", .imageSet, images(#"{ "scale" : "1x" }"#, #"{ "filename" : 7, "scale" : "2x" }"#),
      ["universal, 1x: empty", "universal, 2x: empty"], faults: ["broken 4 'filename' is not a text"]),
    SetCase(
      "a path in place of a name", .imageSet, images(#"{ "filename" : "sub/a.png" }"#), ["universal: empty"],
      faults: ["broken 3 'sub/a.png' is not the name of a file"]),
    SetCase(
      "an absolute path", .appIconSet, images(#"{ "filename" : "/etc/passwd" }"#), ["universal: empty"],
      faults: ["broken 3 '/etc/passwd' is not the name of a file"]),
    SetCase(
      "the folder above", .imageSet, images(#"{ "filename" : ".." }"#), ["universal: empty"],
      faults: ["broken 3 '..' is not the name of a file"]),
    SetCase(
      "a name that ends in the middle for the system", .imageSet, images(#"{ "filename" : "a.png\u0000.txt" }"#),
      files: ["a.png"], ["universal: empty"], faults: ["broken 3 is not the name of a file", "orphan - a.png"]),
    SetCase(
      "a file that is not there", .imageSet,
      images(#"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "filename" : "b.png", "scale" : "2x" }"#),
      files: ["a.png"], ["universal, 1x: file a.png", "universal, 2x: file b.png"],
      faults: ["missing 4 b.png is not there"]),
    SetCase(
      "files that belong to no slot", .imageSet, images(#"{ "filename" : "b.png" }"#),
      files: ["a.png", "b.png", "notes.txt"], ["universal: file b.png"],
      faults: ["orphan - a.png belongs to no slot", "orphan - notes.txt belongs to no slot"]),
    SetCase(
      "a file in a colour set", .colorSet, colors(texts("0", "0", "0")), files: ["swatch.png"],
      ["universal: color srgb 0.0000,0.0000,0.0000 alpha 1.0000"],
      faults: ["orphan - swatch.png belongs to no slot"]),
    SetCase(
      "two files for one slot", .imageSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "universal", "scale" : "2x" }"#,
        #"{ "idiom" : "universal", "scale" : "1x" }"#,
        #"{ "filename" : "b.png", "idiom" : "universal", "scale" : "2x" }"#),
      files: ["a.png", "b.png"], ["universal, 2x: file a.png", "universal, 1x: empty", "universal, 2x: file b.png"],
      faults: ["broken 5 a.png and b.png"]),
    SetCase(
      "two files for one slot, since no idiom means universal", .imageSet,
      images(#"{ "filename" : "a.png" }"#, #"{ "filename" : "b.png", "idiom" : "universal" }"#),
      files: ["a.png", "b.png"], ["universal: file a.png", "universal: file b.png"],
      faults: ["broken 4 a.png and b.png"]),
    SetCase(
      "an empty slot takes no slot from a file", .imageSet,
      images(#"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "scale" : "1x" }"#), files: ["a.png"],
      ["universal, 1x: file a.png", "universal, 1x: empty"]),
    SetCase(
      "two colours for one slot", .colorSet, colors(texts("0", "0", "0"), texts("255", "255", "255")),
      [
        "universal: color srgb 0.0000,0.0000,0.0000 alpha 1.0000",
        "universal: color srgb 1.0000,1.0000,1.0000 alpha 1.0000",
      ],
      faults: ["broken 4 two colours"]),
    SetCase(
      "everything at once", .imageSet,
      images(
        #"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "filename" : "b.png", "scale" : "1x" }"#,
        #"{ "filename" : "x/c.png", "scale" : "2x" }"#, "17"),
      files: ["b.png", "d.png"], ["universal, 1x: file a.png", "universal, 1x: file b.png", "universal, 2x: empty"],
      faults: [
        "broken 4 a.png and b.png", "broken 5 is not the name of a file", "broken 6 slot is not an object",
        "missing 3 a.png is not there", "orphan - d.png belongs to no slot",
      ]),
  ]
}

/// Files that are no JSON (RFC 8259). Such a file has no slots, and its fault names the line.
extension SetCase {
  private static let deepObjects = String(repeating: "{\"a\":", count: 2000)
  private static let zeroBytes = String(repeating: "\0", count: 100)

  static let brokenTexts: [SetCase] = [
    SetCase("an empty file", .imageSet, "", faults: ["broken 1 ends too early"]),
    SetCase(
      "a list in place of an object", .imageSet, "[\n  { \"idiom\" : \"mac\" }\n]\n",
      faults: ["broken 1 not a JSON object"]),
    SetCase(
      "a file that ends in a list", .imageSet, "{\n  \"images\" : [\n    { \"idiom\" : \"universal\" },\n",
      faults: ["broken 4 ends too early"]),
    SetCase(
      "a comma after the last slot", .imageSet,
      """
      {
        "images" : [
          {
            "idiom" : "universal"
          },
        ]
      }
      """, faults: ["broken 6 not valid JSON"]),
    SetCase(
      "the marks of a merge", .imageSet,
      """
      {
        "images" : [
          {
      <<<<<<< HEAD
            "filename" : "a.png",
      =======
            "filename" : "b.png",
      >>>>>>> topic
            "idiom" : "universal"
          }
        ]
      }
      """, files: ["a.png", "b.png"], faults: ["broken 4 not valid JSON"]),
    SetCase(
      "one key twice in a slot", .imageSet,
      """
      {
        "images" : [
          {
            "filename" : "a.png",
            "idiom" : "universal",
            "filename" : "b.png"
          }
        ]
      }
      """, files: ["a.png", "b.png"], faults: ["broken 6 'filename' appears twice"]),
    SetCase(
      "objects in objects in objects", .icon, "{\n  \"fill\" :\n\(deepObjects)", faults: ["broken 3 deep"]),
    SetCase(
      "a number that is too large", .colorSet, "{\n  \"colors\" : [ ],\n  \"x-future\" : 1e999\n}\n",
      faults: ["broken 3 too large"]),
    SetCase("zeros in place of a file", .appIconSet, zeroBytes, faults: ["broken 1 not valid JSON"]),
  ]
}
