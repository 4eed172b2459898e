public import Synchronization

/// A cache of computed values by key, for several threads; it is cleared when it is full. It is public, because only
/// then its code is compiled for the types of each use in other modules.
public final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let table = Mutex<[Key: Value]>([:])
  @usableFromInline let limit: Int

  /// - Parameter limit: the number of values at which the cache is cleared.
  public init(limit: Int = 64) { self.limit = limit }

  /// Returns the value of a key, which is computed if it is not in the cache. Errors are not cached.
  @inlinable public func value<Failure: Error>(
    for key: Key, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = table.withLock({ $0[key] }) { return known }
    let made = try make()
    return table.withLock { table in
      // Another thread may have been faster.
      if let known = table[key] { return known }
      if table.count >= limit { table.removeAll() }
      table[key] = made
      return made
    }
  }
}
