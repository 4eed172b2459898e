/// One of several parts of a run, which may run on different machines.
public struct Shard: Sendable, Hashable {
  /// The index of this part, from 1 to `count`.
  public var index: Int
  /// The number of parts.
  public var count: Int

  /// Creates a shard; nil unless 1 <= index <= count <= 10,000.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= 10_000, index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// Parses text such as `2/3`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// Returns the files of this shard: every `count`th, so that each shard gets its share of every folder.
  public func inputs(of all: [AuditInput]) -> [AuditInput] {
    stride(from: index - 1, to: all.count, by: count).map { all[$0] }
  }
}
