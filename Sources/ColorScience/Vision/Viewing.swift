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
  /// The eye as two half-planes.
  private let vision: ColorVision.HalfPlanes

  private init(light: Light?, eye: Eye?) {
    (self.light, self.eye) = (light, eye)
    let luminance: SIMD3<Double> = [0.2126390059, 0.7151686788, 0.0721923154]
    let grey = Matrix3(rows: luminance, luminance, luminance)
    vision =
      eye.map { ColorVision.Deficiency(rawValue: $0.rawValue).map(ColorVision.brettel) ?? .init(grey) }
      ?? .init(.identity)
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
}
