import Gamut

/// A chromaticity diagram as SVG: the base, shared by all images, and the marks of one image.
struct ChromaticityDiagram {
  /// The coordinates.
  enum Kind: String, CaseIterable {
    case uv, xy
  }

  let kind: Kind

  /// Returns a point in units of the view box of 320 x 300, y downwards.
  private func point(_ xy: Chromaticity2D) -> (x: Double, y: Double) {
    let place = kind == .uv ? xy.uvFromXY : xy
    return at(place)
  }

  /// Returns the point of the diagram's own coordinates.
  private func at(_ place: Chromaticity2D) -> (x: Double, y: Double) {
    let scale = kind == .uv ? 440.0 : 308.0
    return (34 + place.x * scale, 276 - place.y * scale)
  }

  private func text(_ point: (x: Double, y: Double)) -> String {
    "\(Self.number(point.x)) \(Self.number(point.y))"
  }

  /// Returns a number with one decimal, or none if it is 0.
  static func number(_ value: Double) -> String {
    let text = Words.decimal(value.magnitude, 1)
    return (value < 0 && text != "0.0" ? "-" : "") + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Axes, spectral locus, triangles, white: a group that all diagrams of the page use.
  var base: String {
    let locus = "M" + SpectralLocus.xy.map { text(point($0)) }.joined(separator: "L") + "z"
    var svg = "<g id=\"\(kind.rawValue)\"><path class=\"locus\" d=\"\(locus)\"/>"
    let (width, height) = kind == .uv ? (6, 6) : (8, 8)
    var grid = ""
    for step in 0...width {
      let x = Double(step) / 10
      grid += "M\(text(at(Chromaticity2D(x: x, y: 0))))v4"
    }
    for step in 0...height { grid += "M\(text(at(Chromaticity2D(x: 0, y: Double(step) / 10))))h-4" }
    let origin = at(Chromaticity2D(x: 0, y: 0))
    svg += "<path class=\"ticks\" fill=\"none\" d=\"M\(text(origin))V8M\(text(origin))H314\(grid)\"/>"
    for step in stride(from: 2, through: width, by: 2) {
      let place = at(Chromaticity2D(x: Double(step) / 10, y: 0))
      svg += Self.label("0.\(step)", x: place.x, y: place.y + 16, anchor: "middle")
    }
    for step in stride(from: 2, through: height, by: 2) {
      let place = at(Chromaticity2D(x: 0, y: Double(step) / 10))
      svg += Self.label("0.\(step)", x: place.x - 7, y: place.y + 4, anchor: "end")
    }
    svg += Self.label(kind == .uv ? "u′" : "x", x: 312, y: origin.y - 6, anchor: "end")
    let middle = at(Chromaticity2D(x: 0, y: 0.5))
    svg += Self.label(kind == .uv ? "v′" : "y", x: middle.x - 7, y: middle.y + 4, anchor: "end")
    for wavelength in [460, 480, 500, 520, 540, 560, 580, 600, 620] {
      let place = point(SpectralLocus.xy[(wavelength - SpectralLocus.first) / SpectralLocus.step])
      svg += "<path class=\"ticks\" d=\"M\(text(place))m-2 0h4\"/>"
      // At 500 nm u' is 0, the position of the numbers of the axis.
      guard [460, 480, 520, 560, 600].contains(wavelength) || (kind == .xy && wavelength == 500) else { continue }
      let isLeft = wavelength < 520
      svg += Self.label(
        "\(wavelength)\(wavelength == 560 ? " nm" : "")", x: place.x + (isLeft ? -6 : 6),
        y: place.y - (isLeft ? -4 : 4),
        anchor: isLeft ? "end" : "start")
    }
    svg += triangle(Primaries.displayP3XY, "gamut-p3") + triangle(Primaries.sRGBXY, "gamut-srgb")
    let white = point(Chromaticity2D(x: 0.3127, y: 0.3290))
    svg += "<path class=\"white\" d=\"M\(text(white))m-4 0h8m-4-4v8\"/></g>"
    // Drawn over the marks.
    svg += "<g id=\"\(kind.rawValue)-names\">"
    let (p3, sRGB) =
      kind == .uv
      ? (Chromaticity2D(x: 0.268, y: 0.245), Chromaticity2D(x: 0.285, y: 0.315))
      : (Chromaticity2D(x: 0.48, y: 0.155), Chromaticity2D(x: 0.385, y: 0.235))
    svg += Self.label("Display P3", x: at(p3).x, y: at(p3).y, anchor: "start", kind: "name")
    svg += Self.label("sRGB", x: at(sRGB).x, y: at(sRGB).y, anchor: "end", kind: "name")
    return svg + "</g>"
  }

  private func triangle(_ corners: [Chromaticity2D], _ name: String) -> String {
    "<path class=\"\(name)\" d=\"M" + corners.map { text(point($0)) }.joined(separator: "L") + "z\"/>"
  }

  static func label(_ words: String, x: Double, y: Double, anchor: String, kind: String? = nil) -> String {
    "<text class=\"\(kind ?? "label")\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(words)</text>"
  }

  /// Returns the colours of an image: a disc for each bin without clipping pixels, a diamond for each bin with some.
  /// Marks are one step larger for each power of ten of pixels.
  func marks(_ count: ChromaticityCount) -> String {
    var dots: [Int: String] = [:]
    var diamonds = ""
    for bin in count.filledBins {
      let mean = bin.mean
      let place = at(kind == .uv ? mean : mean.xyFromUV)
      guard place.x > 0, place.x < 320, place.y > 0, place.y < 300 else { continue }
      let magnitude = String(bin.inside + bin.clipped).utf8.count
      if bin.clipped == 0 {
        dots[magnitude, default: ""] += "M\(text(place))h0"
      } else {
        let r = Self.number(Self.radius(magnitude) + 0.8)
        diamonds += "M\(Self.number(place.x)) \(Self.number(place.y))m0-\(r)l\(r) \(r)-\(r) \(r)-\(r)-\(r)z"
      }
    }
    var svg = dots.sorted { $0.key < $1.key }.map { magnitude, path in
      "<path class=\"dots\" stroke-width=\"\(Self.number(2 * Self.radius(magnitude)))\" d=\"\(path)\"/>"
    }.joined()
    if !diamonds.isEmpty { svg += "<path class=\"clipped\" d=\"\(diamonds)\"/>" }
    return svg
  }

  /// Returns the radius of a mark for a number of pixels with the given number of digits.
  private static func radius(_ digits: Int) -> Double { 0.9 + 0.55 * Double(digits) }
}

extension Primaries {
  /// IEC 61966-2-1.
  fileprivate static let sRGBXY = [
    Chromaticity2D(x: 0.64, y: 0.33), Chromaticity2D(x: 0.30, y: 0.60), Chromaticity2D(x: 0.15, y: 0.06),
  ]
  /// SMPTE EG 432-1 with D65.
  fileprivate static let displayP3XY = [
    Chromaticity2D(x: 0.680, y: 0.320), Chromaticity2D(x: 0.265, y: 0.690), Chromaticity2D(x: 0.150, y: 0.060),
  ]
}
