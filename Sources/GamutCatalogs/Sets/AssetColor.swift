import GamutBasics

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

struct ColorFault: Error {
  var place: PlacedJSON
  var message: String

  init(_ place: PlacedJSON, _ message: String) { (self.place, self.message) = (place, message) }
}

extension AssetColor {
  init(_ value: PlacedJSON) throws(ColorFault) {
    guard value.members != nil else { throw ColorFault(value, "'color' is not an object") }
    if let reference = value["reference"] {
      guard let name = reference.string else { throw ColorFault(reference, "'reference' is not a text") }
      self = .system(name: name, platform: value["platform"]?.string)
      return
    }
    guard let space = value["color-space"] else { throw ColorFault(value, "the colour names no 'color-space'") }
    guard let spaceName = space.string else { throw ColorFault(space, "'color-space' is not a text") }
    guard let components = value["components"], components.members != nil else {
      throw ColorFault(value, "the colour has no 'components'")
    }
    self = .components(try ColorComponents(components, .init(rawValue: spaceName)))
  }
}

extension ColorComponents {
  /// Reads components. A text with a decimal point is a value from 0 to 1. A text with `0x` is an 8-bit code in
  /// hexadecimal digits; any other text is one in decimal digits, even "0" and "1". A JSON integer is an 8-bit code if
  /// it is above 1 or, except for alpha, if another component is; any other JSON number is a value from 0 to 1.
  fileprivate init(_ components: PlacedJSON, _ space: Space) throws(ColorFault) {
    self.space = space
    let isGrey = components["white"] != nil && components["red"] == nil
    let names = isGrey ? Self.grey : Self.primaries
    let (isKnown, isExtended) = (space.isKnown, space.isExtended)
    func areCodes() -> Bool { names.contains { (components[$0]?.leaf?.integer ?? 0) > 1 } }
    func number(_ name: String) throws(ColorFault) -> Double {
      guard let value = components[name] else { throw ColorFault(components, "the component '\(name)' is missing") }
      let number: Double?
      switch value.leaf {
      case .string(let text): number = Self.number(text)
      case .integer(let integer):
        number = integer > 1 || name != "alpha" && areCodes() ? Double(integer) / 255 : Double(integer)
      case .real(let real): number = real
      default: number = nil
      }
      guard let number, number.magnitude < 1e6 else {
        throw ColorFault(value, "the component '\(name)' is not a number")
      }
      guard isExtended && name != "alpha" || !isKnown || (-1e-9...1 + 1e-9).contains(number) else {
        throw ColorFault(value, "the component '\(name)' is not between 0 and 1, or 0 and 255")
      }
      return number
    }
    var channels: [Double] = []
    channels.reserveCapacity(names.count)
    for name in names { channels.append(try number(name)) }
    self.channels = channels
    if isKnown, space.isGrey != isGrey {
      throw ColorFault(
        components, "a colour in \(space.rawValue) needs \(space.isGrey ? "'white'" : "'red', 'green' and 'blue'")")
    }
    alpha = components["alpha"] == nil ? 1 : try number("alpha")
  }

  private static let grey = ["white"], primaries = ["red", "green", "blue"]

  static func number(_ text: String) -> Double? {
    let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
    let number: Double?
    if bytes.first == UInt8(ascii: "0"), bytes.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
      number = bytes.count <= 10 ? Int(Substring(bytes.dropFirst(2)), radix: 16).map { Double($0) / 255 } : nil
    } else if bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
      // Swift would also read words and hexadecimal digits.
      number = bytes.allSatisfy { $0 | 0x20 <= UInt8(ascii: "e") } ? Double(Substring(bytes)) : nil
    } else {
      number = Int(Substring(bytes)).map { Double($0) / 255 }
    }
    return number.flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
  }
}
