internal import CGamutKernels

/// The vector instructions that the inner loops may use. Whatever they are, the results are the same.
public enum VectorExtension: Sendable, Hashable, CaseIterable {
  /// The loops written in Swift, which run anywhere.
  case portable
  case avx2
  case avx512

  /// The widest that this processor has.
  public static let best: VectorExtension =
    switch gamut_vector_best() {
    case gamut_vector_avx512: .avx512
    case gamut_vector_avx2: .avx2
    default: .portable
    }

  /// All that this processor has.
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
