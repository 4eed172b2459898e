import LibC

/// The effect of a mapping on the analysed pixels of an image, before rounding to codes.
public struct MappingEffect: Sendable, Hashable {
  /// Pixels that clip, or whose code differs from the clamped one.
  public var changed = 0
  /// Differences (DIN99o) of the changed pixels between the original and the mapped colour.
  public var shift = LossReport.Shift()
  /// Mean difference of the hue in OKLab, which mappings keep, in degrees, of the pixels with a chroma above ``chromaticLimit``; 0 if there
  /// are none.
  public var hueShift = 0.0

  /// Below this chroma in OKLab, hue is hard to see and is not counted.
  public static let chromaticLimit = 0.02
}

/// The contribution of one colour to a ``MappingEffect``.
struct MappedColor {
  var isChanged = false
  /// The difference (DIN99o), and that of the hue in degrees; nil if the chroma is too small.
  var shift = 0.0
  var hueShift: Double?

  init() {}

  /// - Parameters:
  ///   - before: the source's linear values of the colour.
  ///   - after: the destination's linear values of the mapped colour; nil if it is the same.
  init(_ before: SIMD3<Double>, _ after: SIMD3<Double>?, _ model: ColorModel, isChanged: Bool) {
    self.isChanged = isChanged
    let lab = OKLab(linearSRGB: model.toSRGB * before)
    let isChromatic = lab.chroma > MappingEffect.chromaticLimit
    hueShift = isChromatic ? 0 : nil
    guard let after else { return }
    shift = model.din99o(before).difference(to: model.din99o(destination: after))
    guard isChromatic else { return }
    let mapped = OKLab(linearSRGB: model.destinationToSRGB * after)
    // The angle between two vectors, from its tangent.
    let cross = lab.a * mapped.b - lab.b * mapped.a
    let dot = lab.a * mapped.a + lab.b * mapped.b
    hueShift = atan2(cross.magnitude, dot) * 180 / .pi
  }
}

/// The accumulated effect on many pixels, in integers, so that merging is exact.
struct MappingTally: Sendable, Hashable {
  private var changed = ShiftTally()
  private var hue = FixedMean()

  mutating func add(_ color: MappedColor, pixels: Int) {
    if color.isChanged { changed.add(color.shift, pixels: pixels) }
    if let shift = color.hueShift { hue.add(shift, pixels: pixels) }
  }

  mutating func merge(_ other: MappingTally) {
    changed.merge(other.changed)
    hue.merge(other.hue)
  }

  var effect: MappingEffect {
    MappingEffect(
      changed: changed.count, shift: changed.summary, hueShift: hue.mean)
  }
}

/// A mean of values from 0 to 1,024, each rounded to 2^-32.
private struct FixedMean: Sendable, Hashable {
  private var count = 0
  private var sum: UInt128 = 0

  mutating func add(_ value: Double, pixels: Int) {
    count += pixels
    sum += UInt128(UInt64(min(max(value, 0), 1024) * 4_294_967_296 + 0.5)) * UInt128(pixels)
  }

  mutating func merge(_ other: Self) {
    count += other.count
    sum += other.sum
  }

  var mean: Double { count > 0 ? Double(sum) / 4_294_967_296 / Double(count) : 0 }
}
