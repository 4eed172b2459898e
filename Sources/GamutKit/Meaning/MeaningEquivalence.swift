import Gamut

extension SourceSpace {
  /// Returns whether codes mean the same colours in both spaces to half an 8-bit code; for a grey image only neutrals
  /// are compared. For lookup tables it cannot be determined, and the result is false.
  func isEquivalent(to reference: SourceSpace, isGrey: Bool) -> Bool {
    guard let own = comparable(isGrey: isGrey), let other = reference.comparable(isGrey: isGrey) else { return false }
    return own.isEquivalent(to: other)
  }

  /// Returns the space to compare.
  private func comparable(isGrey: Bool) -> RGBSpace? {
    switch self {
    case .grey(let curve):
      return RGBSpace(ofNeutrals: curve)
    case .rgb(let space) where isGrey:
      return RGBSpace(colorants: RGBSpace.sRGB.toPCS, red: space.red, green: space.green, blue: space.blue)
    case .rgb(let space): return space
    case .table: return nil
    }
  }
}

extension RGBSpace {
  /// Creates a space to compare neutrals with. They depend on the curve alone, because all colorants add up to white.
  init?(ofNeutrals curve: TransferFunction) {
    self.init(colorants: RGBSpace.sRGB.toPCS, red: curve, green: curve, blue: curve)
  }
}
