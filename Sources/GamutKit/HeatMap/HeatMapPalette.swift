import Gamut

/// The colours of a heat map and their meanings. Every entry has a unique colour, so that a picture of the map can be
/// decoded and counted: entries that look alike differ by one or a few codes.
///
/// Lost pixels have one strong colour, dark and saturated. Pixels that only clip have pale tones, and those that fit
/// form a faint grey picture. Lightness alone separates the three, so they remain distinct in greyscale print and with
/// any colour-vision deficiency.
public enum HeatMapPalette {
  /// The kind of loss of a pixel.
  public enum Loss: Int, Sendable, CaseIterable {
    /// An edge or a gradient that vanishes.
    case region
    /// An area that looks like another one.
    case merged
    /// A pixel that is lost in both ways.
    case both
  }

  /// The marks drawn over the map.
  public enum Mark: Int, Sendable, CaseIterable {
    /// No mark.
    case none
    /// An outline, or the ground of a tag.
    case line
    /// The rim of an outline, or the text of a tag.
    case halo
  }

  /// The state of a pixel, independent of the marks.
  public enum Value: Sendable, Hashable {
    /// A pixel that is not analysed because it is transparent.
    case transparent
    /// The grey of a pixel that does not clip, 0 (darkest) to 15.
    case fits(level: Int)
    /// The step of the shift of a pixel that clips and is not lost, as of `ShiftSteps.map(jnd:)` of `Gamut`.
    case clipped(step: Int)
    /// The pixel no longer stands out.
    case lost(Loss, isClipped: Bool)
  }

  /// The number of greys of pixels that do not clip.
  public static let greyLevels = 16
  static let steps = 4
  /// The number of entries per mark: transparent, then greys, then steps, then lost pixels.
  static let unmarkedCount = 1 + greyLevels + steps + 2 * Loss.allCases.count
  /// The number of entries of the map; the entries of the legend follow them.
  public static let mapCount = Mark.allCases.count * unmarkedCount

  /// Returns the entry of a pixel.
  public static func index(_ value: Value, _ mark: Mark = .none) -> UInt8 {
    let place =
      switch value {
      case .transparent: 0
      case .fits(let level): 1 + level
      case .clipped(let step): 1 + greyLevels + step
      case .lost(let loss, let isClipped): 1 + greyLevels + steps + 2 * loss.rawValue + (isClipped ? 1 : 0)
      }
    return UInt8(truncatingIfNeeded: mark.rawValue * unmarkedCount + place)
  }

  /// Returns the meaning of an entry of the map; nil for those of the legend.
  public static func meaning(of index: Int) -> (value: Value, mark: Mark)? {
    guard let mark = Mark(rawValue: index / unmarkedCount) else { return nil }
    var place = index % unmarkedCount
    guard place > 0 else { return (.transparent, mark) }
    place -= 1
    if place < greyLevels { return (.fits(level: place), mark) }
    place -= greyLevels
    if place < steps { return (.clipped(step: place), mark) }
    place -= steps
    guard let loss = Loss(rawValue: place / 2) else { return nil }
    return (.lost(loss, isClipped: place % 2 == 1), mark)
  }

  /// OKLCh lightness 0.48, chroma 0.195, hue 25, as sRGB.
  static let lost: SIMD3<UInt8> = [0xb2, 0x00, 0x1b]
  /// OKLCh hue 250, lightness 0.895 to 0.765, chroma 0.025 to 0.062.
  static let clipped: [SIMD3<UInt8>] = [
    [0xd0, 0xde, 0xed], [0xbd, 0xd2, 0xe8], [0xa9, 0xc4, 0xe1], [0x95, 0xb6, 0xd9],
  ]
  static let transparent: SIMD3<UInt8> = [0xff, 0xff, 0xff]
  /// The colour of outlines and of the background of tags; `halo` colours halos and the text of tags.
  static let line: SIMD3<UInt8> = [0x10, 0x14, 0x18]
  static let halo: SIMD3<UInt8> = [0xfc, 0xfc, 0xf4]

  static func grey(_ level: Int) -> SIMD3<UInt8> {
    SIMD3(repeating: UInt8(truncatingIfNeeded: 0xe8 + level * 7 / 5))
  }

  /// The colours of all entries, in the order of their indices: those of the map, then those of the legend.
  public static let colors: [SIMD3<UInt8>] =
    (0..<mapCount).map { index in
      let place = index % unmarkedCount
      guard let (value, mark) = meaning(of: index) else { return .zero }
      switch (mark, value) {
      case (.line, _): return marked(line, place)
      case (.halo, _): return marked(halo, place)
      case (.none, .transparent): return transparent
      case (.none, .fits(let level)): return grey(level)
      case (.none, .clipped(let step)): return clipped[step]
      // Visually equal.
      case (.none, .lost(let loss, let isClipped)):
        return lost &+ [UInt8(truncatingIfNeeded: loss.rawValue), isClipped ? 1 : 0, 0]
      }
    } + LegendColor.allCases.map(\.color)

  /// Returns a colour with an invisible variation that is unique for each entry.
  private static func marked(_ color: SIMD3<UInt8>, _ place: Int) -> SIMD3<UInt8> {
    let offset = SIMD3<UInt8>(
      UInt8(truncatingIfNeeded: place & 3), UInt8(truncatingIfNeeded: place >> 2 & 3),
      UInt8(truncatingIfNeeded: place >> 4))
    return color &+ offset
  }

  /// Returns the grey level of a pixel from the lightness of the original colour: the cube root of its luminance, from
  /// linear sRGB values.
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
}

extension HeatMapPalette {
  /// The entries of the legend. They differ by one code of blue from the entries that they explain, so that a legend
  /// does not change the counts of the map.
  public enum LegendColor: Int, Sendable, CaseIterable {
    /// The ground of the strip, also as the key of transparent pixels.
    case ground
    /// The text of the legend.
    case ink
    /// The frames of the strip and of its keys.
    case frame
    /// The colour of lost pixels.
    case lost
    /// The colour of pixels that only clip, by the smallest step of the shift.
    case clipped0
    /// The colour of the second step.
    case clipped1
    /// The colour of the third step.
    case clipped2
    /// The colour of the largest step.
    case clipped3
    /// The darkest grey of pixels that do not clip.
    case darkest
    /// A middle grey.
    case middle
    /// The lightest grey.
    case lightest

    static func clipped(_ step: Int) -> LegendColor {
      [.clipped0, .clipped1, .clipped2, .clipped3][step]
    }

    /// The index of this entry in ``HeatMapPalette/colors``.
    public var index: UInt8 { UInt8(truncatingIfNeeded: HeatMapPalette.mapCount + rawValue) }

    var color: SIMD3<UInt8> {
      switch self {
      case .ground: [0xff, 0xff, 0xfe]
      case .ink: [0x20, 0x20, 0x20]
      case .frame: [0x80, 0x80, 0x80]
      case .lost: HeatMapPalette.lost &- [0, 0, 1]
      case .clipped0, .clipped1, .clipped2, .clipped3:
        HeatMapPalette.clipped[rawValue - LegendColor.clipped0.rawValue] &- [0, 0, 1]
      case .darkest: HeatMapPalette.grey(0) &- [0, 0, 1]
      case .middle: HeatMapPalette.grey(8) &- [0, 0, 1]
      case .lightest: HeatMapPalette.grey(15) &- [0, 0, 1]
      }
    }
  }
}
