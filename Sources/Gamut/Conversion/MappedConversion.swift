/// A conversion with a gamut mapping, colour by colour: codes are converted to linear values of the destination,
/// mapped, and rounded to the nearest codes.
public struct MappedConversion: Sendable {
  private let tables: RenditionTables

  /// - Parameters:
  ///   - rendition: the source, the destination, its depth and the mapping; without a mapping, colours are clamped.
  ///   - sourceDepth: bits of the image's samples, 1 to 16.
  public init(_ rendition: Rendition, sourceDepth: Int) {
    tables = RenditionTables(rendition, sourceDepth: sourceDepth)
  }

  /// The code of each colour.
  public func callAsFunction(_ colors: [SIMD3<UInt16>]) -> [SIMD3<UInt16>] {
    let (encoders, mapping) = (tables.encoders, tables.model.rendition.mapping)
    return tables.sourceLinear(colors.map { PackedColor($0).bits }).map {
      let linear = tables.toDestination * $0
      let mapped = mapping.map { $0(linear) } ?? ClipMapping()(linear)
      return SIMD3(encoders[0].code(mapped.x), encoders[1].code(mapped.y), encoders[2].code(mapped.z))
    }
  }
}
