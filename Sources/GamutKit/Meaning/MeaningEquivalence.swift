import Gamut

extension SourceSpace {
  /// Whether codes mean the same colours in both to half an 8-bit code; of a grey image only neutrals count. Of lookup
  /// tables it cannot be told.
  func isEquivalent(to reference: SourceSpace, isGrey: Bool) -> Bool {
    guard let own = comparable(isGrey: isGrey), let other = reference.comparable(isGrey: isGrey) else { return false }
    return own.isEquivalent(to: other)
  }

  /// The space to compare. Neutrals are told apart by the curves alone: colorants add up to white.
  private func comparable(isGrey: Bool) -> RGBSpace? {
    switch self {
    case .grey(let curve):
      return RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
    case .rgb(let space) where isGrey:
      return RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: space.red, green: space.green, blue: space.blue)
    case .rgb(let space): return space
    case .table: return nil
    }
  }
}
