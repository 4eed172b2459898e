/// The conversion of a usable profile from device values to the profile connection space.
public enum DeviceModel: Sendable, Hashable {
  /// A curve for each channel, then a matrix (ICC.1:2022 clause F.3).
  case matrix(Colorants, red: ToneCurve, green: ToneCurve, blue: ToneCurve)
  /// One curve, whose value scales D50 (ICC.1:2022 clause F.2).
  case grey(ToneCurve)
  /// Tables, or a grey curve whose values are L*: only a `Transform` evaluates these.
  case table
}

/// The kind of colour that a profile must describe.
public enum ImageColor: Sendable, Hashable {
  /// Red, green and blue, in the pixels or in the palette.
  case rgb
  /// One channel.
  case grey
}
