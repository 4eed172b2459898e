/// What ``PreserveMapping`` has to know of an image: how far it leaves the destination at each hue, and where the
/// colours are that do not leave it.
///
/// Maxima and integer sums: absorbing pixels in any order, or in parts that are merged, gives the same. Its size is
/// fixed, about 2 MB.
public struct PreserveSurvey: Sendable {
  let space: SaturationSpace
  private let lower, upper: SIMD3<Double>
  /// By how much the saturation exceeds 1 at most.
  private(set) var saturation = HueProfile()
  /// By how much the level exceeds 1 at most, for each unit of saturation.
  private(set) var level = HueProfile()
  private(set) var cells = [InGamutCell](repeating: InGamutCell(), count: InGamutCell.count)
  /// Pixels that do not clip.
  private(set) var inGamutPixels = 0
  /// Whether any pixel clips.
  private(set) var canMove = false

  /// - Parameters:
  ///   - destination: the space that the image is taken to.
  ///   - depth: bits of the destination, 8 or 16, which decide what clips.
  public init(destination: RGBSpace, depth: Int) {
    space = SaturationSpace(destination: destination)
    let model = ColorModel(
      Rendition(source: .rgb(destination), destination: destination, depth: depth), sourceDepth: depth)
    let ranges = (0..<3).map { model.unclippedRange($0) }
    lower = SIMD3(ranges[0].low, ranges[1].low, ranges[2].low)
    upper = SIMD3(ranges[0].high, ranges[1].high, ranges[2].high)
  }

  /// Takes pixels of one colour: linear values of the destination, not clamped.
  public mutating func absorb(_ linear: SIMD3<Double>, pixels: Int = 1) {
    let isClipped =
      linear.x < lower.x || linear.x > upper.x || linear.y < lower.y || linear.y > upper.y || linear.z < lower.z
      || linear.z > upper.z
    if !isClipped { inGamutPixels += pixels }
    guard let color = space.color(linear) else { return }
    // As bright as the colour is once its saturation is no more than the destination has.
    let within = color.saturation > 1 ? color.direction * (1 / color.saturation) : color.direction
    let level = SaturationSpace.level(space.linear(within), lightness: color.lightness)
    guard isClipped else {
      cells[InGamutCell.index(color, level: level)].add(color.saturation, level, pixels: pixels)
      return
    }
    canMove = true
    saturation.note(color.saturation - 1, hue: color.hue)
    // Near grey nothing is brighter than white; dividing by less than this would only magnify rounding.
    self.level.note((level - 1) / max(min(color.saturation, 1), 0.02), hue: color.hue)
  }

  /// A survey for images whose colours these tables take to their destination.
  public init(_ tables: RenditionTables) {
    self.init(destination: tables.model.rendition.destination, depth: tables.depth)
  }

  /// Takes whole rows of an image; transparent pixels do not count.
  ///
  /// - Parameters:
  ///   - rows: samples in native byte order, rows without gaps.
  ///   - layout: of the rows.
  ///   - tables: made for the depth of `layout`; for the space that the survey is for.
  public mutating func consume(_ rows: UnsafeRawBufferPointer, layout: PixelLayout, tables: RenditionTables) {
    guard let base = rows.baseAddress, layout.bytesPerRow > 0 else { return }
    var stretches = RowStretches(tables, layout: layout)
    for y in 0..<(rows.count / layout.bytesPerRow) {
      unsafe stretches.read(base + y * layout.bytesPerRow)
      for (range, linear) in zip(stretches.ranges, stretches.linear) { absorb(linear, pixels: range.count) }
    }
  }

  public mutating func merge(_ other: PreserveSurvey) {
    saturation.merge(other.saturation)
    level.merge(other.level)
    for index in cells.indices { cells[index].merge(other.cells[index]) }
    inGamutPixels += other.inGamutPixels
    canMove = canMove || other.canMove
  }
}

/// Pixels that do not clip, of about the same hue, saturation and level.
struct InGamutCell: Sendable, Hashable {
  private(set) var pixels = 0
  /// Sums in units of 2^-20, of values of at most 8.
  private var saturation = 0, level = 0

  private static let hues = 96, saturations = 32, levels = 24
  static let count = hues * saturations * levels
  private static let unit = 1_048_576.0

  static func index(_ color: SaturationSpace.Color, level: Double) -> Int {
    let hue = min(Int(color.hue * Double(hues / 4)), hues - 1)
    let saturation = min(Int(color.saturation * Double(saturations)), saturations - 1)
    return (hue * saturations + saturation) * levels + min(Int(level * Double(levels)), levels - 1)
  }

  mutating func add(_ saturation: Double, _ level: Double, pixels: Int) {
    self.pixels += pixels
    self.saturation += Int(min(saturation, 8) * Self.unit + 0.5) * pixels
    self.level += Int(min(level, 8) * Self.unit + 0.5) * pixels
  }

  /// A colour that stands for those of the cell with a number; nil where there are none.
  func color(index: Int, _ space: SaturationSpace) -> SIMD3<Double>? {
    guard pixels > 0 else { return nil }
    let hue = Double(index / (Self.saturations * Self.levels)) + 0.5
    let direction = SaturationSpace.direction(hue: hue / Double(Self.hues / 4))
    let mean = Double(saturation) / Self.unit / Double(pixels)
    let reach = space.saturation(direction)
    guard reach > 0 else { return nil }
    let linear = space.linear(direction * (mean / reach))
    let within = space.linear(direction * (min(mean, 1) / reach))
    let brightest = SaturationSpace.level(within, lightness: 1)
    guard brightest > 0 else { return nil }
    let lightness = Double(level) / Self.unit / Double(pixels) / brightest
    return linear * (lightness * lightness)
  }

  mutating func merge(_ other: Self) {
    pixels += other.pixels
    saturation += other.saturation
    level += other.level
  }
}
