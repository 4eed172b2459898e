import LibC
public import Synchronization

/// A mutex with a condition, for state that threads change and wait for.
@safe @usableFromInline package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the state and wakes waiting threads.
  @usableFromInline package func change<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    defer { wakeOthers() }
    return body()
  }

  /// Wakes waiting threads. Requires the locked mutex.
  package func wakeOthers() { unsafe pthread_cond_broadcast(condition) }

  @usableFromInline package func wait<Value>(until body: () -> Value?) -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let value = body() { return value }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}

/// Places for work that takes a processor and much memory. A thread without one sleeps until one that leaves hands over
/// its own, first come, first served: results stay in order, and those after one that waits take memory.
package final class FairSemaphore: @unchecked Sendable {
  // Sendable unchecked: the numbers are accessed only with the monitor locked.
  private let monitor = Monitor()
  private let count: Int
  private var entered = 0, left = 0

  package init(_ count: Int) { self.count = count }

  /// The places for analyses: two for each processor, and at least four.
  package static let forAnalysis = FairSemaphore(max(4, 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// Waits for a place, which ``leave()`` frees.
  package func enter() {
    let number = monitor.change {
      defer { entered += 1 }
      return entered
    }
    monitor.wait { number < left + count ? () : nil }
  }

  package func leave() { monitor.change { left += 1 } }

  package var waiting: Int { monitor.change { max(0, entered - left - count) } }
}

package struct RunningThread: Sendable {
  fileprivate let thread: pthread_t

  /// Waits until it ends. This or `detach()` must be called once at most.
  package func join() { _ = pthread_join(thread, nil) }

  package func detach() { pthread_detach(thread) }
}

/// The stack of a thread in bytes: as much as the deepest nesting that is read takes, many times over, whatever the
/// process was started with (ulimit -s).
private let stackSize = 4 << 20

package func startThread(_ body: @escaping @Sendable () -> Void) -> RunningThread? {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  let context = unsafe Unmanaged.passRetained(Body(body))
  var attributes = pthread_attr_t()
  guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
  defer { unsafe pthread_attr_destroy(&attributes) }
  unsafe pthread_attr_setstacksize(&attributes, stackSize)
  #if canImport(Glibc)
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    if status == 0 { return RunningThread(thread: thread) }
  #else
    var thread: pthread_t?
    let status = unsafe pthread_create(
      &thread, &attributes,
      { context in
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status == 0, let thread { return RunningThread(thread: thread) }
  #endif
  unsafe context.release()
  return nil
}

/// Calls `body` on a thread with a stack of its own, which receives the signals of the process instead of this one, and
/// returns when it has returned.
package func onOwnStack(_ body: @escaping @Sendable () -> Void) {
  var (all, before) = (sigset_t(), sigset_t())
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  let mask = before
  let thread = startThread {
    var mask = mask
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
    body()
  }
  if let thread { return thread.join() }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  body()
}

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
