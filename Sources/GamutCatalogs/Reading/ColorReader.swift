import GamutBasics

/// The reason that a colour cannot be read.
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

  /// Returns the value of a component that is a text; nil if the text is not a number.
  static func number(_ text: String) -> Double? {
    let bytes = text.utf8.drop { $0 == UInt8(ascii: " ") }
    let number: Double?
    if bytes.first == UInt8(ascii: "0"), bytes.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
      number = bytes.count <= 10 ? Int(Substring(bytes.dropFirst(2)), radix: 16).map { Double($0) / 255 } : nil
    } else if bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
      number = bytes.allSatisfy { "0123456789.+-eE".utf8.contains($0) } ? Double(Substring(bytes)) : nil
    } else {
      number = Int(Substring(bytes)).map { Double($0) / 255 }
    }
    return number.flatMap { $0.isFinite && abs($0) < 1e6 ? $0 : nil }
  }
}
