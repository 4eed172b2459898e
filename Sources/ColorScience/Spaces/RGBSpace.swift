/// An additive colour space: three colorants in the D50 profile connection space, and a curve for each channel.
public struct RGBSpace: Sendable, Hashable {
  /// The matrix from linear red, green, blue to D50 XYZ; the columns are the colorants (ICC.1:2022 F.3).
  public let toPCS: Matrix3
  /// The matrix from D50 XYZ to linear red, green, blue.
  public let fromPCS: Matrix3
  private let curves: Curves

  /// The curves, stored by reference: many types contain several spaces, and copying each of their curves would take up
  /// much of the program.
  private final class Curves: Sendable, Hashable {
    let red, green, blue: TransferFunction

    init(_ red: TransferFunction, _ green: TransferFunction, _ blue: TransferFunction) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }

    static func == (one: Curves, other: Curves) -> Bool {
      one === other || (one.red == other.red && one.green == other.green && one.blue == other.blue)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(red)
      hasher.combine(green)
      hasher.combine(blue)
    }
  }

  /// Creates a space; nil if the colorants do not span a space (their matrix has no inverse).
  public init?(colorants toPCS: Matrix3, red: TransferFunction, green: TransferFunction, blue: TransferFunction) {
    guard let fromPCS = toPCS.inverse else { return nil }
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    curves = Curves(red, green, blue)
  }

  /// Returns a space with the same colorants and one curve for all channels.
  package func with(_ curve: TransferFunction) -> RGBSpace { RGBSpace(toPCS: toPCS, fromPCS: fromPCS, curve: curve) }

  init(toPCS: Matrix3, fromPCS: Matrix3, curve: TransferFunction) {
    self.toPCS = toPCS
    self.fromPCS = fromPCS
    curves = Curves(curve, curve, curve)
  }

  /// The curve of the red channel, from encoded to linear values.
  public var red: TransferFunction { curves.red }
  /// The curve of the green channel, from encoded to linear values.
  public var green: TransferFunction { curves.green }
  /// The curve of the blue channel, from encoded to linear values.
  public var blue: TransferFunction { curves.blue }

  /// The curve of channel 0 (red), 1 (green) or 2 (blue).
  public subscript(channel: Int) -> TransferFunction { channel == 0 ? red : channel == 1 ? green : blue }
}
