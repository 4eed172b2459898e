/// One of several parts of a run, each of which may be made on another machine.
public struct Shard: Sendable, Hashable {
  /// From 1 to `count`.
  public var index: Int
  public var count: Int

  /// Nil unless 1 <= index <= count <= 10,000.
  public init?(index: Int, count: Int) {
    guard count >= 1, count <= 10_000, index >= 1, index <= count else { return nil }
    self.index = index
    self.count = count
  }

  /// `2/3`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]) else { return nil }
    self.init(index: index, count: count)
  }

  /// The files of this shard. Every `count`th: each part gets its share of every folder.
  public func inputs(of all: [AuditInput]) -> [AuditInput] {
    stride(from: index - 1, to: all.count, by: count).map { all[$0] }
  }
}
