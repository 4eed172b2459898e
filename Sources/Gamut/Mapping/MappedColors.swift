import ColorScience

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
