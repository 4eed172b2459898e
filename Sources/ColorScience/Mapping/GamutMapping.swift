/// The treatment of colours outside the destination gamut during a conversion.
///
/// A mapping is a function of the colour alone: equal colours stay equal, wherever in the image they are.
public protocol GamutMapping: Sendable {
  /// Returns the mapped colour.
  ///
  /// - Parameter linear: linear values of the destination, finite, not clamped.
  /// - Returns: linear values of the destination, each in [0, 1].
  func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double>
}

/// Relative colorimetric: each channel is clamped to [0, 1], and no colour inside the destination moves (ICC.1:2022
/// clause 6.2.2). Matrix profiles convert in this way everywhere.
public struct ClipMapping: GamutMapping, Hashable {
  /// Creates the mapping, which has no parameters.
  public init() {}

  /// Returns `linear` with each channel clamped to [0, 1].
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear.x.clampedToUnit, linear.y.clampedToUnit, linear.z.clampedToUnit)
  }
}
