/// The parameters of the project's own profiles, as s15Fixed16 integers: the meaning of an sRGB chunk and of the cICP
/// codes 1/13 and 12/13.
extension RGBSpace {
  /// D50, the white of the profile connection space.
  public static let pcsWhite = SIMD3<Double>(63190, 65536, 54061) / 65536

  /// sRGB with the colorants of the project's own profile, which follow IEC 61966-2-1.
  public static let sRGB = RGBSpace(
    s15Fixed16: [0x6fa0, 0x38f2, 0x038f], [0x6296, 0xb789, 0x18da], [0x24a0, 0x0f85, 0xb6c4])

  /// sRGB with the colorants published by HP in 1998 and by the ICC in sRGB2014; most files tagged sRGB use these.
  /// Their rounding differs from that of IEC 61966-2-1, which moves codes near black by up to 0.8 of 255.
  public static let sRGB1998 = RGBSpace(
    s15Fixed16: [0x6fa2, 0x38f5, 0x0390], [0x6299, 0xb785, 0x18da], [0x24a0, 0x0f84, 0xb6cf])

  /// Display P3: the primaries of DCI-P3 with the white and the curve of sRGB, as in the project's own profile.
  public static let displayP3 = RGBSpace(
    s15Fixed16: [0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110a, 0xc8b9])

  /// The curve of both spaces (IEC 61966-2-1, parametric kind 3, rounded to s15Fixed16).
  public static let sRGBCurve = TransferFunction.parametric(
    ParametricCurve(
      g: Double(0x26666) / 65536, a: Double(0xf2a7) / 65536, b: Double(0x0d59) / 65536, c: Double(0x13d0) / 65536,
      d: Double(0x0a5b) / 65536))

  private init(s15Fixed16 r: SIMD3<Double>, _ g: SIMD3<Double>, _ b: SIMD3<Double>) {
    let toPCS = Matrix3(columns: r / 65536, g / 65536, b / 65536)
    self.init(toPCS: toPCS, fromPCS: toPCS.inverse ?? .identity, curve: Self.sRGBCurve)
  }
}
