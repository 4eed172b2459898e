/// Gamut mapping of CSS Color Module Level 4, section 13.2 ("CSS Gamut Mapping to an RGB Destination"): chroma is
/// reduced at constant OKLCh lightness and hue by bisection, until clipping the rest makes a difference that is just
/// not noticeable (local MINDE).
///
/// As specified, it leaves colours inside the destination unchanged, maps whole ranges of chroma to one colour, and
/// uses OKLab relative to the project's own sRGB (see ``OKLab``).
public struct CSSMapping: GamutMapping {
  private let toSRGB, fromSRGB: Matrix3
  /// The just-noticeable difference in ΔEOK.
  public static let jnd = 0.02
  /// The tolerance of chroma, and of ΔEOK below the just-noticeable difference, at which the bisection ends.
  public static let epsilon = 0.0001

  /// Creates the mapping for linear values of `destination`.
  public init(destination: RGBSpace) {
    let isSRGB = destination.toPCS == RGBSpace.sRGB.toPCS
    toSRGB = isSRGB ? .identity : RGBSpace.sRGB.fromPCS * destination.toPCS
    fromSRGB = isSRGB ? .identity : destination.fromPCS * RGBSpace.sRGB.toPCS
  }

  /// Returns the mapped colour, each channel in [0, 1]; a colour within the destination is returned unchanged, except
  /// that lightness 1 and more becomes white, and 0 and less black.
  public func callAsFunction(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let origin = OKLab(linearSRGB: toSRGB * linear)
    if origin.l >= 1 { return .one }
    if origin.l <= 0 { return .zero }
    let clip = ClipMapping()
    var clipped = clip(linear)
    if clipped == linear { return linear }

    /// Returns ΔEOK between a colour and the clipped colour.
    func difference(_ color: OKLab) -> Double { color.deltaE(to: OKLab(linearSRGB: toSRGB * clipped)) }
    if difference(origin) < Self.jnd { return clipped }

    let chroma = origin.chroma
    var (low, high) = (0.0, chroma)
    var lowIsInGamut = true
    while high - low > Self.epsilon {
      let middle = (low + high) / 2
      let current = OKLab(l: origin.l, a: origin.a * (middle / chroma), b: origin.b * (middle / chroma))
      let values = fromSRGB * current.linearSRGB
      clipped = clip(values)
      if lowIsInGamut, clipped == values {
        low = middle
        continue
      }
      let difference = difference(current)
      if difference < Self.jnd {
        if Self.jnd - difference < Self.epsilon { return clipped }
        lowIsInGamut = false
        low = middle
      } else {
        high = middle
      }
    }
    return clipped
  }
}

/// The colours in the file that a conversion with a mapping writes: the nearest codes, and their colours.
struct MappedColors: Sendable {
  private let encoders: [ChannelEncoder]
  private let model: ColorModel
  /// The linear value of each code, by channel.
  private let decode: [[Double]]

  /// - Parameter tables: the tables of the conversion; their own mapping, if any, is ignored.
  init(_ tables: RenditionTables) {
    let model = tables.model
    encoders = tables.encoders
    self.model = model
    let destination = model.rendition.destination
    var decode: [[Double]] = []
    for channel in 0..<3 {
      let same = (0..<channel).first { destination[$0] == destination[channel] }
      decode.append(
        same.map { decode[$0] } ?? (0...Int(model.maximum)).map { destination[channel](Double($0) / model.maximum) })
    }
    self.decode = decode
  }

  /// Returns the code in the file of a mapped colour.
  func code(_ mapped: SIMD3<Double>) -> SIMD3<Int> {
    SIMD3(Int(encoders[0].code(mapped.x)), Int(encoders[1].code(mapped.y)), Int(encoders[2].code(mapped.z)))
  }

  /// Returns the colour of the code in the file of a mapped colour.
  func din99o(_ mapped: SIMD3<Double>) -> DIN99o {
    let code = code(mapped)
    return model.din99o(destination: SIMD3(decode[0][code.x], decode[1][code.y], decode[2][code.z]))
  }
}
