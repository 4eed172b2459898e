/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine for one seed.
public struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

extension RandomSource {
  /// Returns a number from 0 to below a limit.
  public mutating func below(_ limit: Int) -> Int { Int(truncatingIfNeeded: next() >> 33) % limit }

  /// Returns a damaged copy of a text: flipped bits, and pieces that are removed, inserted, repeated or cut off.
  ///
  /// - Parameters:
  ///   - marks: the bytes that matter to the grammar of the text; these are inserted.
  ///   - edits: the maximum number of changes.
  ///   - reach: the maximum number of bytes that one change removes or repeats.
  public mutating func mutated(_ original: [UInt8], marks: [UInt8], edits: Int, reach: Int) -> [UInt8] {
    var bytes = original
    for _ in 0...below(edits) {
      let place = below(bytes.count + 1)
      let end = min(place + 1 + below(reach), bytes.count)
      switch below(9) {
      case 0, 1:
        if place < bytes.count { bytes[place] ^= UInt8(1) << UInt8(below(8)) }
      case 2, 3: bytes.removeSubrange(place..<end)
      case 4, 5:
        for _ in 0...below(3) { bytes.insert(marks[below(marks.count)], at: place) }
      case 6, 7: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
    return bytes
  }
}
