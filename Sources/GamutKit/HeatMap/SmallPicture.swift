import Gamut
import LittleCMS
import PNGCodec

/// Small pictures of an image, averaged in linear light: the original in Display P3, and the image as shown.
enum SmallPicture {
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
    let cells = isShown ? survey.rendered : survey.original
    // Cells at the right and lower edge may contain fewer pixels; alpha is needed only if a cell is not opaque.
    let hasAlpha = cells.indices.contains { cells[$0].w < survey.pixels(inCell: $0) }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(cells.count)
    for (index, cell) in cells.enumerated() {
      let color = cell.w > 0 ? converted(SIMD3<Double>(SIMD3(cell.x, cell.y, cell.z)) / Double(cell.w)) : .zero
      let alpha = max(0, min(255, cell.w / survey.pixels(inCell: index) * 255 + 0.5))
      pixels.append(opaque(color) & ~255 | UInt32(alpha))
    }
    return try encode(pixels, width: survey.columns, height: survey.rows, hasAlpha: hasAlpha, color: color)
  }

  /// Returns linear values, limited to 0 to 1, as RGBA without transparency, the red in the highest byte.
  static func opaque(_ linear: SIMD3<Double>) -> UInt32 {
    let places = linear.clamped(lowerBound: .zero, upperBound: .one) * Double(codes.count - 1) + 0.5
    var pixel: UInt32 = 255
    for channel in 0..<3 { pixel |= UInt32(codes[Int(places[channel])]) << (24 - 8 * channel) }
    return pixel
  }

  /// Encodes pixels as RGBA, the red in the highest byte.
  static func encode(
    _ pixels: [UInt32], width: Int, height: Int, hasAlpha: Bool, color: [NewColorChunk]
  ) throws(PNGError) -> [UInt8] {
    let shifts: [UInt32] = hasAlpha ? [24, 16, 8, 0] : [24, 16, 8]
    var samples: [UInt8] = []
    samples.reserveCapacity(pixels.count * shifts.count)
    for pixel in pixels {
      for shift in shifts { samples.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
    }
    return try encode(samples, width: width, height: height, hasAlpha ? .rgba : .rgb, color: color)
  }

  static func encode(
    _ samples: [UInt8], width: Int, height: Int, _ type: ColorType, palette: [SIMD3<UInt8>] = [],
    color: [NewColorChunk]
  ) throws(PNGError) -> [UInt8] {
    var encoder = try PNGEncoder(
      ImageHeader(width: width, height: height, bitDepth: 8, colorType: type), palette: palette, color: color)
    try encoder.write(samples)
    return try encoder.finish()
  }

  /// The 8-bit codes of linear values from 0 to 1, with the common curve of sRGB and Display P3.
  private static let codes: [UInt8] = (0...65535).map { step in
    UInt8(RGBSpace.sRGBCurve.inverse(Double(step) / 65535) * 255 + 0.5)
  }
}
