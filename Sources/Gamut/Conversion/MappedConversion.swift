/// A conversion by a gamut mapping, colour by colour: codes to the destination's linear values, these through the
/// mapping, and what comes of it to the nearest codes.
public struct MappedConversion: Sendable {
  private let model: ColorModel
  private let encoders: [ChannelEncoder]

  /// - Parameters:
  ///   - rendition: says from where, to where, at which depth and by which mapping; without one it clamps.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  public init(_ rendition: Rendition, sourceDepth: Int) {
    let model = ColorModel(rendition, sourceDepth: sourceDepth)
    self.model = model
    var encoders: [ChannelEncoder] = []
    for channel in 0..<3 {
      let same = (0..<channel).first { rendition.destination[$0] == rendition.destination[channel] }
      encoders.append(same.map { encoders[$0] } ?? ChannelEncoder(model: model, channel: channel))
    }
    self.encoders = encoders
  }

  /// The code of each colour.
  public func callAsFunction(_ colors: [SIMD3<UInt16>]) -> [SIMD3<UInt16>] {
    model.sourceLinear(colors).map {
      let linear = model.mapped(model.toDestination * $0)
      return SIMD3(encoders[0].code(linear.x), encoders[1].code(linear.y), encoders[2].code(linear.z))
    }
  }
}
