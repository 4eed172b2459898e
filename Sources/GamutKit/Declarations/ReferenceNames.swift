/// The names of the spaces, as people write them.
extension ReferenceSpace {
  /// Names in use beside `rawValue` and `name`. They are accepted in any case, and with or without spaces, hyphens,
  /// underscores, dots, commas and parentheses, like all names.
  public var otherNames: [String] {
    switch self {
    case .displayP3: ["P3", "P3-D65"]
    case .sRGB: ["sRGB IEC61966-2.1", "IEC 61966-2-1"]
    case .sGray: ["sGrey"]
    case .displayP3Compat: ["P3 Compat"]
    case .linearSRGB: ["sRGB linear"]
    case .adobeRGB: ["A98 RGB", "Adobe 1998"]
    case .proPhotoRGB: ["ProPhoto", "ROMM RGB", "ROMM"]
    case .rec2020: ["BT.2020", "ITU-R BT.2020"]
    case .rec2020Display: ["BT.2020 gamma 2.4", "Rec. 2020 BT.1886"]
    case .dciP3: ["P3-DCI", "SMPTE RP 431-2"]
    case .rec709: ["BT.709", "ITU-R BT.709"]
    case .rec709Display: ["BT.709 gamma 2.4", "Rec. 709 BT.1886"]
    case .rec601NTSC: ["BT.601 525", "Rec. 601 NTSC", "BT.601 NTSC"]
    case .rec601PAL: ["BT.601 625", "Rec. 601 PAL", "BT.601 PAL"]
    case .appleRGB: []
    case .colorMatchRGB: ["ColorMatch"]
    case .wideGamutRGB: ["Wide Gamut"]
    case .genericRGB: ["Generic RGB Profile"]
    }
  }

  /// Creates the space of a name: `rawValue`, `name`, or one of `otherNames`.
  public init?(named name: String) {
    // A longer text cannot be a name, and is not copied.
    guard name.utf8.count <= 64, let space = Self.spacesByName[Self.plain(name)] else { return nil }
    self = space
  }

  /// Returns the spaces that a mistyped name may mean: up to three whose names begin so, or the one with the nearest
  /// name.
  package static func nearest(to name: String) -> [ReferenceSpace] {
    guard name.utf8.count <= 64 else { return [] }
    let typed = plain(name)
    if typed.utf8.count >= 3 {
      let beginning = allCases.filter { $0.plainNames.contains { $0.hasPrefix(typed) } }
      if (1...3).contains(beginning.count) { return beginning }
    }
    let nearest = Suggestion.nearest(to: typed, among: allCases.flatMap(\.plainNames))
    return nearest.flatMap { spacesByName[$0] }.map { [$0] } ?? []
  }

  private var plainNames: [String] { ([rawValue, name] + otherNames).map(Self.plain) }

  private static let spacesByName: [String: ReferenceSpace] = allCases.reduce(into: [:]) { names, space in
    for name in space.plainNames { names[name] = space }
  }

  /// Returns a name in lower case, without the characters that do not matter. A slash does: it belongs to a path.
  private static func plain(_ name: String) -> String {
    let ignored = " -_.,()".utf8
    return String(
      decoding: name.utf8.filter { !ignored.contains($0) }.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}

extension ReferenceSpace {
  /// Creates the space that a name claims. Names do not determine a space, but a wrong name is reported.
  init?(claimedBy name: String) {
    // Any spelling is accepted, but only from the start of a word: "PS RGB" and "esRGB" do not claim to be sRGB.
    var letters: [UInt8] = []
    var starts: [Int] = []
    var previous = UInt8(ascii: " ")
    for byte in name.utf8 {
      if Self.isLetterOrDigit(byte) {
        let isCapital = (0x41...0x5a).contains(byte)
        if !Self.isLetterOrDigit(previous) || isCapital && previous & 0x20 != 0 { starts.append(letters.count) }
        letters.append(isCapital ? byte | 0x20 : byte)
      }
      previous = byte
    }
    func has(_ words: String...) -> Bool {
      words.contains { word in starts.contains { letters[$0...].starts(with: word.utf8) } }
    }
    // The primaries of a space with another curve, of which only sRGB's (those of Rec. 709) are published as linear.
    if has("linear"), !has("nonlinear"), !has("srgb") {
      guard has("rec709", "bt709") else { return nil }
      self = .linearSRGB
      return
    }
    if has("displayp3", "p3d65") {
      self = has("compat") ? .displayP3Compat : .displayP3
    } else if has("dcip3") {
      self = .dciP3
    } else if has("srgb") {
      self = has("linear") ? .linearSRGB : .sRGB
    } else if has("sgray", "sgrey") {
      self = .sGray
    } else if has("adobergb") {
      self = .adobeRGB
    } else if has("prophoto", "rommrgb") {
      self = .proPhotoRGB
    } else if has("rec2020", "bt2020") {
      self = has("gamma24") ? .rec2020Display : .rec2020
    } else if has("rec709", "bt709") {
      self = has("gamma24") ? .rec709Display : .rec709
    } else if has("rec601", "bt601"), has("525", "ntsc") {
      self = .rec601NTSC
    } else if has("rec601", "bt601"), has("625", "pal") {
      self = .rec601PAL
    } else if has("applergb") {
      self = .appleRGB
    } else if has("colormatch") {
      self = .colorMatchRGB
    } else if has("widegamutrgb") {
      self = .wideGamutRGB
    } else if has("genericrgb") {
      self = .genericRGB
    } else {
      return nil
    }
    // A name with the gamma of another curve claims no published space.
    if Self.statesGamma(name), gammaInNames.map({ !has($0) }) ?? true { return nil }
  }

  /// Whether a name states a gamma: a number after the word, or one of at most two digits before it.
  private static func statesGamma(_ name: String) -> Bool {
    let words = name.utf8.split { !isLetterOrDigit($0) }.map { $0.map { isDigit($0) ? $0 : $0 | 0x20 } }
    return words.indices.contains { index in
      guard words[index].starts(with: "gamma".utf8) else { return false }
      let rest = words[index].dropFirst(5)
      if let first = rest.first { return isDigit(first) }
      let isBefore = index > 0 && words[index - 1].count <= 2 && words[index - 1].allSatisfy(isDigit)
      return isBefore || index + 1 < words.count && isDigit(words[index + 1][0])
    }
  }

  /// The gamma of the space as names have it; nil for a curve that is no power.
  private var gammaInNames: String? {
    switch self {
    case .adobeRGB, .wideGamutRGB: "gamma22"
    case .proPhotoRGB, .appleRGB, .colorMatchRGB, .genericRGB: "gamma18"
    case .rec709Display, .rec2020Display: "gamma24"
    case .dciP3: "gamma26"
    default: nil
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5a).contains(byte & 0xdf)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
