import Gamut
import PNGCodec

extension Chromaticities {
  /// The matrix from linear values to the profile connection space (`Primaries.toPCS`), if the chunk is plausible.
  ///
  /// - Throws: `chromaticity` if x, y or their sum is above 1, `whiteOutsidePrimaries`, or `chromaticities` if the
  ///   primaries do not span a space.
  var toPCS: Matrix3 {
    get throws(DeclarationFault) {
      for (name, xy) in [(DeclarationFault.PrimaryName.white, white), (.red, red), (.green, green), (.blue, blue)] {
        guard Int(xy.x) + Int(xy.y) <= 100_000 else { throw .chromaticity(name, xy) }
      }
      guard !isWhiteOutside else { throw .whiteOutsidePrimaries }
      guard let toPCS = Primaries(self).toPCS else { throw .chromaticities }
      return toPCS
    }
  }

  /// Whether white lies outside an edge of the triangle; false for a triangle without an area. Exact for coordinates up
  /// to 1.
  private var isWhiteOutside: Bool {
    let (r, g, b) = (Self.vector(red), Self.vector(green), Self.vector(blue))
    let w = Self.vector(white)
    let area = Self.cross(r, g, b)
    let sides = [Self.cross(r, g, w), Self.cross(g, b, w), Self.cross(b, r, w)]
    return area != 0 && sides.contains { $0.signum() == -area.signum() }
  }

  private static func vector(_ xy: Chromaticity) -> SIMD2<Int> { SIMD2(Int(xy.x), Int(xy.y)) }

  /// Returns twice the area of a triangle, positive if its corners are in anticlockwise order.
  private static func cross(_ a: SIMD2<Int>, _ b: SIMD2<Int>, _ c: SIMD2<Int>) -> Int {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}

extension Primaries {
  /// Creates the primaries of a cHRM chunk, in units of 1/100,000.
  init(_ chunk: Chromaticities) {
    func xy(_ color: Chromaticity) -> (Double, Double) { (Double(color.x) / 100_000, Double(color.y) / 100_000) }
    self.init(red: xy(chunk.red), green: xy(chunk.green), blue: xy(chunk.blue), white: xy(chunk.white))
  }
}
