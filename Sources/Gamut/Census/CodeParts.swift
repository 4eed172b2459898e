/// The lists of a store by parts of the destination codes: all colours of a code are in the lists of one part.
struct CodeParts: Sendable {
  /// The indices of the lists of each part.
  let lists: [[Int]]
  /// The first part by hash; nil if there is a single part.
  private let first: Int?
  private let hash: ColorHash

  /// - Parameters:
  ///   - first: the first part by hash; nil if there is a single part.
  init(_ lists: [[Int]], from first: Int?, by hash: ColorHash) {
    self.lists = lists
    self.first = first
    self.hash = hash
  }

  /// Returns the index in `lists` of the part that a destination code belongs to.
  func index(of code: UInt64) -> Int { first.map { RecordFan.part(hash.destination(code)) - $0 } ?? 0 }
}
