/// Version 4 display profiles, written byte by byte, so that the result depends only on the input, and not on the clock, the
/// platform, or the version of a library.
extension Profile {
  /// Returns the bytes of a new display profile: without colorants a grey one, which has one curve. `adaptation` is that of the
  /// space's white to D50, by rows, times 65,536.
  private static func written(
    _ name: String, _ colorants: Colorants?, _ curves: [ToneCurve], adaptation: [Int32]? = nil
  ) -> [UInt8] {
    var tags: [(Signature, [UInt8])] = [
      ("desc", text(name)), ("cprt", text("No copyright, use freely")), ("wtpt", type("XYZ ") + xyz(.d50)),
    ]
    if let adaptation { tags.append(("chad", type("sf32") + adaptation.flatMap(\.bytes))) }
    if let colorants {
      let columns: [(Signature, XYZNumber)] = [
        ("rXYZ", colorants.red), ("gXYZ", colorants.green), ("bXYZ", colorants.blue),
      ]
      tags += columns.map { ($0, type("XYZ ") + xyz($1)) }
    }
    let names: [Signature] = colorants == nil ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    tags += zip(names, curves).map { ($0, data(of: $1)) }
    return bytes(of: tags, colorSpace: colorants == nil ? "GRAY" : "RGB ")
  }

  /// Returns a whole profile with its ID. Equal data are stored once (ICC.1:2022 clause 7.3.1 permits sharing).
  private static func bytes(of tags: [(Signature, [UInt8])], colorSpace: Signature) -> [UInt8] {
    var table = UInt32(tags.count).bytes
    let dataStart = 128 + 4 + 12 * tags.count
    var data: [UInt8] = []
    var places: [[UInt8]: Int] = [:]
    for (signature, content) in tags {
      let place = places[content] ?? dataStart + data.count
      if places.updateValue(place, forKey: content) == nil {
        data += content
        data += repeatElement(0, count: -data.count & 3)  // Each begins on a multiple of four bytes.
      }
      table += signature.rawValue.bytes + UInt32(place).bytes + UInt32(content.count).bytes
    }
    // ICC.1:2022 clause 7.2. Zero means no preferred CMM, platform, manufacturer, model or creator, and perceptual.
    var profile = UInt32(dataStart + data.count).bytes + UInt32(0).bytes + UInt32(0x0430_0000).bytes
    for signature: Signature in ["mntr", colorSpace, "XYZ "] { profile += signature.rawValue.bytes }
    profile += [2025, 1, 1, 0, 0, 0].flatMap { UInt16($0).bytes }  // A date is required; this one is arbitrary.
    profile += "acsp".utf8 + [UInt8](repeating: 0, count: 28) + xyz(.d50)
    profile += [UInt8](repeating: 0, count: 128 - profile.count) + table + data
    profile.replaceSubrange(84..<100, with: ProfileID(computing: profile[...]).bytes)
    return profile
  }

  /// A `multiLocalizedUnicodeType` with one record, American English.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap(\.bytes)
    return type("mluc") + UInt32(1).bytes + UInt32(12).bytes + Array("enUS".utf8) + UInt32(units.count).bytes
      + UInt32(28).bytes + units
  }

  /// A `curveType`, or a `parametricCurveType` if the curve was parametric.
  private static func data(of curve: ToneCurve) -> [UInt8] {
    // No entry is the identity, one entry is an exponent times 256.
    func samples(_ entries: [UInt16]) -> [UInt8] {
      type("curv") + UInt32(entries.count).bytes + entries.flatMap(\.bytes)
    }
    switch curve {
    case .identity: return samples([])
    case .gamma(let exponent): return samples([exponent])
    case .table(let entries): return samples(entries)
    case .parametric(let kind, let parameters):
      return type("para") + UInt16(truncatingIfNeeded: kind).bytes + UInt16(0).bytes + parameters.flatMap(\.bytes)
    }
  }

  private static func xyz(_ value: XYZNumber) -> [UInt8] { value.x.bytes + value.y.bytes + value.z.bytes }

  /// Returns a type signature and the four reserved bytes after it.
  private static func type(_ value: Signature) -> [UInt8] { value.rawValue.bytes + UInt32(0).bytes }

  /// Returns a new display profile of matrix and curves.
  public static func display(_ colorants: Colorants, red: ToneCurve, green: ToneCurve, blue: ToneCurve) -> Profile? {
    try? Profile(bytes: written("RGB", colorants, [red, green, blue]))
  }

  /// A profile for grey with the curve of this profile: for grey images whose colours are those of this space. nil if
  /// the profile has tables or several curves.
  public var greySibling: Profile? {
    guard let redTRC, redTRC == greenTRC, redTRC == blueTRC, !hasLUT else { return nil }
    return try? Profile(bytes: Self.written("\(description ?? "RGB") grey", nil, [redTRC]))
  }

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

  /// Returns a new display profile with one curve for all channels, like the profiles of `Profiles/`; without colorants a grey
  /// one. `adaptation` is that of the space's white to D50, by rows, times 65,536.
  package static func made(
    _ name: String, _ colorants: Colorants?, curve: ToneCurve, adaptation: [Int32]
  ) -> Profile {
    Profile(written: written(name, colorants, [curve, curve, curve], adaptation: adaptation))
  }
}

extension FixedWidthInteger {
  fileprivate var bytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
