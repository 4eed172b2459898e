internal import CGamutKernels
import LibC

/// The vector instructions that the inner loops may use. The results do not depend on them.
public enum VectorExtension: String, Sendable, Hashable, CaseIterable {
  /// The loops in Swift, for any processor.
  case portable
  /// AVX2: eight pixels at a time.
  case avx2
  /// AVX-512: sixteen pixels at a time.
  case avx512

  /// The extension that is used unless another one is requested: the one that the environment variable `GAMUT_VECTOR`
  /// names, for measurements, if this processor supports it; otherwise the widest that it supports.
  public static let best = requested.flatMap { available.contains($0) ? $0 : nil } ?? widest

  /// All extensions that this processor supports.
  public static let available = Array(allCases.prefix { $0 != widest }) + [widest]

  /// The name in the environment variable `GAMUT_VECTOR` if it is not one of ``available``; nil otherwise.
  public static var unavailableName: String? {
    environmentName.flatMap { name in available.contains { $0.rawValue == name } ? nil : name }
  }

  private static let environmentName = unsafe getenv("GAMUT_VECTOR").map { unsafe String(cString: $0) }
  private static let requested = environmentName.flatMap { VectorExtension(rawValue: $0) }
  private static let widest: VectorExtension =
    switch gamut_vector_best() {
    case gamut_vector_avx512: .avx512
    case gamut_vector_avx2: .avx2
    default: .portable
    }

  /// The extension for loops that load tables sample by sample: vectors wider than those of AVX2 take longer there.
  var ofTables: VectorExtension { self == .avx512 ? .avx2 : self }

  /// The inner loops with these instructions.
  @inline(__always)
  var kernels: gamut_kernels {
    let vector = self == .portable ? gamut_vector_none : self == .avx2 ? gamut_vector_avx2 : gamut_vector_avx512
    return unsafe gamut_kernels_for(vector).pointee
  }
}
