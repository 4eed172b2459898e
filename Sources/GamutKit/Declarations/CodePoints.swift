import Gamut
package import PNGCodec

/// The code points of ITU-T H.273 in a cICP chunk.
package enum CodePoints {
  /// Table 2: chromaticities x, y of red, green, blue and white.
  private static let primaries: [UInt8: (name: String, Primaries)] = [
    1: ("BT.709", .sRGB),
    4: ("BT.470 System M", Primaries(red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08), white: illuminantC)),
    5: ("BT.470 System B, G", .rec601PAL),
    6: ("BT.601", .rec601NTSC),
    7: ("SMPTE 240M", .rec601NTSC),
    8: (
      "generic film",
      Primaries(red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049), white: illuminantC)
    ),
    9: ("BT.2020", .rec2020),
    10: ("CIE XYZ", Primaries(red: (1, 0), green: (0, 1), blue: (0, 0), white: (1.0 / 3, 1.0 / 3))),
    11: ("DCI-P3", .dciP3),
    12: ("P3-D65", .displayP3),
    22: ("EBU 3213", Primaries(red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077), white: d65)),
  ]
  private static let d65 = (0.3127, 0.3290)
  private static let illuminantC = (0.310, 0.316)

  /// Table 3, as displays decode it, from encoded to linear; nil for a function that is not supported, as one that depends
  /// on the display. The camera curves of BT.709 and similar standards are displayed with ITU-R BT.1886, with black at 0.
  private static let transfers: [UInt8: (name: String, curve: TransferFunction?)] = [
    1: ("BT.709", bt1886), 6: ("BT.601", bt1886), 14: ("BT.2020", bt1886), 15: ("BT.2020 12-bit", bt1886),
    4: ("gamma 2.2", .gamma(2.2)), 5: ("gamma 2.8", .gamma(2.8)), 8: ("linear", .linear),
    13: ("sRGB", RGBSpace.sRGBCurve), 2: ("unspecified", nil), 7: ("SMPTE 240M", nil), 9: ("logarithmic", nil),
    10: ("logarithmic", nil), 11: ("xvYCC", nil), 12: ("BT.1361", nil), 16: ("PQ", nil), 17: ("SMPTE ST 428-1", nil),
    18: ("HLG", nil),
  ]

  /// ITU-R BT.1886, annex 1, with black at 0 and white at 1: L = V^2.4.
  static let bt1886 = TransferFunction.gamma(2.4)

  /// The inverted camera curve of BT.709, BT.601 and BT.2020, as some programs used it instead of the display curve: E'
  /// = alpha L^0.45 - (alpha - 1) for L >= beta, else 4.5 L; alpha and beta as in H.273, to 15 digits.
  static let bt709: TransferFunction = {
    let (alpha, beta) = (1.099296826809442, 0.018053968510807)
    return .parametric(
      ParametricCurve(g: 1 / 0.45, a: 1 / alpha, b: (alpha - 1) / alpha, c: 1 / 4.5, d: 4.5 * beta))
  }()

  /// Returns the space of a cICP chunk. BT.709 and P3-D65 have the colorants of the project's own sRGB and Display P3.
  static func space(_ cicp: CICP) throws(DeclarationFault) -> RGBSpace {
    guard cicp.matrix == 0 else { throw .matrix(cicp.matrix) }
    switch cicp.fullRange {
    case 1: break
    case 0: throw .narrowRange
    default: throw .rangeFlag(cicp.fullRange)
    }
    guard let curve = transfers[cicp.transfer]?.curve else { throw .transfer(cicp.transfer) }
    guard let primaries = primaries[cicp.primaries]?.1 else { throw .primaries(cicp.primaries) }
    let toPCS: Matrix3? =
      switch cicp.primaries {
      case 1: RGBSpace.sRGB.toPCS
      case 12: RGBSpace.displayP3.toPCS
      default: primaries.toPCS
      }
    guard let toPCS, let space = RGBSpace(colorants: toPCS, curve: curve) else { throw .chromaticities }
    return space
  }

  /// Returns a doubt about code points, as a whole sentence: with the curve of sRGB, DCI-P3 is hardly meant.
  package static func doubt(about cicp: CICP) -> String? {
    cicp.primaries == 11 && cicp.transfer == 13
      ? "The cICP chunk has the primaries 11, those of cinemas (DCI-P3, with a greenish white), and the transfer function "
        + "of sRGB (13). Display P3 has the primaries 12, which are probably meant."
      : nil
  }

  static func description(_ cicp: CICP) -> String {
    switch (cicp.primaries, cicp.transfer) {
    case (1, 13): "sRGB"
    case (12, 13): "Display P3"
    default: "\(primariesName(cicp.primaries)) primaries, \(transferName(cicp.transfer)) transfer"
    }
  }

  static func primariesName(_ code: UInt8) -> String {
    primaries[code]?.name ?? (code == 2 ? "unspecified (2)" : "reserved (\(code))")
  }

  static func transferName(_ code: UInt8) -> String {
    let (name, curve) = transfers[code] ?? ("reserved", nil)
    return curve == nil ? "\(name) (\(code))" : name
  }
}

extension Chromaticities {
  /// The matrix from linear values to the profile connection space (`Primaries.toPCS`), if the chunk is plausible.
  ///
  /// - Throws: `chromaticities` if it is not.
  var toPCS: Matrix3 {
    get throws(DeclarationFault) {
      let primaries = Primaries(self)
      // A column adds up to the share of its primary in white, which is negative if white is outside of the triangle.
      guard [white, red, green, blue].allSatisfy({ Int($0.x) + Int($0.y) <= 100_000 }), let toXYZ = primaries.toXYZ,
        (0..<3).allSatisfy({ toXYZ.column($0).sum() >= 0 }),
        let toPCS = primaries.toPCS
      else { throw .chromaticities }
      return toPCS
    }
  }
}

extension Primaries {
  /// Creates the primaries of a cHRM chunk, in units of 1/100,000.
  init(_ chunk: Chromaticities) {
    func xy(_ color: Chromaticity) -> (Double, Double) { (Double(color.x) / 100_000, Double(color.y) / 100_000) }
    self.init(red: xy(chunk.red), green: xy(chunk.green), blue: xy(chunk.blue), white: xy(chunk.white))
  }
}
