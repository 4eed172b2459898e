/// The colour of a slot.
public enum AssetColor: Sendable, Hashable {
  /// Components in a colour space.
  case components(ColorComponents)
  /// A system colour, for which the file has a name but no components.
  case system(name: String, platform: String?)
}

/// A colour given by its components in a space.
public struct ColorComponents: Sendable, Hashable {
  /// A colour space, with its name in asset catalogs as raw value.
  public struct Space: RawRepresentable, Sendable, Hashable {
    /// The name, as in the file.
    public var rawValue: String

    /// Creates a space, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// sRGB (IEC 61966-2-1).
    public static let sRGB = Space(rawValue: "srgb")
    /// Display P3.
    public static let displayP3 = Space(rawValue: "display-p3")
    /// sRGB, with components below 0 and above 1.
    public static let extendedSRGB = Space(rawValue: "extended-srgb")
    /// sRGB with linear components, which may be below 0 and above 1.
    public static let extendedLinearSRGB = Space(rawValue: "extended-linear-srgb")
    /// Grey, encoded with an exponent of 2.2.
    public static let gray = Space(rawValue: "gray-gamma-22")
    /// Grey, with values below 0 and above 1.
    public static let extendedGray = Space(rawValue: "extended-gray")

    /// Whether the components are one value of grey.
    public var isGrey: Bool { self == .gray || self == .extendedGray }
    /// Whether components may be below 0 and above 1.
    public var isExtended: Bool { rawValue.utf8.starts(with: "extended-".utf8) }
    /// Whether gamut knows the space.
    public var isKnown: Bool {
      switch self {
      case .sRGB, .displayP3, .extendedSRGB, .extendedLinearSRGB, .gray, .extendedGray: true
      default: false
      }
    }
  }

  /// The space of the components.
  public var space: Space
  /// Red, green and blue, or one value of grey; from 0 to 1, except in extended spaces.
  public var channels: [Double]
  /// The alpha, from 0 (transparent) to 1 (opaque).
  public var alpha: Double

  /// Creates a colour.
  public init(_ space: Space, _ channels: [Double], alpha: Double = 1) {
    (self.space, self.channels, self.alpha) = (space, channels, alpha)
  }

  /// The components as 8-bit codes; nil unless they equal such codes, exactly or rounded to three decimal places.
  public var codes: [Int]? {
    var codes: [Int] = []
    for channel in channels {
      let code = (channel * 255).rounded()
      guard Self.areEqual(code / 255, channel), (0...255).contains(code) else { return nil }
      codes.append(Int(code))
    }
    return codes
  }

  /// Returns whether the numbers are equal, exactly or rounded to three decimal places.
  package func hasNumbers(of other: ColorComponents) -> Bool {
    channels.count == other.channels.count && zip(channels, other.channels).allSatisfy { Self.areEqual($0, $1) }
  }

  private static func areEqual(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 0.0005 + 1e-9 }
}
