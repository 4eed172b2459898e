internal import CGamutKernels

/// The vector instructions that the inner loops may use. The results do not depend on them.
public enum VectorExtension: Sendable, Hashable, CaseIterable {
  /// The loops in Swift, for any processor.
  case portable
  case avx2
  case avx512

  /// The widest extension that this processor supports.
  public static let best: VectorExtension =
    switch gamut_vector_best() {
    case gamut_vector_avx512: .avx512
    case gamut_vector_avx2: .avx2
    default: .portable
    }

  /// All extensions that this processor supports.
  public static var available: [VectorExtension] {
    switch best {
    case .avx512: [.portable, .avx2, .avx512]
    case .avx2: [.portable, .avx2]
    case .portable: [.portable]
    }
  }

  var kernel: gamut_vector {
    switch self {
    case .portable: gamut_vector_none
    case .avx2: gamut_vector_avx2
    case .avx512: gamut_vector_avx512
    }
  }
}
