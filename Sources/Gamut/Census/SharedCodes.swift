/// The destination codes that several colours of an image have. Only their pixels can lose anything: a run of another code
/// has one colour, and so has the group of that code.
///
/// A table has the first colour of each code, at a place that depends on a hash of the code. A code whose place is that of
/// another one too counts as shared, which only takes time.
struct SharedCodes {
  private static let bits: UInt64 = 11

  private var sources: [UInt64]
  /// A bit for each place; empty if all codes count.
  private var shared: [UInt64]
  private let seed = HashSeed.ofProcess
  /// Whether no code is shared.
  private(set) var isEmpty: Bool

  /// All codes, for images whose colours are not all known.
  static let all = SharedCodes(sources: [], shared: [], isEmpty: false)

  private init(sources: [UInt64], shared: [UInt64], isEmpty: Bool) {
    (self.sources, self.shared, self.isEmpty) = (sources, shared, isEmpty)
  }

  /// Creates the codes of no colours.
  init() {
    self.init(
      sources: Array(repeating: ColorRecord.vacant, count: 1 << Int(Self.bits)),
      shared: Array(repeating: 0, count: 1 << Int(Self.bits) / UInt64.bitWidth), isEmpty: true)
  }

  private func place(of code: UInt64) -> Int { Int((code &* seed) &>> (64 &- Self.bits)) }

  /// Adds a colour, which may have been added before, and its code.
  mutating func add(_ source: UInt64, _ code: UInt64) {
    let place = place(of: code)
    if sources[place] == ColorRecord.vacant { sources[place] = source }
    guard sources[place] != source else { return }
    shared[place / UInt64.bitWidth] |= 1 << UInt64(place % UInt64.bitWidth)
    isEmpty = false
  }

  /// Whether some entries of classified rows have a shared code.
  func areIn(_ classified: borrowing ClassifiedRows, _ entries: Range<Int>) -> Bool {
    if shared.isEmpty { return true }
    for entry in entries where contains(unsafe classified.surface.base[entry] & SurfaceCode.codeMask) { return true }
    return false
  }

  @inline(__always)
  func contains(_ code: UInt64) -> Bool {
    if shared.isEmpty { return true }
    let place = place(of: code)
    return shared[place / UInt64.bitWidth] &>> UInt64(truncatingIfNeeded: place) & 1 != 0
  }
}
