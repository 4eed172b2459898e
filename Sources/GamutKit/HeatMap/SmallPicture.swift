import Gamut
import LittleCMS
import PNGCodec

/// Small pictures of an image, averaged in linear light: the original in Display P3, and the image as shown.
enum SmallPicture {
  /// Returns the original in Display P3 with its profile; colours outside Display P3 are clipped.
  static func meant(_ survey: borrowing ImageSurvey) throws(PNGError) -> [UInt8] {
    let matrix = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS
    return try encode(survey, isShown: false, matrix, color: displayP3)
  }

  /// Returns the image as shown in a destination: in sRGB if that is the destination, else in Display P3.
  static func shown(_ survey: borrowing ImageSurvey, in destination: RGBSpace, isSRGB: Bool) throws(PNGError) -> [UInt8]
  {
    isSRGB
      ? try encode(survey, isShown: true, .identity, color: [.sRGB(intent: 1)])
      : try encode(survey, isShown: true, RGBSpace.displayP3.fromPCS * destination.toPCS, color: displayP3)
  }

  private static let displayP3 = [NewColorChunk.iCCP(name: "Display P3", profile: Profile.displayP3.bytes)]

  /// - Parameter matrix: the matrix from the survey's linear values to those of the picture.
  private static func encode(
    _ survey: borrowing ImageSurvey, isShown: Bool, _ matrix: Matrix3, color: [NewColorChunk]
  ) throws(PNGError) -> [UInt8] {
    let (width, height) = (survey.columns, survey.rows)
    let cells = isShown ? survey.rendered : survey.original
    // Cells at the right and lower edge may contain fewer pixels; alpha is needed only if a cell is not opaque.
    let hasAlpha = cells.indices.contains { cells[$0].w < survey.pixels(inCell: $0) }
    let channels = hasAlpha ? 4 : 3
    var samples = [UInt8](repeating: 0, count: width * height * channels)
    for index in cells.indices {
      let cell = cells[index]
      if index > 0, cell == cells[index - 1], !hasAlpha {
        for channel in 0..<3 { samples[index * 3 + channel] = samples[index * 3 + channel - 3] }
        continue
      }
      let linear = cell.w > 0 ? matrix * (SIMD3<Double>(SIMD3(cell.x, cell.y, cell.z)) / Double(cell.w)) : .zero
      for channel in 0..<3 { samples[index * channels + channel] = code(linear[channel]) }
      if hasAlpha {
        samples[index * 4 + 3] = UInt8(max(0, min(255, (cell.w / survey.pixels(inCell: index) * 255).rounded())))
      }
    }
    let plainType: ColorType = hasAlpha ? .rgba : .rgb
    guard let palette = Palette(samples, channels: channels) else {
      return try encode(samples, width: width, height: height, plainType, color: color)
    }
    let indexed = try encode(
      palette.indices, width: width, height: height, .palette, palette: palette.colors, alpha: palette.alpha,
      color: color)
    // With few colours for many pixels it is the smallest.
    if palette.colors.count <= 64, palette.indices.count >= 4096 { return indexed }
    let plain = try encode(samples, width: width, height: height, plainType, color: color)
    return indexed.count < plain.count ? indexed : plain
  }

  /// The distinct colours of samples, and the index of each pixel.
  private struct Palette {
    private(set) var colors: [SIMD3<UInt8>] = []
    /// Empty if all colours are opaque.
    private(set) var alpha: [UInt8] = []
    private(set) var indices: [UInt8] = []

    /// nil for more than 256 colours.
    init?(_ samples: [UInt8], channels: Int) {
      var places: [UInt32: UInt8] = [:]
      indices.reserveCapacity(samples.count / channels)
      var latest: (color: UInt32, index: UInt8)?
      for start in stride(from: 0, to: samples.count, by: channels) {
        let own = SIMD3(samples[start], samples[start + 1], samples[start + 2])
        let opacity = channels == 4 ? samples[start + 3] : 255
        let color = UInt32(own.x) << 24 | UInt32(own.y) << 16 | UInt32(own.z) << 8 | UInt32(opacity)
        if latest?.color != color {
          guard let place = places[color] ?? UInt8(exactly: colors.count) else { return nil }
          if places.updateValue(place, forKey: color) == nil {
            colors.append(own)
            if channels == 4 { alpha.append(opacity) }
          }
          latest = (color, place)
        }
        indices.append(latest?.index ?? 0)
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

  /// Returns the 8-bit code of a linear value, with the common curve of sRGB and Display P3.
  private static func code(_ linear: Double) -> UInt8 {
    let clamped = max(0, min(linear, 1))
    return codes[Int((clamped * Double(codes.count - 1)).rounded())]
  }

  private static let codes: [UInt8] = (0...65535).map { step in
    UInt8(RGBSpace.sRGBCurve.inverse(Double(step) / 65535) * 255 + 0.5)
  }
}
