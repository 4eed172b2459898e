import Foundation
import LibC
import SyntheticPNG
import TestSupport

/// A tree with a file for each case of the rules, some with names that break careless programs.
enum HostileTree {
  /// Names that are markup, shell, format or terminal commands, or invalid text.
  static let names: [[UInt8]] =
    [
      "new\nline.png", "tab\t.png", "quo\"te.png", "apo'strophe.png", "<script>alert(1)<script>.png", "a&b.png",
      "🦊.png",
      "e\u{301}.png", "per%20cent%.png", "co:lon,comma.png", "back`tick`.png", "ba|r.png", "[x](y).png", "*_~.png",
      "-dash.png", "$(touch x).png", "\u{1b}[31mred.png", "\u{202e}gnp.png", "back\\slash.png", "]]>.png",
      "sp ace .png",
      "::error::x.png",
    ].map { Array($0.utf8) } + bytesThatAreNoText

  /// Invalid UTF-8; macOS allows only text in names.
  private static var bytesThatAreNoText: [[UInt8]] {
    #if os(Linux)
      [[0x66, 0xff, 0xfe] + Array(".png".utf8), [0xc3] + Array(".png".utf8)]
    #else
      []
    #endif
  }

  static func make() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, entry) in AuditCase.all.filter(\.policy.isEmpty).enumerated() {
      let number = String(100 + index)
      if index < names.count {
        try write(entry.bytes, Array((folder.path + "/").utf8) + names[index])
      } else {
        try folder.write(entry.bytes, to: "Sub \(index % 3)/\(number).png")
      }
    }
    // A variant created by plain clipping: in sRGB both reds are #ff0000.
    try folder.copy("Samples/two-reds.png", to: "Sub 2/pair-p3.png")
    let variant = PNGBuilder(width: 64, height: 64) { _, _, channel in channel == 0 ? 255 : 0 }.declaring([.sRGB()])
    try folder.write(variant.bytes, to: "Sub 2/pair-srgb.png")
    // A set of an asset catalog with an image of sRGB in 16 bits, and one in the slot for Display P3.
    let set = "Sub 2/Media.xcassets/Set.imageset/"
    let slots = "{\"filename\":\"deep.png\"},{\"filename\":\"flat.png\",\"display-gamut\":\"display-P3\"}"
    try folder.write("{\"images\":[\(slots)]}", to: set + "Contents.json")
    for (name, image) in [("deep", PNGBuilder.rgb16), ("flat", PNGBuilder.rgb)] {
      try folder.write(image.declaring([.sRGB()]).bytes, to: set + name + ".png")
    }
    // An image that has one size for two scales.
    let scales = "{\"filename\":\"a.png\",\"scale\":\"1x\"},{\"filename\":\"a.png\",\"scale\":\"2x\"}"
    try folder.write("{\"images\":[\(scales)]}", to: "Sub 2/Media.xcassets/Scales.imageset/Contents.json")
    try folder.write(PNGBuilder.rgb.declaring([.sRGB()]).bytes, to: "Sub 2/Media.xcassets/Scales.imageset/a.png")
    // An icon with an alpha channel, and a drawable of Android in Display P3.
    let icon = "{\"images\":[{\"filename\":\"a.png\",\"idiom\":\"ios-marketing\"}]}"
    try folder.write(icon, to: "Sub 2/Media.xcassets/AppIcon.appiconset/Contents.json")
    let clear = PNGBuilder(width: 4, height: 4, colorType: 6) { x, _, _ in 60 * x }.declaring([.sRGB()])
    try folder.write(clear.bytes, to: "Sub 2/Media.xcassets/AppIcon.appiconset/a.png")
    try folder.copy("Samples/two-reds.png", to: "Sub 2/res/drawable/reds.png")
    for (index, entry) in SetAuditCase.all.enumerated() {
      try entry.write(to: folder, below: "Sub 2/\(index).xcassets")
    }
    try folder.write("no image", to: "Sub 1/not a png.png")
    try folder.link("loop", to: ".")
    try folder.link("Sub 1/loop.png", to: "loop.png")
    try folder.link("dangling.png", to: "nowhere.png")
    // The header of an image of 1,000,000 x 1,000,000 pixels, with its CRC by Python's zlib.
    let header: [UInt8] = [0, 15, 66, 64, 0, 15, 66, 64, 8, 2, 0, 0, 0, 211, 15, 175, 42]
    let huge = PNGBuilder.rgb.bytes.prefix(16) + header + PNGBuilder.rgb.bytes.dropFirst(33)
    for name in ["huge.png", "Sub 1/huge.png"] { try folder.write(Array(huge), to: name) }
    return folder
  }

  /// Writes a file whose name need not be valid text.
  static func write(_ bytes: [UInt8], _ path: [UInt8]) throws {
    let name = (path + [0]).map { CChar(bitPattern: $0) }
    guard let file = unsafe fopen(name, "w") else { throw POSIXError(.EIO) }
    defer { unsafe fclose(file) }
    guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw POSIXError(.EIO) }
  }
}
