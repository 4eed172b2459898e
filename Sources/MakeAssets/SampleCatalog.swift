import SyntheticPNG

/// Returns the files of `Samples/Media.xcassets`, an asset catalog in which each rule about catalogs has a finding: paths
/// in the catalog and files. The text is in the style of Xcode.
func sampleCatalog() -> [(path: String, bytes: [UInt8])] {
  let info = "{\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"
  return [("Contents.json", Array(info.utf8))] + imageSets + colorSets
}

/// A slot in the order of its keys, which Xcode sorts.
private struct Slot {
  var appearance: String?
  var color: String?
  var gamut: String?
  var file: String?
  var scale: String?

  var text: String {
    var members: [String] = []
    if let appearance {
      members.append(
        """
        "appearances" : [
                {
                  "appearance" : "luminosity",
                  "value" : "\(appearance)"
                }
              ]
        """)
    }
    if let color { members.append("\"color\" : \(color)") }
    if let gamut { members.append("\"display-gamut\" : \"\(gamut)\"") }
    if let file { members.append("\"filename\" : \"\(file)\"") }
    members.append("\"idiom\" : \"universal\"")
    if let scale { members.append("\"scale\" : \"\(scale)\"") }
    return "    {\n" + members.map { "      " + $0 }.joined(separator: ",\n") + "\n    }"
  }
}

private func contents(_ list: String, _ slots: [Slot], template: Bool = false) -> [UInt8] {
  let properties = template ? ",\n  \"properties\" : {\n    \"template-rendering-intent\" : \"template\"\n  }" : ""
  return Array(
    """
    {
      "\(list)" : [
    \(slots.map(\.text).joined(separator: ",\n"))
      ],
      "info" : {
        "author" : "xcode",
        "version" : 1
      }\(properties)
    }

    """.utf8)
}

// MARK: Images

private var imageSets: [(path: String, bytes: [UInt8])] {
  func image(_ name: String) -> [UInt8] { samples().first { $0.name == name + ".png" }?.bytes ?? [] }
  func set(
    _ name: String, _ slots: [Slot], _ files: [(String, [UInt8])], template: Bool = false
  ) -> [(path: String, bytes: [UInt8])] {
    [("\(name).imageset/Contents.json", contents("images", slots, template: template))]
      + files.map { ("\(name).imageset/\($0.0)", $0.1) }
  }
  let (reds, fits, sRGB) = (image("two-reds"), image("p3-that-fits"), image("srgb"))
  return set("Badge", [Slot(file: "badge.png", scale: "1x"), Slot(scale: "2x")], [("badge.png", reds)])
    + set(
      "Banner", [Slot(file: "banner.png"), Slot(appearance: "dark", file: "banner-dark.png")],
      [("banner.png", sRGB), ("banner-dark.png", image("soft-disc"))])
    + set("Deep", [Slot(file: "deep.png")], [("deep.png", deep)])
    + set("Glyph", [Slot(file: "glyph.png")], [("glyph.png", image("swatches"))], template: true)
    + set("Lost", [Slot(file: "lost.png")], [("found.png", image("grey"))])
    + set(
      "Swapped", [Slot(gamut: "sRGB", file: "wide.png"), Slot(gamut: "display-P3", file: "plain.png")],
      [("wide.png", image("icon-alpha")), ("plain.png", fits)])
    + set(
      "Twice", [Slot(file: "once.png", scale: "1x"), Slot(file: "again.png", scale: "2x")],
      [("once.png", image("interlaced")), ("again.png", image("interlaced"))])
    + set("Undeclared", [Slot(file: "undeclared.png")], [("undeclared.png", image("untagged"))])
    + [("Unfinished.imageset/Contents.json", Array("{\n  \"images\" : [\n    {\n      \"idiom\" : \n".utf8))]
}

// MARK: Colours

private var colorSets: [(path: String, bytes: [UInt8])] {
  func color(_ space: String, _ red: String, _ green: String, _ blue: String) -> String {
    let numbers = [("alpha", "1.000"), ("blue", blue), ("green", green), ("red", red)]
    let lines = numbers.map { "          \"\($0.0)\" : \"\($0.1)\"" }.joined(separator: ",\n")
    return "{\n        \"color-space\" : \"\(space)\",\n        \"components\" : {\n\(lines)\n        }\n      }"
  }
  let reference = "{\n        \"platform\" : \"ios\",\n        \"reference\" : \"systemRed\"\n      }"
  func set(_ name: String, _ slots: Slot...) -> (path: String, bytes: [UInt8]) {
    ("Colours/\(name).colorset/Contents.json", contents("colors", slots))
  }
  return [
    // Both are #ff0000 in sRGB.
    set("Alarm", Slot(color: color("display-p3", "1.000", "0.000", "0.000"))),
    set("AlarmPressed", Slot(color: color("display-p3", "0.925", "0.000", "0.000"))),
    set("Danger", Slot(color: color("srgb", "255", "59", "48"))),
    // 255,69,58 is a red of the system in sRGB.
    set("DangerTyped", Slot(color: color("display-p3", "1.000", "0.271", "0.227"))),
    set("Field", Slot(color: color("srgb", "0x2F", "0x6B", "0x3A"))),
    set("FieldAgain", Slot(color: color("srgb", "0x30", "0x6B", "0x3B"))),
    set(
      "Frame", Slot(color: color("srgb", "0.200", "0.300", "0.500")),
      Slot(appearance: "dark", color: color("srgb", "0.200", "0.300", "0.500"))),
    set(
      "Mixed", Slot(color: color("srgb", "0.600", "0.300", "0.100")),
      Slot(appearance: "dark", color: color("display-p3", "0.000", "0.900", "0.300"))),
    set("Muted", Slot(color: color("display-p3", "0.400", "0.500", "0.450"))),
    set("Stop", Slot(color: reference)),
  ]
}
