public import Synchronization

/// A cache of computed values by key, for several threads; it is cleared when it is full. It is public, because only
/// then its code is compiled for the types of each use in other modules.
public final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline struct Table {
    @usableFromInline var values: [Key: Value] = [:]
    /// The memory of the values in bytes, as given by `sizeOf` for their keys.
    @usableFromInline var size = 0
    /// The keys whose values a thread computes at the moment.
    @usableFromInline var begun: Set<Key> = []

    @inlinable init() {}
  }

  @usableFromInline let table = Mutex(Table())
  /// Threads wait here for the value that another one computes.
  @usableFromInline let ends = Monitor()
  @usableFromInline let limit: Int
  @usableFromInline let room: Int
  @usableFromInline let sizeOf: @Sendable (Key) -> Int

  /// - Parameters:
  ///   - limit: the number of values at which the cache is cleared.
  ///   - room: the memory in bytes at which the cache is cleared.
  ///   - sizeOf: returns the memory in bytes that a key and its value take, if that depends on the key.
  public init(limit: Int = 64, room: Int = .max, sizeOf: @escaping @Sendable (Key) -> Int = { _ in 0 }) {
    self.limit = limit
    self.room = room
    self.sizeOf = sizeOf
  }

  /// Returns the value of a key. If it is not in the cache, one thread computes it, and the others wait. Errors are not
  /// cached. `make` must not ask for the value of the same key.
  @inlinable public func value<Failure: Error>(
    for key: Key, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = table.withLock({ $0.values[key] }) { return known }
    if let known = begin(key) { return known }
    defer { ends.change { _ = table.withLock { $0.begun.remove(key) } } }
    let made = try make()
    let size = sizeOf(key)
    guard size <= room else { return made }
    table.withLock { table in
      if table.values.count >= limit || size > room - table.size {
        table.values.removeAll()
        table.size = 0
      }
      table.values[key] = made
      table.size += size
    }
    return made
  }

  /// Returns the value if another thread has computed it meanwhile; nil if this thread has to compute it.
  @inlinable func begin(_ key: Key) -> Value? {
    var known: Value?
    ends.wait {
      table.withLock { table in
        known = table.values[key]
        return known != nil || table.begun.insert(key).inserted ? () : nil
      }
    }
    return known
  }
}
