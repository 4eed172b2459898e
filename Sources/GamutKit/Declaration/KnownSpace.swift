public import Gamut

/// A colour space that a report calls by its name, whatever the file calls it.
public enum KnownSpace: String, Sendable, Hashable, CaseIterable {
  case displayP3 = "display-p3"
  case sRGB = "srgb"

  /// As people write it.
  public var name: String { self == .displayP3 ? "Display P3" : "sRGB" }

  /// The project's own numbers.
  public var space: RGBSpace { self == .displayP3 ? .displayP3 : .sRGB }

  /// The space that another is equivalent to at 8 bits or better, by its numbers.
  init?(equivalentTo space: RGBSpace) {
    let match =
      Self.allCases.first { $0.space == space } ?? Self.allCases.first { space.isEquivalent(to: $0.space) }
    guard let match else { return nil }
    self = match
  }
}
