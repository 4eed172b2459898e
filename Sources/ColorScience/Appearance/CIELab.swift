import LibC

/// A colour in CIE 1976 L*a*b* against the D50 white of the profile connection space (ICC.1:2022 6.3.4).
package struct CIELab: Sendable, Hashable {
  package let l, a, b: Double

  package init(l: Double, a: Double, b: Double) {
    self.l = l
    self.a = a
    self.b = b
  }

  /// Creates a colour from XYZ with Y = 1 for white, relative to a white.
  package init(xyz: SIMD3<Double>, white: SIMD3<Double> = RGBSpace.pcsWhite) {
    func f(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
    let (x, y, z) = (f(xyz.x / white.x), f(xyz.y / white.y), f(xyz.z / white.z))
    self.init(l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
  }

  /// Returns XYZ with Y = 1 for white, relative to a white.
  package func xyz(white: SIMD3<Double>) -> SIMD3<Double> {
    func inverse(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > 216.0 / 24389 ? cube : (116 * root - 16) / (24389.0 / 27)
    }
    let y = (l + 16) / 116
    return SIMD3(inverse(a / 500 + y), inverse(y), inverse(y - b / 200)) * white
  }

  /// CIEDE2000 with kL = kC = kH = 1 (ISO/CIE 11664-6:2014).
  func deltaE2000(_ other: CIELab) -> Double {
    let radian = Double.pi / 180
    let meanC = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - (pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7))).squareRoot())
    let (a1, a2) = (a * (1 + g), other.a * (1 + g))
    let (c1, c2) = (hypot(a1, b), hypot(a2, other.b))
    func hue(_ b: Double, _ a: Double) -> Double {
      guard a != 0 || b != 0 else { return 0 }
      let h = atan2(b, a) / radian
      return h < 0 ? h + 360 : h
    }
    let (h1, h2) = (hue(b, a1), hue(other.b, a2))

    let dl = other.l - l
    let dc = c2 - c1
    let achromatic = c1 * c2 == 0
    var dh = achromatic ? 0 : h2 - h1
    if dh > 180 { dh -= 360 } else if dh < -180 { dh += 360 }
    let dH = 2 * (c1 * c2).squareRoot() * sin(dh / 2 * radian)

    let meanL = (l + other.l) / 2
    let meanC1 = (c1 + c2) / 2
    var meanH = h1 + h2
    if !achromatic {
      if abs(h1 - h2) > 180 { meanH += meanH < 360 ? 360 : -360 }
      meanH /= 2
    }
    let t =
      1 - 0.17 * cos((meanH - 30) * radian) + 0.24 * cos(2 * meanH * radian)
      + 0.32 * cos((3 * meanH + 6) * radian) - 0.20 * cos((4 * meanH - 63) * radian)
    let l50 = (meanL - 50) * (meanL - 50)
    let sl = 1 + 0.015 * l50 / (20 + l50).squareRoot()
    let sc = 1 + 0.045 * meanC1
    let sh = 1 + 0.015 * meanC1 * t
    let turn = (meanH - 275) / 25
    let rc = 2 * (pow(meanC1, 7) / (pow(meanC1, 7) + pow(25, 7))).squareRoot()
    let rt = -sin(60 * exp(-turn * turn) * radian) * rc
    let (tl, tc, th) = (dl / sl, dc / sc, dH / sh)
    return (tl * tl + tc * tc + th * th + rt * tc * th).squareRoot()
  }
}
