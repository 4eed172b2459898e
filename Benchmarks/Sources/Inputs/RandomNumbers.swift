/// Random numbers by position: the same place has the same number, in whatever order it is asked for.
struct RandomNumbers: Sendable {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = Self.mix(seed &+ 0x9e37_79b9_7f4a_7c15) }

  /// 64 bits, equally distributed.
  subscript(position: Int) -> UInt64 {
    Self.mix(seed &+ UInt64(truncatingIfNeeded: position) &* 0x9e37_79b9_7f4a_7c15)
  }

  subscript(row: Int, column: Int) -> UInt64 { self[row &* 0x1_0000_0000 &+ column] }

  /// Nearly normal, mean 0 and variance 1: the sum of four uniform numbers.
  func normal(_ row: Int, _ column: Int) -> Float {
    let bits = self[row, column]
    let sum = Int32(bits & 0xffff) &+ Int32(bits >> 16 & 0xffff) &+ Int32(bits >> 32 & 0xffff) &+ Int32(bits >> 48)
    // Four times a variance of 1/12.
    return Float(sum &- 131_070) * (1.732_050_8 / 65536)
  }

  /// The finalizer of SplitMix64: every bit of the result depends on every bit of the argument, one to one.
  static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// The numbers below 2^bits in another order: one to one, odd factors and shifts to the right being invertible.
  static func permute(_ value: UInt64, bits: UInt64) -> UInt64 {
    let mask = (1 &<< bits) &- 1
    var z = value & mask
    for factor: UInt64 in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93] {
      z = (z ^ (z >> (bits / 2))) &* factor & mask
    }
    return z ^ (z >> (bits / 2))
  }
}

/// Random numbers one after the other, for drawing up lists.
struct RandomSequence {
  private let numbers: RandomNumbers
  private var position = 0

  init(seed: UInt64) { numbers = RandomNumbers(seed: seed) }

  mutating func next(below limit: Int) -> Int {
    defer { position += 1 }
    return Int(truncatingIfNeeded: numbers[position] >> 1) % max(limit, 1)
  }

  mutating func next(in range: Range<Int>) -> Int { range.lowerBound + next(below: range.count) }
}
