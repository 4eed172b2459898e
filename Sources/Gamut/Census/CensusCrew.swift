import Synchronization

/// The threads that count the stored colours, and their counts so far.
struct CensusCrew {
  private let census: ColorCensus
  private let workers: Int
  private let perform: ColorCensus.Perform
  private(set) var result = ColorCensus.Result()
  /// The largest members of each list of a single code, collected while it is condensed.
  private var knownMembers: [Int: [LossReport.Member]] = [:]

  init(_ census: ColorCensus, workers: Int, perform: @escaping ColorCensus.Perform) {
    self.census = census
    self.workers = workers
    self.perform = perform
  }

  /// Counts the groups of all parts. A part with several lists has many colours, so the threads share its lists.
  mutating func countGroups() {
    let parts = census.parts.lists
    count(parts.filter { $0.count == 1 }) { worker, part in worker.count(part[0]) }
    for part in parts where part.count > 1 {
      let groups = Mutex(GroupTable())
      let members = count(part) { worker, list in
        (list: list, members: worker.condense(list))
      } atEnd: { worker in
        groups.withLock { worker.merge(into: &$0) }
      }
      for (list, members) in members { knownMembers[list] = members }
      count([part]) { worker, part in groups.withLock { worker.count($0, of: part) } }
    }
  }

  /// Lists the members of the largest groups, which are collected only now.
  mutating func listMembers() {
    let census = census
    var listed = result.tally.largest(census.top)
    if listed.isEmpty { return }
    let codes = listed.map { PackedColor($0.destination).bits }
    var members = [[LossReport.Member]](repeating: [], count: listed.count)
    if let carried = census.carried, let group = codes.firstIndex(of: carried.group.code) {
      members[group] = carried.members
    }
    // Some lists of the parts that have these groups, and the indices of the groups.
    var pieces: [(lists: [Int], groups: [Int])] = []
    for (part, groups) in Dictionary(grouping: codes.indices, by: { census.parts.index(of: codes[$0]) }) {
      let lists = census.parts.lists[part]
      pieces += lists.filter { knownMembers[$0] == nil }.chunks(4 * min(max(workers, 1), lists.count)).map {
        ($0, groups)
      }
      for list in lists {
        guard let known = knownMembers[list] else { continue }
        for group in groups where unsafe census.lists[list].code == codes[group] { members[group] += known }
      }
    }
    let found = share(pieces, with: { DistinctColors() }) { colors, piece in
      Array(zip(piece.groups, census.members(of: piece.groups.map { codes[$0] }, piece.lists, &colors)))
    }
    for (group, found) in found.joined() { members[group] += found }
    for (group, members) in members.enumerated() {
      listed[group].members = members.largestMembers()
    }
    result.tally.setLargest(listed)
  }

  /// Distributes items among the workers, and merges their counts into the result.
  ///
  /// - Parameters:
  ///   - body: executes an item.
  ///   - end: called for each worker when no items are left.
  /// - Returns: what `body` returned for the items, in any order.
  @discardableResult
  private mutating func count<Item: Sendable, Output: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (inout CensusWorker, Item) -> Output,
    atEnd end: @escaping @Sendable (borrowing CensusWorker) -> Void = { _ in }
  ) -> [Output] {
    let census = census
    let counted = Mutex(result)
    let outputs = share(items, with: { CensusWorker(census) }, body) { worker in
      let result = worker.result
      counted.withLock { $0.merge(result, top: census.top) }
      end(worker)
    }
    result = counted.withLock { $0 }
    return outputs
  }

  /// Distributes items among the threads, each of which has its own memory.
  ///
  /// - Parameters:
  ///   - make: returns the memory of a thread.
  ///   - body: executes an item.
  ///   - end: called for the memory of each thread when no items are left.
  /// - Returns: what `body` returned for the items, in any order.
  private func share<Item: Sendable, Output: Sendable, Memory: ~Copyable>(
    _ items: [Item], with make: @escaping @Sendable () -> Memory,
    _ body: @escaping @Sendable (inout Memory, Item) -> Output,
    atEnd end: @escaping @Sendable (borrowing Memory) -> Void = { _ in }
  ) -> [Output] {
    guard !items.isEmpty else { return [] }
    let next = Atomic<Int>(0)
    let collected = Mutex([Output]())
    perform(min(max(workers, 1), items.count)) { _ in
      var memory = make()
      var outputs: [Output] = []
      while true {
        let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard item < items.count else { break }
        outputs.append(body(&memory, items[item]))
      }
      let all = outputs
      collected.withLock { $0 += all }
      end(memory)
    }
    return collected.withLock { $0 }
  }
}

extension [Int] {
  /// Splits the array into at most `count` pieces of equal size; the last may be shorter.
  fileprivate func chunks(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [] }
    let step = Swift.max((self.count + count - 1) / count, 1)
    return stride(from: 0, to: self.count, by: step).map { [Int](self[$0..<Swift.min($0 + step, self.count)]) }
  }
}
