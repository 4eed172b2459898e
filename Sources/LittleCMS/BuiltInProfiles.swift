extension Profile {
  /// sRGB (IEC 61966-2-1): the profile of `Profiles/sRGB.icc`.
  public static let sRGB = builtIn(
    "sRGB",
    colorants: Colorants(
      red: XYZNumber(x: 0x6FA0, y: 0x38F2, z: 0x038F),
      green: XYZNumber(x: 0x6296, y: 0xB789, z: 0x18DA),
      blue: XYZNumber(x: 0x24A0, y: 0x0F85, z: 0xB6C4)))

  /// Display P3: the profile of `Profiles/DisplayP3.icc`. Red has a negative Z, as a result of the D50 adaptation.
  public static let displayP3 = builtIn(
    "Display P3",
    colorants: Colorants(
      red: XYZNumber(x: 0x83DF, y: 0x3DBF, z: -0x45),
      green: XYZNumber(x: 0x4ABF, y: 0xB137, z: 0x0AB9),
      blue: XYZNumber(x: 0x2838, y: 0x110A, z: 0xC8B9)))

  /// Grey with the curve of sRGB and Display P3: the profile of `Profiles/sGray.icc`.
  public static let sGray = builtIn("sGray", colorants: nil)

  /// g, a, b, c and d of the curve of sRGB, `para` kind 3, times 65,536.
  private static let curve: [Int32] = [0x26666, 0xF2A7, 0x0D59, 0x13D0, 0x0A5B]

  /// Bradford's adaptation from D65, xy (0.3127, 0.3290), to D50, by rows, times 65,536.
  private static let d65ToD50: [Int32] = [68674, 1502, -3291, 1939, 64912, -1119, -606, 988, 49262]

  private static func builtIn(_ name: String, colorants: Colorants?) -> Profile {
    made(name, colorants, curve: .parametric(kind: 3, parameters: curve), adaptation: d65ToD50)
  }

  /// Returns a new display profile with one curve for all channels, like the profiles of `Profiles/`.
  ///
  /// - Parameters:
  ///   - colorants: nil for a grey profile.
  ///   - adaptation: the adaptation of the space's white to D50, by rows, times 65,536.
  package static func made(
    _ name: String, _ colorants: Colorants?, curve: ToneCurve, adaptation: [Int32]
  ) -> Profile {
    var writer = ProfileWriter(colorSpace: colorants == nil ? "GRAY" : "RGB ")
    writer.add("desc", text: name)
    writer.add("cprt", text: "No copyright, use freely")
    writer.add("wtpt", .d50)
    writer.add("chad", numbers: adaptation)
    if let colorants {
      writer.add("rXYZ", colorants.red)
      writer.add("gXYZ", colorants.green)
      writer.add("bXYZ", colorants.blue)
    }
    let curves: [Signature] = colorants == nil ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    for tag in curves { writer.add(tag, curve) }
    return Profile(written: writer.bytes())
  }
}
