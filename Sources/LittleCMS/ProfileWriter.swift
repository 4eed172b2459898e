/// Writes a version 4 display profile byte by byte, so that the result depends only on the input, and not on the clock,
/// the platform, or the version of a library.
struct ProfileWriter {
  let colorSpace: Signature
  /// The tags in order, each with its data; equal data are stored once (ICC.1:2022 clause 7.3.1 permits sharing).
  private(set) var tags: [(signature: Signature, data: [UInt8])] = []

  init(colorSpace: Signature) { self.colorSpace = colorSpace }

  /// Adds a `multiLocalizedUnicodeType` with one record, American English.
  mutating func add(_ signature: Signature, text: String) {
    let units = Array(text.utf16)
    add(
      signature,
      Self.type("mluc") + Self.u32(1) + Self.u32(12) + Self.u16(0x656E) + Self.u16(0x5553)
        + Self.u32(UInt32(2 * units.count)) + Self.u32(28) + units.flatMap(Self.u16))
  }

  mutating func add(_ signature: Signature, _ value: XYZNumber) {
    add(signature, Self.type("XYZ ") + Self.xyz(value))
  }

  mutating func add(_ signature: Signature, numbers: [Int32]) {
    add(signature, Self.type("sf32") + numbers.flatMap(Self.s32))
  }

  /// Adds a `curveType`, or a `parametricCurveType` if the curve was parametric.
  mutating func add(_ signature: Signature, _ curve: ToneCurve) {
    // No entry is the identity, one entry is an exponent times 256.
    func samples(_ entries: [UInt16]) -> [UInt8] {
      Self.type("curv") + Self.u32(UInt32(entries.count)) + entries.flatMap(Self.u16)
    }
    switch curve {
    case .identity: add(signature, samples([]))
    case .gamma(let exponent): add(signature, samples([exponent]))
    case .table(let entries): add(signature, samples(entries))
    case .parametric(let kind, let parameters):
      let head = Self.type("para") + Self.u16(UInt16(truncatingIfNeeded: kind)) + Self.u16(0)
      add(signature, head + parameters.flatMap(Self.s32))
    }
  }

  private mutating func add(_ signature: Signature, _ data: [UInt8]) { tags.append((signature, data)) }

  /// Returns the complete profile with its ID.
  func bytes() -> [UInt8] {
    var table = Self.u32(UInt32(tags.count))
    let dataStart = 128 + 4 + 12 * tags.count
    var data: [UInt8] = []
    var places: [Int] = []
    for tag in tags {
      let same = tags[..<places.count].firstIndex { $0.data == tag.data }
      let place = same.map { places[$0] } ?? dataStart + data.count
      places.append(place)
      if same == nil {
        data += tag.data
        data += repeatElement(0, count: -data.count & 3)  // Each begins on a multiple of four bytes.
      }
      table += Self.u32(tag.signature.rawValue) + Self.u32(UInt32(place)) + Self.u32(UInt32(tag.data.count))
    }
    var profile = header(size: dataStart + data.count) + table + data
    profile.replaceSubrange(84..<100, with: ProfileID(computing: profile[...]).bytes)
    return profile
  }

  /// ICC.1:2022 clause 7.2. Zero means no preferred CMM, no platform, no manufacturer, model or creator, and the
  /// perceptual intent.
  private func header(size: Int) -> [UInt8] {
    var header = Self.u32(UInt32(size)) + Self.u32(0) + Self.u32(0x0430_0000)
    header += Self.signature("mntr") + Self.signature(colorSpace) + Self.signature("XYZ ")
    header += [2025, 1, 1, 0, 0, 0].flatMap(Self.u16)  // A date is required; this one is arbitrary.
    header += Self.signature("acsp") + [UInt8](repeating: 0, count: 28)
    header += Self.xyz(.d50)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }

  private static func u16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
  private static func u32(_ value: UInt32) -> [UInt8] {
    u16(UInt16(value >> 16)) + u16(UInt16(truncatingIfNeeded: value))
  }
  private static func s32(_ value: Int32) -> [UInt8] { u32(UInt32(bitPattern: value)) }
  private static func xyz(_ value: XYZNumber) -> [UInt8] { s32(value.x) + s32(value.y) + s32(value.z) }
  private static func signature(_ value: Signature) -> [UInt8] { u32(value.rawValue) }
  /// Returns a type signature and the four reserved bytes after it.
  private static func type(_ value: Signature) -> [UInt8] { signature(value) + u32(0) }
}

extension Profile {
  /// Returns the bytes of a new display profile.
  ///
  /// - Parameters:
  ///   - colorants: nil for a grey profile, which has one curve.
  ///   - adaptation: the adaptation of the space's white to D50, by rows, times 65,536.
  private static func written(
    _ name: String, _ colorants: Colorants?, _ curves: [ToneCurve], adaptation: [Int32]? = nil
  ) -> [UInt8] {
    var writer = ProfileWriter(colorSpace: colorants == nil ? "GRAY" : "RGB ")
    writer.add("desc", text: name)
    writer.add("cprt", text: "No copyright, use freely")
    writer.add("wtpt", .d50)
    if let adaptation { writer.add("chad", numbers: adaptation) }
    if let colorants {
      writer.add("rXYZ", colorants.red)
      writer.add("gXYZ", colorants.green)
      writer.add("bXYZ", colorants.blue)
    }
    let tags: [Signature] = colorants == nil ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]
    for (tag, curve) in zip(tags, curves) { writer.add(tag, curve) }
    return writer.bytes()
  }

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

  /// Returns a new display profile with one curve for all channels, like the profiles of `Profiles/`.
  ///
  /// - Parameters:
  ///   - colorants: nil for a grey profile.
  ///   - adaptation: the adaptation of the space's white to D50, by rows, times 65,536.
  package static func made(
    _ name: String, _ colorants: Colorants?, curve: ToneCurve, adaptation: [Int32]
  ) -> Profile {
    Profile(written: written(name, colorants, [curve, curve, curve], adaptation: adaptation))
  }
}
