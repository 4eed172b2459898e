import Synchronization

/// A cache of computed values by key; it is cleared when it is full.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let table = Mutex<[Key: Value]>([:])
  private let limit = 64

  func value(for key: Key, _ make: () -> Value) -> Value {
    if let known = table.withLock({ $0[key] }) { return known }
    let made = make()
    table.withLock {
      if $0.count >= limit { $0.removeAll() }
      $0[key] = made
    }
    return made
  }
}
