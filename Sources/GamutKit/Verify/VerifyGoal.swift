import Gamut
import LittleCMS

/// The requirement in a form to measure from.
enum VerifyGoal: Sendable {
  case any
  case rgb(RGBSpace)
  /// A published space, with all its parameter sets.
  case published(ReferenceSpace)
  /// A grey curve, as a space whose neutrals have this curve.
  case grey(RGBSpace)
  case table(Profile, any DeviceToPCS)

  init(_ target: VerifyOptions.Target) throws(DeclarationFault) {
    switch target {
    case .any: self = .any
    case .space(.known(.sGray)): self = .grey(.sRGB)
    case .space(.known(let known)): self = .published(known)
    case .space(.profile(let profile)):
      switch try profile.source(isGrey: profile.header.colorSpace == "GRAY") {
      case .rgb(let space): self = .rgb(space)
      case .grey(let curve): self = .grey(try Self.space(curve))
      case .table(let table): self = .table(profile, table)
      }
    }
  }

  /// Returns the largest difference between a colour's codes in a source and in the goal. nil if there is nothing to
  /// measure: any space is accepted, or the goal is for grey and the image is not.
  ///
  /// - Throws: `tables` if both use lookup tables and are not the same profile.
  func difference(of source: SourceColor, profile: Profile?, isGrey: Bool) throws(DeclarationFault) -> SpaceDifference?
  {
    switch self {
    case .any: return nil
    case .rgb(let space):
      let probe = ProbedSource(source.meaning, neutralsOnly: isGrey)
      // All published parameter sets of sRGB are equivalent.
      let accepted = [space] + (space.isEquivalent(to: .sRGB) ? RGBSpace.sRGB.publications : [])
      return Self.difference(of: probe, from: accepted)
    case .published(let reference):
      let probe = ProbedSource(source.meaning, neutralsOnly: isGrey)
      return Self.difference(of: probe, from: reference.variants.flatMap(\.publications))
    case .grey(let space):
      return isGrey ? Self.difference(of: ProbedSource(source.meaning, neutralsOnly: true), from: [space]) : nil
    case .table(let wanted, let table):
      if profile == wanted { return SpaceDifference() }
      let reference: RGBSpace
      switch source.meaning {
      case .rgb(let space): reference = space
      case .grey(let curve): reference = try Self.space(curve)
      case .table: throw .tables
      }
      return ProbedSource(.table(table), neutralsOnly: isGrey).differences(from: [reference]).first
    }
  }

  /// The smallest difference from some spaces; 0 from one with the same parameters, which nobody needs to measure.
  private static func difference(of probe: ProbedSource, from spaces: [RGBSpace]) -> SpaceDifference? {
    probe.isOne(of: spaces) ? SpaceDifference() : probe.differences(from: spaces).min { $0.largest < $1.largest }
  }

  private static func space(_ curve: TransferFunction) throws(DeclarationFault) -> RGBSpace {
    guard let space = RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve) else {
      throw .chromaticities  // Not reached: sRGB's colorants have an inverse.
    }
    return space
  }
}
