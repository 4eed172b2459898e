/// A simulation of vision with one kind of cones missing or changed. It works in unbounded linear light, so that a
/// colour outside sRGB may also be seen outside.
package struct ColorVision: Sendable, Hashable {
  /// The kind of cones that is missing or changed.
  package enum Deficiency: String, Sendable, Hashable, CaseIterable {
    /// The cones for long wavelengths, which look red, are affected.
    case protanopia
    /// The cones for medium wavelengths, which look green, are affected.
    case deuteranopia
    /// The cones for short wavelengths, which look blue, are affected.
    case tritanopia
  }

  /// A model of this vision.
  package enum Model: String, Sendable, Hashable, CaseIterable {
    /// Brettel, Viénot and Mollon (1997): two half-planes, for all three.
    case brettel
    /// Machado, Oliveira and Fernandes (2009): a matrix for each severity; its authors do not model tritanopia well.
    case machado
  }

  /// A part of Brettel's model.
  private struct HalfPlanes: Sendable, Hashable {
    /// The colour is on the first side if its product with this is not negative.
    let normal: SIMD3<Double>
    let first, second: Matrix3
  }

  private let planes: HalfPlanes?
  private let matrix: Matrix3
  private let severity: Double

  /// - Parameters:
  ///   - deficiency: the kind of cones that is affected.
  ///   - model: the model.
  ///   - severity: 0 for full colour vision, to 1 if the cones are missing.
  package init(_ deficiency: Deficiency, _ model: Model = .brettel, severity: Double = 1) {
    self.severity = max(0, min(severity, 1))
    switch model {
    case .brettel:
      planes = Self.brettel(deficiency)
      matrix = .identity
    case .machado:
      planes = nil
      let steps = Self.machado(deficiency)
      let place = self.severity * 10
      let index = min(Int(place), 9)
      let share = place - Double(index)
      let rows = (0..<3).map { steps[index][$0] * (1 - share) + steps[index + 1][$0] * share }
      matrix = Matrix3(rows: rows[0], rows[1], rows[2])
    }
  }

  /// Returns the colour as it is seen: linear sRGB, not clamped.
  package func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    guard let planes else { return matrix * linear }
    let product = planes.normal * linear
    let seen = (product.x + product.y + product.z >= 0 ? planes.first : planes.second) * linear
    return linear + severity * (seen - linear)
  }

  /// The constants of libDaltonLens (public domain): cones by Smith and Pokorny, sRGB, white as the neutral axis, and the
  /// waves of 475, 575, 485 and 660 nm.
  private static func brettel(_ deficiency: Deficiency) -> HalfPlanes {
    switch deficiency {
    case .protanopia:
      HalfPlanes(
        normal: [0.00048, 0.00393, -0.00441],
        first: Matrix3(
          rows: [0.14980, 1.19548, -0.34528], [0.10764, 0.84864, 0.04372], [0.00384, -0.00540, 1.00156]),
        second: Matrix3(
          rows: [0.14570, 1.16172, -0.30742], [0.10816, 0.85291, 0.03892], [0.00386, -0.00524, 1.00139]))
    case .deuteranopia:
      HalfPlanes(
        normal: [-0.00281, -0.00611, 0.00892],
        first: Matrix3(
          rows: [0.36477, 0.86381, -0.22858], [0.26294, 0.64245, 0.09462], [-0.02006, 0.02728, 0.99278]),
        second: Matrix3(
          rows: [0.37298, 0.88166, -0.25464], [0.25954, 0.63506, 0.10540], [-0.01980, 0.02784, 0.99196]))
    case .tritanopia:
      HalfPlanes(
        normal: [0.03901, -0.02788, -0.01113],
        first: Matrix3(
          rows: [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.80500, 0.11911]),
        second: Matrix3(
          rows: [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320], [-0.37562, 1.12767, 0.24796]))
    }
  }
}
