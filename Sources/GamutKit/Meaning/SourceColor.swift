import Gamut
import LittleCMS
import PNGCodec

/// The meaning of a file's codes, and its origin.
struct SourceColor: Sendable {
  var origin: SourceOrigin
  var description: String?
  /// The equivalent space; nil for any other space.
  var space: KnownSpace?
  var meaning: SourceSpace
  /// The profile that defines the meaning, if there is one.
  var profile: Profile?

  /// Creates the meaning of a declaration.
  init(_ declaration: Declaration, isGrey: Bool) throws(DeclarationFault) {
    origin = SourceOrigin(declaration)
    switch declaration {
    case .cICP(let cicp):
      meaning = .rgb(try CodePoints.space(cicp))
      description = CodePoints.description(cicp)
    case .iCCP(let embedded):
      let profile = try embedded.profile
      meaning = try profile.source(isGrey: isGrey)
      description = profile.description
      self.profile = profile
    case .sRGB:
      meaning = .rgb(.sRGB)
      profile = .sRGB
      description = KnownSpace.sRGB.name
    case .gamma(let gamma):
      let curve = try Self.curve(gamma)
      meaning = .rgb(try Self.space(RGBSpace.sRGB.toPCS, curve))
      description = "gamma \(Self.exponent(gamma)), sRGB primaries"
    case .gammaAndChromaticities(let gamma, let chromaticities):
      let curve = try Self.curve(gamma)
      let toPCS = try chromaticities.toPCS
      meaning = .rgb(try Self.space(toPCS, curve))
      description = "gamma \(Self.exponent(gamma)), primaries of its own (cHRM)"
    }
    space = Self.known(meaning)
  }

  /// Creates the meaning of a space given by the user, or of the default.
  init(_ choice: SpaceChoice, origin: SourceOrigin, isGrey: Bool) throws(DeclarationFault) {
    self.origin = origin
    description = choice.description
    switch choice {
    case .known(let known):
      meaning = .rgb(known.space)
      profile = known == .displayP3 ? .displayP3 : .sRGB
    case .profile(let given):
      meaning = try given.source(isGrey: isGrey)
      profile = given
    }
    space = Self.known(meaning)
  }

  /// A grey curve is compared with that of sRGB: neutrals have no other property that distinguishes spaces.
  private static func known(_ meaning: SourceSpace) -> KnownSpace? {
    switch meaning {
    case .rgb(let space): KnownSpace(equivalentTo: space)
    case .grey(let curve):
      RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
        .flatMap { KnownSpace(equivalentTo: $0) }
    case .table: nil
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

  /// Returns the exponent as text, to four digits.
  private static func exponent(_ gamma: UInt32) -> String {
    JSONWriter.text(of: 100_000 / Double(gamma), significantDigits: 4)
  }
}

extension EmbeddedProfile {
  /// The profile in the chunk.
  var profile: Profile {
    get throws(DeclarationFault) {
      switch contents {
      case .failure(let fault): throw .contents(fault)
      case .success(let bytes):
        do {
          return try Profile(bytes: bytes)
        } catch {
          throw .profile(error)
        }
      }
    }
  }
}
