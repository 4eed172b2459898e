public import Gamut
package import PNGCodec

/// A colour space that a report calls by a fixed name, independent of the name in the file.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum KnownSpace: String, Sendable, Hashable, CaseIterable {
  /// Display P3.
  case displayP3 = "display-p3"
  /// sRGB.
  case sRGB = "srgb"

  /// The name for people.
  public var name: String { self == .displayP3 ? "Display P3" : "sRGB" }

  /// The project's own parameters of the space.
  public var space: RGBSpace { self == .displayP3 ? .displayP3 : .sRGB }

  /// Creates the space that another is equivalent to, at 8 bits or better, by its parameters.
  init?(equivalentTo space: RGBSpace) {
    let match =
      Self.allCases.first { $0.space == space } ?? Self.allCases.first { space.isEquivalent(to: $0.space) }
    guard let match else { return nil }
    self = match
  }
}

extension KnownSpace {
  /// Returns whether gAMA has the value that the standard recommends beside this space for simple decoders: 45455 for
  /// the sRGB curve (PNG Third Edition, 11.3.2.5), with a tolerance of a thousandth.
  package func accepts(gamma: UInt32) -> Bool { (45410...45500).contains(gamma) }

  /// Returns whether cHRM has the primaries of the space (PNG Third Edition, 11.3.2.5, for sRGB), with a tolerance of
  /// 0.0005.
  package func accepts(_ chromaticities: Chromaticities) -> Bool {
    let expected: [(UInt32, UInt32)] =
      switch self {
      case .displayP3: [(31270, 32900), (68000, 32000), (26500, 69000), (15000, 6000)]
      case .sRGB: [(31270, 32900), (64000, 33000), (30000, 60000), (15000, 6000)]
      }
    let found = [chromaticities.white, chromaticities.red, chromaticities.green, chromaticities.blue]
    return zip(found, expected).allSatisfy { color, wanted in
      max(color.x, wanted.0) - min(color.x, wanted.0) <= 50 && max(color.y, wanted.1) - min(color.y, wanted.1) <= 50
    }
  }
}
