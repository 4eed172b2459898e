/// The seed of all hashes of colours: random for each process, so that no image can be constructed to fill one list or
/// one part of a table.
enum HashSeed {
  /// The seed of this process, which is always odd.
  static let ofProcess = UInt64.random(in: .min ... .max) | 1
}

/// A permutation of the 48-bit source colours, derived from the seed: hashes with a common prefix go to one list, which
/// need not store the prefix.
struct SourceHash: Sendable {
  static let bits: UInt64 = 48
  private static let mask: UInt64 = 1 << bits - 1
  private let multiplier, inverse: UInt64

  /// Creates the permutation of this process.
  init() {
    let multiplier = HashSeed.ofProcess ^ 0xc2b2_ae3d_27d4_eb4e
    // Each step of Newton's method doubles the number of correct bits; an odd number starts with three.
    inverse = (0..<5).reduce(multiplier) { inverse, _ in inverse &* (2 &- multiplier &* inverse) }
    self.multiplier = multiplier
  }

  @inline(__always) func hash(_ source: UInt64) -> UInt64 { source &* multiplier & Self.mask }
  @inline(__always) func source(_ hash: UInt64) -> UInt64 { hash &* inverse & Self.mask }
}
