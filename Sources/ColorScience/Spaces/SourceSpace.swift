/// The mapping from an image's codes to colour.
public enum SourceSpace: Sendable {
  /// Three channels, curves and a matrix.
  case rgb(RGBSpace)
  /// One channel whose linear value is used for all three channels of the destination.
  case grey(TransferFunction)
  /// A lookup table of a profile, evaluated elsewhere.
  case table(any DeviceToPCS)
}

/// A device space whose conversion to the profile connection space is implemented outside this module.
public protocol DeviceToPCS: AnyObject, Sendable {
  /// Appends the D50 XYZ of each colour; `colors` contains encoded values in [0, 1], red, green, blue.
  func appendXYZ(of colors: [SIMD3<Double>], to result: inout [SIMD3<Double>])
}
