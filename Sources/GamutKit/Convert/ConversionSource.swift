import Gamut

/// The meaning of a declaration, and the tables for conversions from it, by the depths of source and result.
struct ConversionSource: Sendable {
  let color: SourceColor
  let tables = Memo<SIMD2<Int>, ConversionTables?>()
  let greys = Memo<SIMD2<Int>, GreyConverter>()
  /// Conversions with the mapping of the options, where it is the same for all images.
  let mapped = Memo<SIMD2<Int>, MappedConversion>(limit: 2)

  /// The number of sources that are cached: tables take up to 1.6 MB for each curve, and with a mapping up to 2.3 MB.
  static let limit = 16
}
