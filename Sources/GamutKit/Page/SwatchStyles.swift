import Gamut

/// The colours of swatches on a page, each as a class of its style sheet, because the content security policy forbids
/// inline styles. Each has sRGB first, for browsers without Display P3, then Display P3.
struct SwatchStyles {
  private var classes: [String: String] = [:]
  private(set) var css = ""

  /// Returns the class of a colour, given by linear sRGB values, not clamped.
  mutating func className(_ linearSRGB: SIMD3<Double>) -> String {
    let p3 = RGBSpace.displayP3.fromPCS * RGBSpace.sRGB.toPCS * linearSRGB
    func encoded(_ linear: SIMD3<Double>) -> [Double] {
      (0..<3).map { RGBSpace.sRGBCurve.inverse(max(0, min(linear[$0], 1))) }
    }
    let fallback = encoded(linearSRGB).reduce("#") { text, value in
      let hex = String(Int((value * 255).rounded()), radix: 16)
      return text + (hex.count < 2 ? "0" : "") + hex
    }
    let wide = encoded(p3).map { Words.decimal($0, 5) }.joined(separator: " ")
    let rule = "{background:\(fallback);background:color(display-p3 \(wide))}"
    if let known = classes[rule] { return known }
    let name = "c\(classes.count)"
    classes[rule] = name
    css += ".\(name)\(rule)\n"
    return name
  }
}
