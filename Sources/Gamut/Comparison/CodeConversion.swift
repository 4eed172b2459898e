import ColorScience

/// The way from the colours of one image to the codes of another.
struct CodeConversion {
  /// From the linear values of the source to those of the destination, and to those of sRGB.
  private let matrix, toSRGB: Matrix3
  /// From linear values of sRGB to those of the destination.
  private let fromSRGB: Matrix3
  private let bounds, boundsOfSRGB: CodeBounds
  private let space: RGBSpace

  /// nil if the destination is a table, which has no way back.
  init?(from source: ComparedColors, to destination: ComparedColors) {
    guard let space = destination.space else { return nil }
    self.space = space
    matrix =
      ColorModel(Rendition(source: source.source, destination: space), sourceDepth: source.depth).toDestination
    toSRGB = source.model.toSRGB
    fromSRGB = space.toPCS == RGBSpace.sRGB.toPCS ? .identity : space.fromPCS * RGBSpace.sRGB.toPCS
    bounds = CodeBounds(space, maximum: destination.maximum)
    boundsOfSRGB = CodeBounds(.sRGB, maximum: destination.maximum)
  }

  /// Returns whether a colour, converted and rounded, has a code.
  @inline(__always)
  func gives(_ code: SIMD4<UInt16>, _ linear: SIMD3<Double>) -> Bool { bounds.hold(matrix * linear, code) }

  /// Returns the levels of a colour in the destination, not limited.
  func levels(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let linear = matrix * linear
    return SIMD3(space.red.inverse(linear.x), space.green.inverse(linear.y), space.blue.inverse(linear.z))
  }

  /// The conversions that programs make, each to within a code.
  struct Explanations: OptionSet {
    let rawValue: Int

    static let reencoded = Explanations(rawValue: 1)
    static let clipped = Explanations(rawValue: 2)
    static let clippedToSRGB = Explanations(rawValue: 4)
    static let mistagged = Explanations(rawValue: 8)
  }

  /// Those that are looked for: where the destination is sRGB, the last two say what clipping says.
  var explanations: Explanations {
    space == .sRGB ? [.reencoded, .clipped] : [.reencoded, .clipped, .clippedToSRGB, .mistagged]
  }

  /// Removes what does not explain that a colour has a code.
  @inline(__always)
  func keep(_ explanations: inout Explanations, for code: SIMD4<UInt16>, _ linear: SIMD3<Double>) {
    let converted = matrix * linear
    func drop(_ explanation: Explanations, unless holds: @autoclosure () -> Bool) {
      if explanations.contains(explanation), !holds() { explanations.remove(explanation) }
    }
    drop(.reencoded, unless: bounds.hold(converted, code, slack: 1))
    drop(.clipped, unless: bounds.hold(converted, code, slack: 1, clamped: true))
    guard !explanations.isDisjoint(with: [.clippedToSRGB, .mistagged]) else { return }
    let inSRGB = ClipMapping()(toSRGB * linear)
    drop(.clippedToSRGB, unless: bounds.hold(fromSRGB * inSRGB, code, slack: 1, clamped: true))
    drop(.mistagged, unless: boundsOfSRGB.hold(inSRGB, code, slack: 1, clamped: true))
  }
}
