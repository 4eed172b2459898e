import Gamut
import LittleCMS
import PNGCodec

/// The facts that determine the meaning of a file's codes: files with equal keys share the meaning and all values
/// computed from it.
struct DeclarationKey: Hashable, Sendable {
  /// The declaration; nil if the file declares nothing, or if its declaration is overridden.
  var declaration: Declaration?
  /// Whether the image can only contain grey.
  var isGrey: Bool

  /// The size of its profile in bytes.
  var size: Int { declaration?.size ?? 0 }

  /// The memory for the profiles that a cache keeps, in bytes.
  static let room = 16 << 20
}

extension Declaration {
  /// The size of its profile in bytes.
  var size: Int {
    guard case .iCCP(let embedded) = self, case .success(let bytes) = embedded.contents else { return 0 }
    return bytes.count
  }
}

extension Memo where Key == DeclarationKey {
  /// Returns a cache of values computed from declarations, for at most `limit` of them.
  static func ofDeclarations(limit: Int = 64) -> Memo {
    Memo(limit: limit, room: DeclarationKey.room) { $0.size }
  }
}

/// The meanings of declarations: an embedded profile is parsed once for all files that have it.
typealias Meanings = Memo<DeclarationKey, DeclaredMeaning>

extension Meanings {
  /// A cache of few meanings, for commands that cache the values computed from them.
  static var few: Meanings { .ofDeclarations(limit: 4) }

  func meaning(of declaration: Declaration, isGrey: Bool) -> DeclaredMeaning {
    value(for: DeclarationKey(declaration: declaration, isGrey: isGrey)) {
      DeclaredMeaning(declaration, isGrey: isGrey)
    }
  }
}

/// The meaning of a declaration for images of one kind.
struct DeclaredMeaning: Sendable {
  let color: Result<SourceColor, DeclarationFault>
  /// The profile of an iCCP chunk, even if it cannot be used; nil if there is none.
  let profile: Profile?

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
        let curve = try Self.curve(gamma)
        return SourceColor(
          origin: .gamma, description: "gamma \(Self.exponent(gamma)), sRGB primaries",
          meaning: .rgb(try Self.space(RGBSpace.sRGB.toPCS, curve)))
      case .gammaAndChromaticities(let gamma, let chromaticities):
        let curve = try Self.curve(gamma)
        return SourceColor(
          origin: .gammaAndChromaticities,
          description: "gamma \(Self.exponent(gamma)), \(Self.name(of: chromaticities)) (cHRM)",
          meaning: .rgb(try Self.space(chromaticities.toPCS, curve)))
      }
    }
    profile = parsed
  }

  private static func profile(in embedded: EmbeddedProfile) throws(DeclarationFault) -> Profile {
    switch embedded.contents {
    case .failure(let fault): throw .contents(fault)
    case .success(let bytes):
      do {
        return try Profile(bytes: bytes)
      } catch {
        throw .profile(error)
      }
    }
  }

  private static func curve(_ gamma: UInt32) throws(DeclarationFault) -> TransferFunction {
    guard gamma > 0 else { throw .zeroGamma }
    guard (10_000...1_000_000).contains(gamma) else { throw .gamma(gamma) }
    return .gamma(100_000 / Double(gamma))
  }

  private static func space(_ toPCS: Matrix3, _ curve: TransferFunction) throws(DeclarationFault) -> RGBSpace {
    guard let space = RGBSpace(colorants: toPCS, red: curve, green: curve, blue: curve) else {
      throw .chromaticities
    }
    return space
  }

  private static func name(of chromaticities: Chromaticities) -> String {
    ReferenceSpace.usual.first { $0.accepts(chromaticities) }.map { "\($0.name) primaries" } ?? "primaries of its own"
  }

  /// Returns the exponent as text, to four digits.
  private static func exponent(_ gamma: UInt32) -> String {
    JSONWriter.text(of: 100_000 / Double(gamma), significantDigits: 4)
  }
}
