import Gamut
import LittleCMS
import PNGCodec

/// Small pictures of an image, averaged in linear light: the original in Display P3, and the image as shown.
enum SmallPicture {
  /// Returns the original in Display P3 with its profile; colours outside Display P3 are clipped.
  static func meant(_ survey: borrowing ImageSurvey) throws(PNGError) -> [UInt8] {
    let matrix = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS
    return try encode(survey, isShown: false, color: displayP3) { matrix * $0 }
  }

  /// Returns the image as shown in a destination: in sRGB if that is the destination, else in Display P3.
  static func shown(_ survey: borrowing ImageSurvey, in destination: RGBSpace, isSRGB: Bool) throws(PNGError) -> [UInt8]
  {
    let toDisplayP3 = RGBSpace.displayP3.fromPCS * destination.toPCS
    return isSRGB
      ? try encode(survey, isShown: true, color: [.sRGB(intent: 1)]) { $0 }
      : try encode(survey, isShown: true, color: displayP3) { toDisplayP3 * $0 }
  }

  /// Returns the image as it is seen by other eyes, or in other light, in sRGB.
  static func seen(
    _ survey: borrowing ImageSurvey, _ viewing: Viewing, in destination: RGBSpace
  ) throws(PNGError) -> [UInt8] {
    let toSRGB = RGBSpace.sRGB.fromPCS * destination.toPCS
    return try encode(survey, isShown: true, color: [.sRGB(intent: 1)]) { viewing(toSRGB * $0) }
  }

  private static let displayP3 = [NewColorChunk.iCCP(name: "Display P3", profile: Profile.displayP3.bytes)]

  private static func encode(
    _ survey: borrowing ImageSurvey, isShown: Bool, color: [NewColorChunk],
    _ converted: (SIMD3<Double>) -> SIMD3<Double>
  ) throws(PNGError) -> [UInt8] {
    let (width, height) = (survey.columns, survey.rows)
    let cells = isShown ? survey.rendered : survey.original
    // Cells at the right and lower edge may contain fewer pixels; alpha is needed only if a cell is not opaque.
    let hasAlpha = cells.indices.contains { cells[$0].w < survey.pixels(inCell: $0) }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    // Most cells are those before them again.
    var latest = SIMD4<Float>(repeating: -1)
    var opaque: UInt32 = 0
    for index in cells.indices {
      let cell = cells[index]
      if cell != latest {
        latest = cell
        opaque = Self.opaque(
          cell.w > 0 ? converted(SIMD3<Double>(SIMD3(cell.x, cell.y, cell.z)) / Double(cell.w)) : .zero)
      }
      guard hasAlpha else {
        pixels.append(opaque)
        continue
      }
      let alpha = max(0, min(255, cell.w / survey.pixels(inCell: index) * 255 + 0.5))
      pixels.append(opaque & ~255 | UInt32(alpha))
    }
    return try encode(pixels, width: width, height: height, hasAlpha: hasAlpha, color: color)
  }

  /// Returns linear values, limited to 0 to 1, as RGBA without transparency, the red in the highest byte.
  static func opaque(_ linear: SIMD3<Double>) -> UInt32 {
    let places = linear.clamped(lowerBound: .zero, upperBound: .one) * Double(codes.count - 1) + 0.5
    var pixel: UInt32 = 255
    for channel in 0..<3 { pixel |= UInt32(codes[Int(places[channel])]) << (24 - 8 * channel) }
    return pixel
  }

  /// Encodes pixels as RGBA, the red in the highest byte, by a palette where that is smaller.
  static func encode(
    _ pixels: [UInt32], width: Int, height: Int, hasAlpha: Bool, color: [NewColorChunk]
  ) throws(PNGError) -> [UInt8] {
    func plain() throws(PNGError) -> [UInt8] {
      var samples: [UInt8] = []
      samples.reserveCapacity(pixels.count * (hasAlpha ? 4 : 3))
      for pixel in pixels {
        samples.append(UInt8(pixel >> 24))
        samples.append(UInt8(truncatingIfNeeded: pixel >> 16))
        samples.append(UInt8(truncatingIfNeeded: pixel >> 8))
        if hasAlpha { samples.append(UInt8(truncatingIfNeeded: pixel)) }
      }
      return try encode(samples, width: width, height: height, hasAlpha ? .rgba : .rgb, color: color)
    }
    guard let palette = Palette(pixels) else { return try plain() }
    let indexed = try encode(
      palette.indices, width: width, height: height, .palette, palette: palette.colors,
      alpha: hasAlpha ? palette.alpha : [], color: color)
    // With few colours for many pixels it is the smallest.
    if palette.colors.count <= 64, palette.indices.count >= 4096 { return indexed }
    let others = try plain()
    return indexed.count < others.count ? indexed : others
  }

  /// The distinct colours of pixels, and the index of each pixel.
  private struct Palette {
    private(set) var colors: [SIMD3<UInt8>] = []
    private(set) var alpha: [UInt8] = []
    private(set) var indices: [UInt8] = []

    /// Creates a palette image; nil for more than 256 colours.
    init?(_ pixels: [UInt32]) {
      var places: [UInt32: UInt8] = [:]
      indices.reserveCapacity(pixels.count)
      var latest: UInt32?
      var index: UInt8 = 0
      for pixel in pixels {
        if pixel != latest {
          guard let place = places[pixel] ?? UInt8(exactly: colors.count) else { return nil }
          if places.updateValue(place, forKey: pixel) == nil {
            colors.append(
              SIMD3(
                UInt8(pixel >> 24), UInt8(truncatingIfNeeded: pixel >> 16), UInt8(truncatingIfNeeded: pixel >> 8)))
            alpha.append(UInt8(truncatingIfNeeded: pixel))
          }
          (latest, index) = (pixel, place)
        }
        indices.append(index)
      }
    }
  }

  /// Encodes samples of 8 bits.
  static func encode(
    _ samples: [UInt8], width: Int, height: Int, _ type: ColorType, palette: [SIMD3<UInt8>] = [],
    alpha: [UInt8] = [], color: [NewColorChunk]
  ) throws(PNGError) -> [UInt8] {
    var encoder = try PNGEncoder(
      ImageHeader(width: width, height: height, bitDepth: 8, colorType: type), palette: palette, alpha: alpha,
      color: color)
    try encoder.write(samples)
    return try encoder.finish()
  }

  /// The 8-bit codes of linear values from 0 to 1, with the common curve of sRGB and Display P3.
  private static let codes: [UInt8] = (0...65535).map { step in
    UInt8(RGBSpace.sRGBCurve.inverse(Double(step) / 65535) * 255 + 0.5)
  }
}
