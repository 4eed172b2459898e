/// What stands between an image on a display and what is seen of it: other light, other eyes, or both. What it makes of an
/// image is a rendition.
public struct Viewing: Sendable, Hashable {
  /// Eyes that lack one kind of cones, or that see no colour.
  public enum Eye: String, Sendable, Hashable, CaseIterable {
    /// One kind of cones is missing: that for long, for medium, or for short wavelengths.
    case protanopia, deuteranopia, tritanopia
    /// No colour is seen, only luminance.
    case achromatopsia
  }

  /// Light that the screen reflects.
  public struct Light: Sendable, Hashable {
    /// `shade`, `sun`, or `k=` with a number.
    public let name: String
    /// k: the reflected light as a share of the screen's white, E r / (pi L). Above 0, at most 100.
    public let share: Double

    /// 10,000 lx on a screen of 800 cd/m2, and 50,000 lx on one of 1,600 cd/m2, which reflect 4.5 % of it.
    public static let shade = Light(name: "shade", share: 10_000 * 0.045 / (.pi * 800))
    public static let sun = Light(name: "sun", share: 50_000 * 0.045 / (.pi * 1_600))

    private init(name: String, share: Double) { (self.name, self.share) = (name, share) }

    /// Parses a name; nil for any other.
    public init?(_ name: some StringProtocol) {
      if let known = [Self.shade, .sun].first(where: { $0.name == name }) {
        self = known
      } else {
        guard name.hasPrefix("k="), let share = Double(name.dropFirst(2)), share > 0, share <= 100 else { return nil }
        self.init(name: "k=\(share)", share: share)
      }
    }
  }

  /// The light, which comes before the eye; and the eye. One of them at least is there.
  public let light: Light?
  public let eye: Eye?
  private let vision: HalfPlanes

  private init(light: Light?, eye: Eye?) {
    (self.light, self.eye) = (light, eye)
    vision = eye.map { HalfPlanes($0) } ?? HalfPlanes(.identity)
  }

  /// How an eye sees an image, without other light.
  public init(_ eye: Eye) { self.init(light: nil, eye: eye) }
  /// An image in other light.
  public init(_ light: Light) { self.init(light: light, eye: nil) }

  /// Parses an eye, a light, or both with a plus sign, in any order; nil for any other text.
  public init?(_ name: some StringProtocol) {
    var (light, eye): (Light?, Eye?)
    for part in name.split(separator: "+", omittingEmptySubsequences: false) {
      if let found = Eye(rawValue: String(part)), eye == nil {
        eye = found
      } else if let found = Light(part), light == nil {
        light = found
      } else {
        return nil
      }
    }
    self.init(light: light, eye: eye)
  }

  /// The usual six: each eye, and the two lights that have names.
  public static let all = Eye.allCases.map { Viewing($0) } + [Viewing(.shade), Viewing(.sun)]

  /// The light and the eye, with a plus sign between them.
  public var name: String { [light?.name, eye?.rawValue].compactMap { $0 }.joined(separator: "+") }

  /// The difference (DIN99o) from which on two neighbouring boxes are an edge.
  public var edge: Double { eye == nil ? 4 : 10 }
  /// Below this difference, an edge is lost: a quarter remains.
  public var remainingEdge: Double { edge / 4 }

  /// Returns what is seen of a colour, both as linear sRGB values. Nothing is limited.
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let share = light?.share ?? 0
    return vision((linear + share) / (1 + share))
  }

  /// The share of the light, the normal of the half-planes, and their matrices.
  package var constants: (share: Double, normal: SIMD3<Double>, first: Matrix3, second: Matrix3) {
    (light?.share ?? 0, vision.normal, vision.first, vision.second)
  }

  /// The eyes that the colours of palettes are judged for.
  package static let ofPalettes = [Viewing(.protanopia), Viewing(.deuteranopia), Viewing(.tritanopia)]
}

/// How an eye sees linear light, without bounds, so that a colour outside sRGB may also be seen outside: a matrix for each
/// of two sides of a plane.
private struct HalfPlanes: Sendable, Hashable {
  /// The colour is on the first side if its product with this is not negative.
  let normal: SIMD3<Double>
  let first, second: Matrix3

  init(normal: SIMD3<Double>, first: Matrix3, second: Matrix3) {
    (self.normal, self.first, self.second) = (normal, first, second)
  }

  init(_ matrix: Matrix3) { self.init(normal: .zero, first: matrix, second: matrix) }

  /// The half-planes of Brettel, Viénot and Mollon (1997), with the constants of libDaltonLens (public domain): cones by
  /// Smith and Pokorny, sRGB, white as the neutral axis, and the waves of 475, 575, 485 and 660 nm; and luminance.
  init(_ eye: Viewing.Eye) {
    switch eye {
    case .protanopia:
      self.init(
        normal: [0.00048, 0.00393, -0.00441],
        first: Matrix3(
          rows: [0.14980, 1.19548, -0.34528], [0.10764, 0.84864, 0.04372], [0.00384, -0.00540, 1.00156]),
        second: Matrix3(
          rows: [0.14570, 1.16172, -0.30742], [0.10816, 0.85291, 0.03892], [0.00386, -0.00524, 1.00139]))
    case .deuteranopia:
      self.init(
        normal: [-0.00281, -0.00611, 0.00892],
        first: Matrix3(
          rows: [0.36477, 0.86381, -0.22858], [0.26294, 0.64245, 0.09462], [-0.02006, 0.02728, 0.99278]),
        second: Matrix3(
          rows: [0.37298, 0.88166, -0.25464], [0.25954, 0.63506, 0.10540], [-0.01980, 0.02784, 0.99196]))
    case .tritanopia:
      self.init(
        normal: [0.03901, -0.02788, -0.01113],
        first: Matrix3(
          rows: [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]),
        second: Matrix3(
          rows: [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]))
    case .achromatopsia:
      let luminance: SIMD3<Double> = [0.2126390059, 0.7151686788, 0.0721923154]
      self.init(Matrix3(rows: luminance, luminance, luminance))
    }
  }

  func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let product = normal * linear
    return (product.x + product.y + product.z >= 0 ? first : second) * linear
  }
}

/// Differences in DIN99o between two colours, which need not touch: from which on people tell them apart, and below which
/// people with a colour vision deficiency confuse them. Those of images and of palettes.
package struct VisionLimits: Sendable, Hashable {
  /// The least difference of two colours that are distinct for full colour vision.
  package var distinct = 10.0
  /// Below this, people confuse two colours.
  package var confusable = 5.0
  /// Below this, two colours are hard to tell apart.
  package var doubtful = 7.5

  package init() {}
}
