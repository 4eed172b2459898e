/// The colour type of a PNG image, with its number in IHDR (PNG Third Edition, 11.2.1).
public enum ColorType: Int, Sendable, Hashable, CaseIterable {
  /// Grey, of 1, 2, 4, 8 or 16 bits.
  case grey = 0
  /// Red, green and blue, of 8 or 16 bits each.
  case rgb = 2
  /// An index of 1, 2, 4 or 8 bits into PLTE.
  case palette = 3
  /// Grey and alpha, of 8 or 16 bits each.
  case greyAlpha = 4
  /// Red, green, blue and alpha, of 8 or 16 bits each.
  case rgba = 6

  /// Samples per pixel in the image data: a palette image has one, the index.
  public var channels: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The bit depths that PNG allows with this colour type (Table 12 of the Third Edition).
  public var allowedDepths: [Int] {
    switch self {
    case .grey: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .greyAlpha, .rgba: [8, 16]
    }
  }

  /// Whether the pixels have their own alpha, so that a tRNS chunk is forbidden.
  public var hasAlpha: Bool { self == .greyAlpha || self == .rgba }

  /// Whether the pixels are grey, so that a PLTE chunk is forbidden.
  public var isGrey: Bool { self == .grey || self == .greyAlpha }
}
