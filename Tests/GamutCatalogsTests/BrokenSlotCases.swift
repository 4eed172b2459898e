import GamutBasics
import GamutCatalogs

/// Sets of images whose file is JSON, but names what cannot be, or what is not there.
extension SetCase {
  static let brokenSlots: [SetCase] = [
    SetCase(
      "slots that are no list", .imageSet, "{\n  \"info\" : { },\n  \"images\" : { \"filename\" : \"a.png\" }\n}\n",
      faults: ["broken 3 'images' is not a list"]),
    SetCase(
      "slots that are null", .appIconSet, "{\n  \"images\" : null\n}\n", faults: ["broken 2 'images' is not a list"]),
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
      "a name that is a list, on its own line", .imageSet,
      """
      {
        "images" : [
          {
            "idiom" : "universal",
            "filename" :
              [ "a.png" ]
          }
        ]
      }
      """, ["universal: empty"], faults: ["broken 6 'filename' is not a text"]),
    SetCase(
      "a path in place of a name", .imageSet, images(#"{ "filename" : "sub/a.png" }"#), ["universal: empty"],
      faults: ["broken 3 'sub/a.png' is not the name of a file"]),
    SetCase(
      "a path with an escaped slash", .imageSet, images(#"{ "filename" : "sub\/a.png" }"#), ["universal: empty"],
      faults: ["broken 3 'sub/a.png' is not the name of a file"]),
    SetCase(
      "a path out of the set", .imageSet, images(#"{ "filename" : "../Other.imageset/a.png" }"#), ["universal: empty"],
      faults: ["broken 3 is not the name of a file"]),
    SetCase(
      "an absolute path", .appIconSet, images(#"{ "filename" : "/etc/passwd" }"#), ["universal: empty"],
      faults: ["broken 3 '/etc/passwd' is not the name of a file"]),
    SetCase(
      "the folder above", .imageSet, images(#"{ "filename" : ".." }"#), ["universal: empty"],
      faults: ["broken 3 '..' is not the name of a file"]),
    SetCase(
      "the folder itself", .imageSet, images(#"{ "filename" : "." }"#), ["universal: empty"],
      faults: ["broken 3 '.' is not the name of a file"]),
    SetCase(
      "a name that ends in the middle for the system", .imageSet, images(#"{ "filename" : "a.png\u0000.txt" }"#),
      files: ["a.png"], ["universal: empty"], faults: ["broken 3 is not the name of a file", "orphan - a.png"]),
    SetCase(
      "a file that is not there", .imageSet,
      images(#"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "filename" : "b.png", "scale" : "2x" }"#),
      files: ["a.png"], ["universal, 1x: file a.png", "universal, 2x: file b.png"],
      faults: ["missing 4 b.png is not there"]),
    SetCase(
      "a file that is not there, named by two slots", .imageSet,
      images(#"{ "filename" : "a.png", "scale" : "1x" }"#, #"{ "filename" : "a.png", "scale" : "2x" }"#),
      ["universal, 1x: file a.png", "universal, 2x: file a.png"], faults: ["missing 3 a.png is not there"]),
    SetCase(
      "no file of an icon is there", .appIconSet,
      images(
        #"{ "filename" : "a.png", "idiom" : "mac", "scale" : "1x", "size" : "16x16" }"#,
        #"{ "filename" : "b.png", "idiom" : "mac", "scale" : "2x", "size" : "16x16" }"#),
      ["mac, 1x, size 16x16: file a.png", "mac, 2x, size 16x16: file b.png"],
      faults: ["missing 3 a.png is not there", "missing 4 b.png is not there"]),
    SetCase(
      "files that belong to no slot", .imageSet, images(#"{ "filename" : "b.png" }"#),
      files: ["a.png", "b.png", "notes.txt"], ["universal: file b.png"],
      faults: ["orphan - a.png belongs to no slot", "orphan - notes.txt belongs to no slot"]),
    SetCase(
      "a file without slots", .appIconSet, "{\n  \"images\" : [\n\n  ]\n}\n", files: ["old.png"],
      faults: ["orphan - old.png belongs to no slot"]),
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
      "two files for the dark slot of an icon", .appIconSet,
      images(
        #"{ "appearances" : [ { "appearance" : "luminosity", "value" : "dark" } ], "filename" : "a.png" }"#,
        #"{ "filename" : "b.png", "appearances" : [ { "value" : "dark", "appearance" : "luminosity" } ] }"#),
      files: ["a.png", "b.png"], ["universal, dark: file a.png", "universal, dark: file b.png"],
      faults: ["broken 4 a.png and b.png"]),
    SetCase(
      "three files for one slot", .imageSet,
      images(
        #"{ "filename" : "a.png", "memory" : "1GB", "locale" : "de" }"#,
        #"{ "locale" : "de", "filename" : "b.png", "memory" : "1GB" }"#,
        #"{ "memory" : "1GB", "locale" : "de", "filename" : "c.png" }"#),
      files: ["a.png", "b.png", "c.png"],
      [
        "universal, locale de, memory 1GB: file a.png", "universal, locale de, memory 1GB: file b.png",
        "universal, locale de, memory 1GB: file c.png",
      ],
      faults: ["broken 4 b.png", "broken 5 c.png"]),
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
