import GamutBasics
import GamutCatalogs

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
      "an original whose name ends in Template", .imageSet, named: "StarTemplate",
      images(slot, properties: #"{ "template-rendering-intent" : "original" }"#), files: ["a.pdf"],
      ["universal: file a.pdf"]),
    SetCase(
      "a template by its name", .imageSet, named: "StarTemplate", images(slot), files: ["a.pdf"],
      ["universal: file a.pdf"], isTemplate: true),
    SetCase(
      "a template by its name, with other properties", .imageSet, named: "Icons/StarTemplate",
      images(slot, properties: #"{ "preserves-vector-representation" : true }"#), files: ["a.pdf"],
      ["universal: file a.pdf"], isTemplate: true),
    SetCase(
      "a name that begins with Template", .imageSet, named: "TemplateStar", images(slot), files: ["a.pdf"],
      ["universal: file a.pdf"]),
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
      "files of every format", .imageSet,
      images(
        #"{ "filename" : "a.svg", "idiom" : "universal" }"#, #"{ "filename" : "b.heic", "idiom" : "mac" }"#,
        #"{ "filename" : "c.jpg", "idiom" : "tv" }"#),
      files: ["a.svg", "b.heic", "c.jpg"], ["universal: file a.svg", "mac: file b.heic", "tv: file c.jpg"]),
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
      "written by hand, with tabs", .imageSet,
      "{\n\t\"images\": [\n\t\t{\"filename\": \"a.png\", \"idiom\": \"iphone\"}\n\t]\n}", files: ["a.png"],
      ["iphone: file a.png"]),
    SetCase(
      "one line without spaces", .imageSet,
      #"{"images":[{"filename":"a.png","idiom":"mac"}],"info":{"author":"xcode","version":1}}"#, files: ["a.png"],
      ["mac: file a.png"]),
    SetCase(
      "no info", .imageSet, "{\n  \"images\" : [\n    { \"filename\" : \"a.png\" }\n  ]\n}\n", files: ["a.png"],
      ["universal: file a.png"]),
    SetCase(
      "info of another author", .imageSet,
      #"{ "images" : [ { "filename" : "a.png" } ], "info" : { "author" : "com.example.tool", "version" : 2 } }"#,
      files: ["a.png"], ["universal: file a.png"]),
    SetCase(
      "no slots, as Xcode writes an empty list", .imageSet,
      "{\n  \"images\" : [\n\n  ],\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"),
    SetCase(
      "no list of slots", .imageSet, "{\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"),
    SetCase("nothing but an object", .imageSet, "{}"),
    SetCase(
      "an unknown member of the file", .imageSet,
      #"{ "x-future" : 1, "images" : [ { "filename" : "a.png" } ], "x-other" : { "a" : null } }"#, files: ["a.png"],
      ["universal: file a.png"]),
  ]
}
