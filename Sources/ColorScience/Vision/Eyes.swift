/// The simulated vision of people with a colour vision deficiency, and the differences below which they confuse
/// colours.
package struct Eyes: Sendable, Hashable {
  package var model: ColorVision.Model
  /// The severity, 0 for full colour vision, to 1 if one kind of cones is missing.
  package var severity: Double
  package var thresholds: Thresholds

  /// Differences in DIN99o between two colours, which need not touch; those of images, too.
  package struct Thresholds: Sendable, Hashable {
    /// The least difference of two colours that are distinct for full colour vision.
    package var distinct = 10.0
    /// Below this, people confuse two colours.
    package var confusable = 5.0
    /// Below this, two colours are hard to tell apart.
    package var doubtful = 7.5

    package init() {}
  }

  package init(
    _ model: ColorVision.Model = .brettel, severity: Double = 1, _ thresholds: Thresholds = Thresholds()
  ) {
    (self.model, self.severity, self.thresholds) = (model, severity, thresholds)
    visions = ColorVision.Deficiency.allCases.map {
      Vision(deficiency: $0, vision: ColorVision($0, model, severity: severity))
    }
  }

  private struct Vision: Sendable, Hashable {
    var deficiency: ColorVision.Deficiency
    var vision: ColorVision
  }

  private let visions: [Vision]

  /// The deficiencies of the eyes, in the order of ``seen(_:)``.
  package var deficiencies: [ColorVision.Deficiency] { visions.map(\.deficiency) }

  /// Returns a colour as each eye sees it: linear sRGB, not clamped.
  package func seen(_ linear: SIMD3<Double>) -> [(deficiency: ColorVision.Deficiency, linear: SIMD3<Double>)] {
    visions.map { ($0.deficiency, $0.vision(linear)) }
  }

  /// States that simulations show the worst case.
  package static let caution =
    "These are simulations of vision without one kind of cones; most deficiencies are milder."
}
