import Gamut
import LibC

/// The colours of a heat map and their meanings. Every entry has a colour of its own, so that a map can be read and
/// counted.
///
/// The image is a pale grey picture, in a pale blue tone where it clips without a loss. Lost steps have one hue in three
/// strengths, and the first six lost pairs a colour each, which people with a colour vision deficiency can tell apart; the
/// commoner colour of a pair has a tint of it.
public enum HeatMapPalette {
  /// The number of levels of pixels that lose nothing.
  static let levels = 16

  /// Returns the entry of a pixel; `mark` is nil for one that is not analysed because it is transparent.
  static func index(_ mark: LossMark?, _ linearSRGB: SIMD3<Float>) -> UInt8 {
    guard let mark else { return 0 }
    if mark > .clipped { return UInt8(2 * levels - 1) + mark.rawValue }
    return UInt8(1 + (mark == .clipped ? levels : 0) + level(linearSRGB))
  }

  /// The colours of all entries, in the order of their indices.
  public static let colors: [SIMD3<UInt8>] =
    [transparent] + (0..<levels).map { kept($0, isClipped: false) }
    + (0..<levels).map { kept($0, isClipped: true) } + tints + pairs + steps

  static let transparent: SIMD3<UInt8> = [0xff, 0xff, 0xff]
  /// By the size of a step: OKLCh hue 350, lightness 0.66, 0.52 and 0.36.
  static let steps: [SIMD3<UInt8>] = [[0xe3, 0x56, 0xa2], [0xb5, 0x1c, 0x79], [0x6b, 0x13, 0x46]]
  /// All pairs but the first, then these in descending order: the colours that differ most from each other and from the
  /// steps for every kind of colour vision.
  static let pairs: [SIMD3<UInt8>] = [
    [0x80, 0x84, 0x88], [0x0e, 0x00, 0x00], [0x53, 0x5b, 0xff], [0x89, 0x79, 0x00], [0x35, 0xa8, 0xff],
    [0xc1, 0xa4, 0x44], [0x07, 0x00, 0xc8],
  ]
  /// A third of each colour, on a light grey.
  private static let tints = pairs.map { $0 / 3 &+ SIMD3(repeating: 0xa0) }

  static func kept(_ level: Int, isClipped: Bool) -> SIMD3<UInt8> {
    let grey = SIMD3(repeating: UInt8(0xd4 + level * 5 / 2))
    return isClipped ? grey &- [26, 12, 0] : grey
  }

  /// Returns the level of an original colour: the cube root of its luminance, from linear sRGB values.
  private static func level(_ linearSRGB: SIMD3<Float>) -> Int {
    let luminance = 0.2126 * linearSRGB.x + 0.7152 * linearSRGB.y + 0.0722 * linearSRGB.z
    let step = (max(0, min(luminance, 1)) * 4095).rounded(.down)
    return min(Int(cbrt(Double(step) / 4095) * Double(levels)), levels - 1)
  }
}
