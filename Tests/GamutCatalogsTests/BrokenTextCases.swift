import GamutBasics
import GamutCatalogs

/// Files that are no JSON (RFC 8259). Such a file has no slots, and its fault names the line.
extension SetCase {
  private static let deepLists = String(repeating: "[", count: 1000)
  private static let deepObjects = String(repeating: "{\"a\":", count: 2000)
  private static let manyDigits = String(repeating: "9", count: 10_000)
  private static let zeroBytes = String(repeating: "\0", count: 100)

  static let brokenTexts: [SetCase] = [
    SetCase("an empty file", .imageSet, "", faults: ["broken 1 ends too early"]),
    SetCase("nothing but line feeds", .imageSet, "\n\n", faults: ["broken 3 ends too early"]),
    SetCase("a sentence", .imageSet, "This is no catalog.\n", faults: ["broken 1 not valid JSON"]),
    SetCase(
      "a property list", .colorSet, "<?xml version=\"1.0\"?>\n<plist><dict/></plist>\n",
      faults: ["broken 1 not valid JSON"]),
    SetCase(
      "a list in place of an object", .imageSet, "[\n  { \"idiom\" : \"mac\" }\n]\n",
      faults: ["broken 1 not a JSON object"]),
    SetCase("a text in place of an object", .colorSet, "\"colors\"", faults: ["broken 1 not a JSON object"]),
    SetCase("null in place of an object", .icon, "null", faults: ["broken 1 not a JSON object"]),
    SetCase(
      "a file that ends in a list", .imageSet, "{\n  \"images\" : [\n    { \"idiom\" : \"universal\" },\n",
      faults: ["broken 4 ends too early"]),
    SetCase(
      "a file that ends in a text", .imageSet, "{\n  \"images\" : [\n    {\n      \"idiom\" : \"univ",
      faults: ["broken 4 a text is not ended"]),
    SetCase(
      "a file that ends in an object", .colorSet, "{\n  \"colors\" : [\n    {\n      \"idiom\" : \"universal\"\n",
      faults: ["broken 5 not valid JSON"]),
    SetCase(
      "a file that ends after a name", .icon, "{\n  \"fill\"", faults: ["broken 2 not valid JSON"]),
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
      "no comma between two slots", .imageSet,
      """
      {
        "images" : [
          { "idiom" : "universal", "scale" : "1x" }
          { "idiom" : "universal", "scale" : "2x" }
        ]
      }
      """, faults: ["broken 4 a comma or"]),
    SetCase(
      "a comment", .colorSet, "{\n  // The brand.\n  \"colors\" : [ ]\n}\n", faults: ["broken 2 not valid JSON"]),
    SetCase("single quotes", .imageSet, "{\n  'images' : []\n}\n", faults: ["broken 2 a member needs a name"]),
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
      "the marks of a merge, with line ends of Windows", .colorSet,
      withCRLF("{\n  \"colors\" : [\n\n<<<<<<< HEAD\n  ]\n}\n"), faults: ["broken 4 not valid JSON"]),
    SetCase("two documents", .imageSet, "{\n  \"images\" : [ ]\n}\n{ }\n", faults: ["broken 4 follows the value"]),
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
      "two lists of colours", .colorSet, "{\n  \"colors\" : [ ],\n  \"info\" : { },\n  \"colors\" : [ ]\n}\n",
      faults: ["broken 4 'colors' appears twice"]),
    SetCase(
      "one component twice", .colorSet, colors(components(#""red" : "0", "green" : "0", "red" : "1", "blue" : "0""#)),
      faults: ["broken 3 'red' appears twice"]),
    SetCase(
      "one key twice, in different spellings", .imageSet,
      "{\n  \"images\" : [\n    { \"scale\" : \"1x\",\n      \"sc\\u0061le\" : \"2x\" }\n  ]\n}\n",
      faults: ["broken 4 'scale' appears twice"]),
    SetCase(
      "lists in lists in lists", .imageSet, "{\n  \"images\" : \(deepLists)\n", faults: ["broken 2 deep"]),
    SetCase(
      "objects in objects in objects", .icon, "{\n  \"fill\" :\n\(deepObjects)", faults: ["broken 3 deep"]),
    SetCase(
      "a number that is too large", .colorSet, "{\n  \"colors\" : [ ],\n  \"x-future\" : 1e999\n}\n",
      faults: ["broken 3 too large"]),
    SetCase(
      "a component that is too large", .colorSet, colors(numbers("1e999", "0", "0")), faults: ["broken 3 too large"]),
    SetCase(
      "an integer of 10,000 digits", .colorSet, colors(numbers(manyDigits, "0", "0")),
      faults: ["broken 3 too large"]),
    SetCase(
      "numbers that JSON does not know", .colorSet, colors(texts("0", "0", "0"), numbers("NaN", "0", "0")),
      faults: ["broken 4 not valid JSON"]),
    SetCase(
      "a number without a digit before its point", .colorSet, colors(numbers(".5", "0", "0")),
      faults: ["broken 3 not valid JSON"]),
    SetCase(
      "a number that begins with 0", .colorSet, colors(numbers("007", "0", "0")),
      faults: ["broken 3 not valid JSON"]),
    SetCase(
      "a line feed in a text", .imageSet, "{\n  \"images\" : [\n    { \"filename\" : \"a\nb.png\" }\n  ]\n}\n",
      faults: ["broken 3 control character"]),
    SetCase(
      "half a character", .imageSet, images(#"{ "filename" : "\ud83d.png" }"#),
      faults: ["broken 3 a surrogate pair is not complete"]),
    SetCase(
      "an escape that JSON does not know", .imageSet, images(#"{ "filename" : "a\x.png" }"#),
      faults: ["broken 3 an escape"]),
    SetCase("zeros in place of a file", .appIconSet, zeroBytes, faults: ["broken 1 not valid JSON"]),
  ]
}
