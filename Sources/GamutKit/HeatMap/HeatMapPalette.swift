import Gamut

/// The colours of a heat map, and what each says. Every entry is another colour, so that a picture of the map can be
/// read back and counted.
///
/// Pixels that stay what they are appear as a pale grey picture; those that clip in one hue, the darker the larger their
/// shift; where gradients go flat there are stripes across either. Outlines and numbers are drawn in colours of their
/// own for each of these, so that they hide nothing.
public enum HeatMapPalette {
  /// What there is besides the shift.
  public enum Texture: Int, Sendable, CaseIterable {
    case plain
    /// A gradient goes flat here; between the stripes, and on one.
    case flattened, stripe
  }

  /// What is drawn over the map.
  public enum Mark: Int, Sendable, CaseIterable {
    case none, line, halo
  }

  /// A pixel's entry, before texture and mark.
  public enum Value: Sendable, Hashable {
    case transparent
    /// The grey of a pixel that does not clip, 0 (darkest) to 15.
    case fits(level: Int)
    /// The step of the shift, as of `ShiftSteps.map(jnd:)` of `Gamut`.
    case clipped(step: Int)
  }

  public static let greyLevels = 16
  static let steps = 7
  /// Entries without marks: transparent, then greys, then steps, the latter in three textures each.
  static let unmarkedCount = 1 + 3 * (greyLevels + steps)

  /// The entry of a pixel.
  public static func index(_ value: Value, _ texture: Texture = .plain, _ mark: Mark = .none) -> UInt8 {
    let place =
      switch value {
      case .transparent: 0
      case .fits(let level): 1 + 3 * level + texture.rawValue
      case .clipped(let step): 1 + 3 * (greyLevels + step) + texture.rawValue
      }
    return UInt8(truncatingIfNeeded: mark.rawValue * unmarkedCount + place)
  }

  /// What an entry says.
  public static func meaning(of index: Int) -> (value: Value, texture: Texture, mark: Mark)? {
    guard let mark = Mark(rawValue: index / unmarkedCount) else { return nil }
    let place = index % unmarkedCount
    guard place > 0 else { return (.transparent, .plain, mark) }
    guard let texture = Texture(rawValue: (place - 1) % 3) else { return nil }
    let number = (place - 1) / 3
    return (number < greyLevels ? .fits(level: number) : .clipped(step: number - greyLevels), texture, mark)
  }

  /// OKLCh hue 38, lightness 0.84 to 0.32, as sRGB.
  static let ramp: [SIMD3<UInt8>] = [
    [0xfc, 0xb8, 0xa3], [0xf5, 0x94, 0x76], [0xe7, 0x71, 0x4c], [0xcf, 0x54, 0x2c], [0xaa, 0x3e, 0x19],
    [0x83, 0x2d, 0x0f], [0x59, 0x1c, 0x07],
  ]
  /// Of the same hue, dark on light and light on dark.
  static let stripes: [SIMD3<UInt8>] = [
    [0x81, 0x57, 0x4a], [0x69, 0x41, 0x35], [0x52, 0x2c, 0x20], [0xff, 0xe7, 0xda], [0xf3, 0xca, 0xbd],
    [0xd5, 0xad, 0xa1], [0xb5, 0x8e, 0x82],
  ]

  static func grey(_ level: Int) -> SIMD3<UInt8> {
    let value = UInt8(truncatingIfNeeded: 0xc8 + 3 * level)
    return [value, value, value]
  }

  /// All entries, in the order of their indices.
  public static let colors: [SIMD3<UInt8>] = (0..<3 * unmarkedCount).map { index in
    let place = index % unmarkedCount
    switch Mark(rawValue: index / unmarkedCount) {
    case .line: return marked([0x0c, 0x3c, 0x8c], place)
    case .halo: return marked([0xf8, 0xf8, 0xf8], place)
    default: break
    }
    guard let (value, texture, _) = meaning(of: index) else { return .zero }
    switch (value, texture) {
    case (.transparent, _): return [0xff, 0xff, 0xff]
    case (.fits(let level), .plain): return grey(level)
    // One more of blue: the same to the eye, and another colour.
    case (.fits(let level), .flattened): return grey(level) &+ [0, 0, 1]
    case (.fits(let level), .stripe): return [0x60, 0x60, UInt8(truncatingIfNeeded: 0x60 + level)]
    case (.clipped(let step), .plain): return ramp[step]
    case (.clipped(let step), .flattened): return ramp[step] &+ [0, 0, 1]
    case (.clipped(let step), .stripe): return stripes[step]
    }
  }

  /// A colour varied so little that nobody sees it, another for each place.
  private static func marked(_ color: SIMD3<UInt8>, _ place: Int) -> SIMD3<UInt8> {
    let offset = SIMD3<UInt8>(
      UInt8(truncatingIfNeeded: place & 3), UInt8(truncatingIfNeeded: place >> 2 & 3),
      UInt8(truncatingIfNeeded: place >> 4))
    return color &+ offset
  }

  /// The grey of a pixel by the lightness of what it means: the cube root of its luminance, of linear sRGB values.
  static func greyLevel(_ linearSRGB: SIMD3<Float>) -> Int {
    let luminance = 0.2126 * linearSRGB.x + 0.7152 * linearSRGB.y + 0.0722 * linearSRGB.z
    let step = Int(max(0, min(luminance, 1)) * Float(levels.count - 1))
    return levels[step]
  }

  private static let levels: [Int] = {
    // Lightness reaches level k at (k / 16)^3.
    (0..<4096).map { step in
      let luminance = Double(step) / 4095
      return (1..<greyLevels).last { level in
        let lightness = Double(level) / Double(greyLevels)
        return luminance >= lightness * lightness * lightness
      } ?? 0
    }
  }()

  /// Whether a pixel of the map lies on a stripe: diagonals two pixels wide, eight apart.
  static func isOnStripe(x: Int, y: Int) -> Bool { (x + y) & 7 < 2 }
}
