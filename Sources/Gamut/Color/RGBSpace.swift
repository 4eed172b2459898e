/// An additive colour space: three colorants in the D50 profile connection space, and a curve for each channel.
public struct RGBSpace: Sendable, Hashable {
  /// The matrix from linear red, green, blue to D50 XYZ; the columns are the colorants (ICC.1:2022 F.3).
  public let toPCS: Matrix3
  /// The matrix from D50 XYZ to linear red, green, blue.
  public let fromPCS: Matrix3
  public let red, green, blue: TransferFunction

  /// Creates a space; nil if the colorants do not span a space (their matrix has no inverse).
  public init?(colorants toPCS: Matrix3, red: TransferFunction, green: TransferFunction, blue: TransferFunction) {
    guard let fromPCS = toPCS.inverse else { return nil }
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Returns a space with the same colorants and one curve for all channels.
  func with(_ curve: TransferFunction) -> RGBSpace { RGBSpace(toPCS: toPCS, fromPCS: fromPCS, curve: curve) }

  private init(toPCS: Matrix3, fromPCS: Matrix3, curve: TransferFunction) {
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    (red, green, blue) = (curve, curve, curve)
  }

  /// The curve of channel 0 (red), 1 (green) or 2 (blue).
  public subscript(channel: Int) -> TransferFunction { channel == 0 ? red : channel == 1 ? green : blue }
}
