/// The pixels of an image in which gradients go flat: the union of its flattened runs.
public final class FlattenedPixels: Sendable {
  private let set: FlattenedSet

  init(_ set: consuming FlattenedSet) { self.set = set }

  /// Whether a run through this pixel is flattened.
  public func contains(x: Int, y: Int) -> Bool { set.contains(x: x, y: y) }
}
