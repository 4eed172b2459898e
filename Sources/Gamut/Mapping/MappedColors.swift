/// The colours of the file that a conversion by a mapping makes: the nearest codes, and what these mean.
struct MappedColors: Sendable {
  private let encoders: [ChannelEncoder]
  private let toSRGB: Matrix3
  /// The linear value of each code, by channel.
  private let decode: [[Double]]

  /// - Parameter tables: of the conversion; a mapping of theirs has no say.
  init(_ tables: RenditionTables) {
    let model = tables.model
    encoders = tables.encoders
    toSRGB = model.destinationToSRGB
    let destination = model.rendition.destination
    var decode: [[Double]] = []
    for channel in 0..<3 {
      let same = (0..<channel).first { destination[$0] == destination[channel] }
      decode.append(
        same.map { decode[$0] } ?? (0...Int(model.maximum)).map { destination[channel](Double($0) / model.maximum) })
    }
    self.decode = decode
  }

  /// The code in the file for what a mapping gave.
  func code(_ mapped: SIMD3<Double>) -> SIMD3<Int> {
    SIMD3(Int(encoders[0].code(mapped.x)), Int(encoders[1].code(mapped.y)), Int(encoders[2].code(mapped.z)))
  }

  /// The colour that stands in the file for what a mapping gave.
  func okLab(_ mapped: SIMD3<Double>) -> OKLab {
    let code = code(mapped)
    return OKLab(linearSRGB: toSRGB * SIMD3(decode[0][code.x], decode[1][code.y], decode[2][code.z]))
  }
}
