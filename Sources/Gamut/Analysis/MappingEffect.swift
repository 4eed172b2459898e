#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a mapping does to the analysed pixels of an image, before anything is rounded to a code.
public struct MappingEffect: Sendable, Hashable {
  /// Pixels that clip, or that get another code than clamping would give them.
  public var changed = 0
  /// ΔEOK of the changed pixels, each to what stands for it. All 0 where there are none.
  public var shift = LossReport.Shift()
  /// Mean difference of OKLab hue, in degrees, of the pixels with a chroma above ``chromaticLimit``; 0 where there are
  /// none.
  public var hueShift = 0.0

  /// Below this chroma a hue is hard to see and not counted.
  public static let chromaticLimit = 0.02
}

/// One colour's share in a ``MappingEffect``.
struct MappedColor {
  var isChanged = false
  /// ΔEOK, and the difference of hue in degrees; nil where the chroma is too small.
  var shift = 0.0
  var hueShift: Double?

  init() {}

  /// - Parameters:
  ///   - before: what the source means.
  ///   - after: what stands for it; nil where that is the same.
  init(_ before: OKLab, _ after: OKLab?, isChanged: Bool) {
    self.isChanged = isChanged
    let isChromatic = before.chroma > MappingEffect.chromaticLimit
    hueShift = isChromatic ? 0 : nil
    guard let after else { return }
    shift = before.deltaE(after)
    guard isChromatic else { return }
    // The angle between two vectors, by its tangent.
    let cross = before.a * after.b - before.b * after.a
    let dot = before.a * after.a + before.b * after.b
    hueShift = atan2(cross.magnitude, dot) * 180 / .pi
  }
}

/// The effect on many pixels in integers, so that merging is exact.
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
