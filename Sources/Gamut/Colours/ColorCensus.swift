import Synchronization

/// Counts the stored colours of an image: distinct colours, clipping colours, and collapse groups.
@safe struct ColorCensus: @unchecked Sendable {
  // Sendable unchecked: each list is used by one thread only.
  let tables: RenditionTables
  let vector: VectorExtension
  /// Copies of the rendition's values, because its model is large to copy.
  let jnd: Double, top: Int
  let width: Int
  @unsafe let lists: UnsafeMutablePointer<RecordList>
  private let parts: [[Int]]
  /// The group that an earlier pass left open, and the first list of its part.
  let carried: OpenGroup?, carriedList: Int?
  /// The code of the group that remains open, and its broad members.
  let openCode: UInt64?
  let openBroad: [BroadColor]
  /// The two most distant broad members of each group that has at least two, by destination code.
  let pairs: [UInt64: BroadPair]

  /// The store must outlive the census.
  init(
    _ store: borrowing ColorStore, tables: RenditionTables, vector: VectorExtension, analyzed: Int, width: Int,
    carried: OpenGroup?
  ) {
    self.tables = tables
    self.vector = vector
    self.width = width
    (jnd, top) = (tables.model.rendition.jnd, tables.model.rendition.top)
    unsafe lists = store.records
    let parts = store.parts.lists
    self.parts = parts
    self.carried = carried
    if let carried { carriedList = parts[store.parts.index(of: carried.group.code)][0] } else { carriedList = nil }
    openCode = store.openCode

    let broadPixels = Visibility.broadPixels(analyzed: analyzed)
    var broad: [UInt64: [BroadColor]] = [:]
    store.flats.forEach { record in
      guard Int(record.pixels) >= broadPixels else { return }
      broad[record.code, default: []].append(BroadColor(source: record.source, first: record.first))
    }
    openBroad = openCode.flatMap { broad.removeValue(forKey: $0) } ?? []
    if let carried, carried.group.code != openCode { broad[carried.group.code, default: []] += carried.broad }
    pairs = broad.compactMapValues { BroadPair($0, tables) }
  }

  /// The counts of the stored colours.
  struct Result: Sendable {
    var tally = ColorTally()
    var open: OpenGroup?
    /// The references of visible groups that span several passes, by destination code.
    var recounts: [UInt64: UInt64] = [:]
  }

  /// Counts the stored colours, together with the carried part of an open group.
  ///
  /// - Parameter part: returns the index of the part that a destination code belongs to.
  func count(
    workers: Int, part: (UInt64) -> Int, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> Result {
    let result = Mutex(Result())
    let top = top
    /// Distributes `items` among the workers.
    func share<Item: Sendable>(
      _ items: [Item], _ body: @escaping @Sendable (inout CensusWorker, Item) -> Void,
      atEnd end: @escaping @Sendable (borrowing CensusWorker) -> Void = { _ in }
    ) {
      guard !items.isEmpty else { return }
      let next = Atomic<Int>(0)
      perform(min(max(workers, 1), items.count)) { _ in
        var worker = CensusWorker(self)
        while true {
          let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard item < items.count else { break }
          body(&worker, items[item])
        }
        let (tally, open, recounts) = (worker.result, worker.open, worker.recounts)
        result.withLock {
          $0.tally.merge(tally, top: top)
          if let open { $0.open = open }
          $0.recounts.merge(recounts) { one, _ in one }
        }
        end(worker)
      }
    }
    share(parts.filter { $0.count == 1 }.map { $0[0] }) { $0.count($1) }
    // A part with several lists has many colours, so the threads share that work. The largest members of lists with a
    // single code are collected at the same time.
    let gathered = Mutex<[Int: [LossReport.Member]]>([:])
    for part in parts where part.count > 1 {
      let groups = Mutex(GroupTable())
      share(part) { worker, list in
        if let members = worker.condense(list) { gathered.withLock { $0[list] = members } }
      } atEnd: { worker in
        groups.withLock { worker.merge(into: &$0) }
      }
      share([part]) { worker, part in groups.withLock { worker.count($0, of: part) } }
    }

    // Other members are collected only for the listed groups.
    let known = gathered.withLock { $0 }
    var counted = result.withLock { $0 }
    var listed = counted.tally.largest(top)
    let codes = listed.map { PackedColor($0.destination).bits }
    var all = [[LossReport.Member]](repeating: [], count: listed.count)
    var pieces: [(lists: [Int], groups: ArraySlice<Int>)] = []
    let byPart = codes.indices.sorted { part(codes[$0]) < part(codes[$1]) }
    var rest = byPart[...]
    while let first = rest.first {
      let groups = rest.prefix { part(codes[$0]) == part(codes[first]) }
      let lists = parts[part(codes[first])]
      pieces += lists.filter { known[$0] == nil }.chunks(4 * workers).map { ($0, groups) }
      for list in lists {
        guard let members = known[list] else { continue }
        for group in groups where unsafe self.lists[list].code == codes[group] { all[group] += members }
      }
      rest = rest.dropFirst(groups.count)
    }
    let members = Mutex(all)
    share(pieces) { worker, piece in
      let found = worker.members(of: piece.groups.map { codes[$0] }, piece.lists)
      members.withLock {
        for (group, found) in zip(piece.groups, found) { $0[group] += found }
      }
    }
    if let carried, let index = codes.firstIndex(of: carried.group.code) {
      members.withLock { $0[index] += carried.members }
    }
    for (index, members) in members.withLock({ $0 }).enumerated() {
      // The members that give the spread are already there.
      listed[index].members = members.largestMembers(after: listed[index].members)
    }
    counted.tally.setLargest(listed)
    return counted
  }
}

extension [Int] {
  /// Splits the array into at most `count` pieces of equal size; the last may be shorter.
  fileprivate func chunks(_ count: Int) -> [[Int]] {
    let step = Swift.max((self.count + count - 1) / count, 1)
    return stride(from: 0, to: self.count, by: step).map { [Int](self[$0..<Swift.min($0 + step, self.count)]) }
  }
}
