import Gamut
import LittleCMS
import PNGCodec

/// What determines the meaning of a file's codes: files with equal keys share it and all values computed from it.
struct DeclarationKey: Hashable, Sendable {
  /// The declaration; nil if the file declares nothing, or if its declaration is overridden.
  var declaration: Declaration?
  var isGrey: Bool

  /// The memory for the profiles that a cache keeps, in bytes.
  static let room = 16 << 20
}

extension Declaration {
  var size: Int {
    guard case .iCCP(let embedded) = self, case .success(let bytes) = embedded.contents else { return 0 }
    return bytes.count
  }
}

extension Memo where Key == DeclarationKey {
  /// Returns a cache of values computed from declarations, for at most `limit` of them.
  static func ofDeclarations(limit: Int = 64) -> Memo {
    Memo(limit: limit, room: DeclarationKey.room) { $0.declaration?.size ?? 0 }
  }
}

/// The meanings of declarations: an embedded profile is parsed once for all files that have it.
typealias Meanings = Memo<DeclarationKey, DeclaredMeaning>

extension Meanings {
  func meaning(of declaration: Declaration, isGrey: Bool) -> DeclaredMeaning {
    value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      DeclaredMeaning(declaration, isGrey: isGrey)
    }
  }
}

struct DeclaredMeaning: Sendable {
  let color: Result<SourceColor, DeclarationFault>
  /// The profile of an iCCP chunk, even if it cannot be used; nil if there is none.
  let profile: Profile?

  var fault: DeclarationFault? { if case .failure(let fault) = color { fault } else { nil } }

  fileprivate init(_ declaration: Declaration, isGrey: Bool) {
    var parsed: Profile?
    color = Result { () throws(DeclarationFault) in
      switch declaration {
      case .cICP(let cicp):
        return SourceColor(
          origin: .cICP, description: CodePoints.description(cicp), meaning: .rgb(try CodePoints.space(cicp)))
      case .iCCP(let embedded):
        let profile = try Self.profile(in: embedded)
        parsed = profile
        return try SourceColor(.profile(profile), origin: .iCCP, isGrey: isGrey)
      case .sRGB: return try SourceColor(.sRGB, origin: .sRGB, isGrey: isGrey)
      case .gamma(let gamma):
        return SourceColor(
          origin: .gamma, description: "gamma \(Self.exponent(gamma)), sRGB primaries",
          meaning: .rgb(RGBSpace.sRGB.with(try Self.curve(gamma))))
      case .gammaAndChromaticities(let gamma, let chromaticities):
        let curve = try Self.curve(gamma)
        guard let space = RGBSpace(colorants: try chromaticities.toPCS, curve: curve) else { throw .chromaticities }
        return SourceColor(
          origin: .gammaAndChromaticities,
          description: "gamma \(Self.exponent(gamma)), \(Self.name(of: chromaticities)) (cHRM)", meaning: .rgb(space))
      }
    }
    profile = parsed
  }

  private static func profile(in embedded: EmbeddedProfile) throws(DeclarationFault) -> Profile {
    switch embedded.contents {
    case .failure(let fault): throw .contents(fault)
    case .success(let bytes): do { return try Profile(bytes: bytes) } catch { throw .profile(error) }
    }
  }

  private static func curve(_ gamma: UInt32) throws(DeclarationFault) -> TransferFunction {
    guard gamma > 0 else { throw .zeroGamma }
    guard (10_000...1_000_000).contains(gamma) else { throw .gamma(gamma) }
    return .gamma(100_000 / Double(gamma))
  }

  private static func name(of chromaticities: Chromaticities) -> String {
    ReferenceSpace.usual.first { $0.accepts(chromaticities) }.map { "\($0.name) primaries" } ?? "primaries of its own"
  }

  private static func exponent(_ gamma: UInt32) -> String {
    JSONWriter.text(of: 100_000 / Double(gamma), significantDigits: 4)
  }
}

extension Profile {
  var isGrey: Bool { header.colorSpace == "GRAY" }

  /// What the two tables of a profile make of the colour for which they differ most; nil if no difference is visible.
  var wordsOnTables: String? {
    guard hasTag("A2B0"), hasTag("A2B1"), !isGrey, let colorimetric = try? UsableProfile(self, isGrey: false),
      let perceptual = try? UsableProfile(without("A2B1"), isGrey: false)
    else { return nil }
    let steps = stride(from: 0, through: 255, by: 17).map { $0 }
    let codes = steps.flatMap { red in steps.flatMap { green in steps.map { SIMD3(red, green, $0) } } }
    func colors(_ profile: UsableProfile) -> [ColorInSRGB] {
      profile.transform(codes.map { SIMD3<Double>($0) / 255 }).map {
        ColorInSRGB(linearSRGB: RGBSpace.sRGB.fromPCS * $0)
      }
    }
    let differences = zip(colors(perceptual), colors(colorimetric)).map {
      (first: $0, second: $1, size: DIN99o(linearSRGB: $0.linear).difference(to: DIN99o(linearSRGB: $1.linear)))
    }
    guard let (code, worst) = zip(codes, differences).max(by: { $0.1.size < $1.1.size }),
      worst.size >= Rendition.defaultJND
    else { return nil }
    return "Two tables of the profile differ by up to \(Words.difference(worst.size)) (DIN99o): "
      + "\(ColorInSRGB(code: code).hex) is \(worst.first.hex) in sRGB by A2B0 (perceptual), which Chrome (skcms) and "
      + "Firefox (qcms) use, and \(worst.second.hex) by A2B1 (colorimetric), which gamut uses. Other programs choose "
      + "one by the rendering intent."
  }

  /// Returns the meaning of an image's codes, if the profile defines it.
  func source(isGrey: Bool) throws(DeclarationFault) -> SourceSpace {
    do { return try UsableProfile(self, isGrey: isGrey).meaning } catch { throw .profile(error) }
  }
}

extension SourceSpace {
  /// Returns whether codes mean the same colours in both spaces to half an 8-bit code; for a grey image only neutrals
  /// are compared. For lookup tables it cannot be determined, and the result is false.
  func isEquivalent(to reference: SourceSpace, isGrey: Bool) -> Bool {
    /// Neutrals depend on the curves alone, because all colorants add up to white.
    func compared(_ space: RGBSpace) -> RGBSpace? {
      isGrey
        ? RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: space.red, green: space.green, blue: space.blue) : space
    }
    guard let own = comparable.flatMap(compared), let other = reference.comparable.flatMap(compared) else {
      return false
    }
    return own.isEquivalent(to: other)
  }
}
