import ColorScience
import Synchronization

/// Counts the stored colours of an image: distinct colours, clipping colours, and collapse groups.
@safe struct ColorCensus: @unchecked Sendable {
  // Sendable unchecked: each list is used by one thread only.
  let tables: RenditionTables
  let vector: VectorExtension
  /// A copy of the rendition's value, because its model is large to copy.
  let top: Int
  @unsafe let lists: UnsafeMutablePointer<RecordList>
  let parts: CodeParts
  /// The group that an earlier pass left open, and the first list of its part.
  let carried: OpenGroup?, carriedList: Int?
  let openCode: UInt64?

  /// The store must outlive the census.
  init(
    _ store: borrowing ColorStore, tables: RenditionTables, vector: VectorExtension, carried: OpenGroup?
  ) {
    self.tables = tables
    self.vector = vector
    top = tables.model.rendition.top
    unsafe lists = store.records
    let parts = store.parts
    self.parts = parts
    self.carried = carried
    carriedList = carried.map { parts.lists[parts.index(of: $0.group.code)][0] }
    openCode = store.openCode
  }

  /// The counts of the stored colours.
  struct Result: Sendable {
    var tally = ColorTally()
    var open: OpenGroup?

    mutating func merge(_ other: Result, top: Int) {
      tally.merge(other.tally, top: top)
      open = open ?? other.open
    }
  }

  /// Calls a function with each number below a count, in any order, on any threads, and returns when all calls have
  /// returned.
  typealias Perform = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// Counts the stored colours, together with the carried part of an open group, with at most `workers` calls at a time.
  func count(workers: Int, perform: Perform) -> Result {
    // A fixed name: the compiler stores the length of the file's path, and builds of one commit have the same bytes.
    #sourceLocation(file:"ColorCensus.count.swift",line:71)
    withoutActuallyEscaping(perform) { perform in
      var census = ParallelCensus(self, workers: workers, perform: perform)
      census.countGroups()
      census.listMembers()
      return census.result
    }
    #sourceLocation()
  }
}

/// The threads that count the stored colours, and their counts so far.
struct ParallelCensus {
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

  /// Distributes items among the workers, and merges their counts into the result. `end` is called for each worker when no
  /// items are left. Returns what `body` returned for the items, in any order.
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

  /// Distributes items among the threads, each of which has its own memory. `end` is called for that when no items are
  /// left. Returns what `body` returned for the items, in any order.
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

/// The part of a census that one thread executes. Its memory is reused from part to part.
struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private var distinct = DistinctColors()
  private var groups = GroupTable()
  private var shifts: ShiftBatch
  /// The counts so far.
  private(set) var result = ColorCensus.Result()

  init(_ census: ColorCensus) {
    self.census = census
    shifts = ShiftBatch(census.tables, vector: census.vector)
  }

  /// Deduplicates one list of a part that has several lists, keeping one record of each colour. Returns the list's
  /// largest members if all its colours have one code.
  mutating func condense(_ list: Int) -> [LossReport.Member]? {
    load(list)
    let colors = unsafe distinct.all
    if unsafe colors.count < census.lists[list].count { unsafe census.lists[list].replace(with: colors) }
    guard unsafe census.lists[list].code != nil else { return nil }
    var members = LargestMembers()
    for index in 0..<colors.count { members.insert(unsafe colors[index].source, pixels: unsafe colors[index].pixels) }
    return members.all
  }

  /// Adds the groups of the condensed lists.
  func merge(into groups: inout GroupTable) { groups.merge(self.groups) }

  /// Counts the groups of a part that consists of one list.
  mutating func count(_ part: Int) {
    groups.removeAll()
    load(part)
    tallyGroups([part])
  }

  /// Counts the groups of a part whose lists are all condensed.
  mutating func count(_ groups: borrowing GroupTable, of part: [Int]) {
    self.groups.removeAll()
    self.groups.merge(groups)
    tallyGroups(part)
  }

  /// Adds the colours of a list to the groups, and counts those that clip.
  private mutating func load(_ list: Int) {
    unsafe distinct.load(census.lists[list])
    tallyClipped()
    let colors = unsafe distinct.all
    for index in 0..<colors.count { groups.add(unsafe colors[index]) }
  }

  private mutating func tallyGroups(_ part: [Int]) {
    let carried = part.first == census.carriedList ? census.carried : nil
    if let carried { groups.add(carried.group) }
    for index in 0..<groups.count where groups[index].isCollapse && groups[index].code != census.openCode {
      result.tally.add(groups[index], top: census.top)
    }
    if let code = census.openCode, let group = groups.group(code) { result.open = opened(group, part, carried) }
  }

  /// Returns a group whose remaining colours are counted in the next pass.
  private func opened(_ group: ColorGroup, _ part: [Int], _ carried: OpenGroup?) -> OpenGroup {
    var result = OpenGroup(group: group)
    var members = LargestMembers()
    census.forEachColor(part, distinct) { record in
      guard record.code == group.code else { return }
      members.insert(record.source, pixels: record.pixels)
    }
    result.members = members.all
    if let carried, carried.group.code == group.code {
      result.members = (result.members + carried.members).largestMembers()
    }
    return result
  }

  private mutating func tallyClipped() {
    let records = unsafe distinct.all
    var index = 0
    while index < records.count {
      var count = 0
      while index < records.count, count < ShiftBatch.size {
        let record = unsafe records[index]
        index &+= 1
        guard record.isClipped else { continue }
        result.tally.clippedPixels &+= Int(record.pixels)
        shifts.put(record.source, pixels: Int(record.pixels), at: count)
        count &+= 1
      }
      result.tally.clippedColors += count
      shifts.measure(count, into: &result.tally)
    }
  }

}

extension ColorCensus {
  /// Calls `body` with each distinct colour of a list, which `distinct` has loaded, or of several condensed lists.
  @inline(__always)
  fileprivate func forEachColor(
    _ part: [Int], _ distinct: borrowing DistinctColors, _ body: (ColorRecord) -> Void
  ) {
    if part.count == 1 {
      let colors = unsafe distinct.all
      for index in 0..<colors.count { body(unsafe colors[index]) }
    } else {
      for list in part { unsafe lists[list].forEachColor(body) }
    }
  }

  /// Returns, for each of the given destination codes of one part, the group's largest members in the given lists, by
  /// memory that is reused.
  func members(
    of codes: [UInt64], _ part: [Int], _ distinct: inout DistinctColors
  ) -> [[LossReport.Member]] {
    if part.count == 1 { unsafe distinct.load(lists[part[0]]) }
    if codes.count == 1 {
      // Most parts have only one listed group.
      let code = codes[0]
      var members = LargestMembers()
      forEachColor(part, distinct) { record in
        if record.code == code { members.insert(record.source, pixels: record.pixels) }
      }
      return [members.all]
    }
    let index = Dictionary(uniqueKeysWithValues: zip(codes, codes.indices))
    var members = [LargestMembers](repeating: LargestMembers(), count: codes.count)
    forEachColor(part, distinct) { record in
      if let group = index[record.code] { members[group].insert(record.source, pixels: record.pixels) }
    }
    return members.map(\.all)
  }
}
