/// What an image means, and what it is rendered to: everything the analysis needs to know besides the pixels.
public struct Rendition: Sendable {
  /// How codes become colour.
  public enum Source: Sendable {
    /// Three channels, curves and a matrix.
    case rgb(RGBSpace)
    /// One channel whose linear value goes to all three channels of the destination.
    case grey(TransferFunction)
    /// A lookup table of a profile, evaluated elsewhere.
    case table(any DeviceToPCS)
  }

  public var source: Source
  public var destination: RGBSpace
  /// The destination's depth, 8 or 16.
  public var depth: Int
  /// The just-noticeable difference in ΔEOK, above 0.
  public var jnd: Double
  /// How many groups and regions are listed.
  public var top: Int
  /// What gives each colour its destination code. Nil clamps, as the definitions have it, and finds out the fastest.
  public var mapping: (any GamutMapping)?

  public init(
    source: Source, destination: RGBSpace, depth: Int = 8, jnd: Double = 0.015, top: Int = 10,
    mapping: (any GamutMapping)? = nil
  ) {
    self.source = source
    self.destination = destination
    self.depth = depth
    self.jnd = jnd
    self.top = top
    self.mapping = mapping
  }
}

/// A device space whose colours in the profile connection space come from outside this module.
public protocol DeviceToPCS: Sendable {
  /// Appends the D50 XYZ of each colour; `colors` holds encoded values in [0, 1], red, green, blue.
  func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>])
}

/// How the rows of an image lie in memory: whole samples, straight alpha, native byte order.
public struct PixelLayout: Sendable, Hashable {
  public var width, height: Int
  /// Bits of a sample as the file has them: 1, 2, 4 and 8 in one byte, unscaled; 16 in two.
  public var depth: Int
  /// One channel of grey, or red, green and blue.
  public var isGrey: Bool
  /// A further channel of alpha, in which 0 is transparent.
  public var hasAlpha: Bool
  /// The one colour that is transparent (PNG `tRNS` of a grey or RGB image), at the image's own depth.
  public var transparentColor: SIMD3<UInt16>?

  public init(
    width: Int, height: Int, depth: Int, isGrey: Bool = false, hasAlpha: Bool = false,
    transparentColor: SIMD3<UInt16>? = nil
  ) {
    self.width = width
    self.height = height
    self.depth = depth
    self.isGrey = isGrey
    self.hasAlpha = hasAlpha
    self.transparentColor = transparentColor
  }

  public var channels: Int { (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0) }
  public var bytesPerSample: Int { depth == 16 ? 2 : 1 }
  public var bytesPerRow: Int { width * channels * bytesPerSample }
}
