extension ReferenceSpace {
  /// Creates the space of a name: `rawValue`, `name`, or one of `otherNames`.
  public init?(named name: String) {
    // A longer text cannot be a name, and is not copied.
    guard name.utf8.count <= 64, let space = Self.spacesByName[Self.plain(name)] else { return nil }
    self = space
  }

  /// Returns the spaces that a mistyped name may mean: up to three that begin so, or the one with the nearest name.
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
    func has(_ word: String) -> Bool { starts.contains { letters[$0...].starts(with: word.utf8) } }
    // The primaries of a space with another curve, of which only sRGB's (those of Rec. 709) are published as linear.
    if has("linear"), !has("nonlinear"), !has("srgb") {
      guard has("rec709") || has("bt709") else { return nil }
      self = .linearSRGB
      return
    }
    // Those of one space and the curve of another, as Argyll's "(PAL) primaries with Rec709 transfer function".
    if has("primarieswith") { return nil }
    guard let claim = Self.claims.first(where: { $0.words.contains { has($0) } }) else { return nil }
    switch claim.space {
    case .displayP3 where has("compat"): self = .displayP3Compat
    case .sRGB where has("linear"): self = .linearSRGB
    case .rec2020 where has("gamma24"): self = .rec2020Display
    case .rec709 where has("gamma24"): self = .rec709Display
    case .rec601NTSC where !has("525") && !has("ntsc"):
      guard has("625") || has("pal") else { return nil }
      self = .rec601PAL
    default: self = claim.space
    }
    // A name with the gamma of another curve claims no published space.
    if Self.statesGamma(name), gammaInNames.map({ !has($0) }) ?? true { return nil }
  }

  /// Whether a name states a gamma: a number after the word, or one of at most two digits before it.
  private static func statesGamma(_ name: String) -> Bool {
    let words = name.utf8.split { !isLetterOrDigit($0) }.map { $0.map { isDigit($0) ? $0 : $0 | 0x20 } }
    return words.indices.contains { index in
      guard words[index].starts(with: "gamma".utf8) else { return false }
      if let first = words[index].dropFirst(5).first { return isDigit(first) }
      let isBefore = index > 0 && words[index - 1].count <= 2 && words[index - 1].allSatisfy(isDigit)
      return isBefore || index + 1 < words.count && isDigit(words[index + 1][0])
    }
  }

  /// The words of names, in the order in which they decide.
  private static let claims: [(words: [String], space: ReferenceSpace)] = [
    (["displayp3", "p3d65"], .displayP3), (["dcip3"], .dciP3), (["srgb"], .sRGB), (["sgray", "sgrey"], .sGray),
    (["adobergb"], .adobeRGB), (["prophoto", "rommrgb"], .proPhotoRGB), (["rec2020", "bt2020"], .rec2020),
    (["rec709", "bt709"], .rec709), (["rec601", "bt601"], .rec601NTSC), (["applergb"], .appleRGB),
    (["colormatch"], .colorMatchRGB), (["widegamutrgb"], .wideGamutRGB), (["genericrgb"], .genericRGB),
  ]

  /// The gamma of the space as names have it; nil for a curve that is no power.
  private var gammaInNames: String? {
    guard let gamma = self == .proPhotoRGB ? 1.8 : exponent, gamma != 1 else { return nil }
    return "gamma\(Int((10 * gamma).rounded()))"
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5a).contains(byte & 0xdf)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
