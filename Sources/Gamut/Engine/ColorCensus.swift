import Synchronization

/// Counts the remembered colours of an image: distinct ones, those that clip, and the groups that collapse.
@safe struct ColorCensus: @unchecked Sendable {
  // Sendable unchecked: the threads take lists one by one, each list by one thread.
  let tables: RenditionTables
  let vector: VectorExtension
  let seenPixels: Int
  let width: Int
  @unsafe let lists: UnsafeMutablePointer<RecordList>
  private let parts: [Range<Int>]

  /// The store must outlive the census.
  init(
    _ store: borrowing ColorStore, tables: RenditionTables, vector: VectorExtension, analyzed: Int, width: Int
  ) {
    self.tables = tables
    self.vector = vector
    self.width = width
    seenPixels = Visibility.seenPixels(analyzed: analyzed)
    unsafe lists = store.records
    parts = store.parts
  }

  /// - Parameter part: the part of a destination code.
  func count(
    workers: Int, part: (UInt64) -> Int, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> ColorTally {
    let result = Mutex(ColorTally())
    let top = tables.model.rendition.top
    /// Shares `items` out among the workers.
    func share<Item: Sendable>(_ items: [Item], _ body: @escaping @Sendable (inout CensusWorker, Item) -> Void) {
      guard !items.isEmpty else { return }
      let next = Atomic<Int>(0)
      perform(min(max(workers, 1), items.count)) { _ in
        var worker = CensusWorker(self)
        while true {
          let item = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard item < items.count else { break }
          body(&worker, items[item])
        }
        let tally = worker.result
        result.withLock { $0.merge(tally, top: top) }
      }
    }
    // Where the colours of one part are in several lists they are many: the threads share that work.
    share(parts.filter { $0.count > 1 }.flatMap { Array($0) }) { $0.condense($1) }
    share(parts) { $0.count($1) }

    // Members are gathered only for the groups that are listed.
    var tally = result.withLock { $0 }
    let listed = Dictionary(grouping: tally.largest(top)) { part(PackedColor($0.destination).bits) }
    let complete = Mutex<[LossReport.CollapseGroup]>([])
    share(listed.map { (lists: parts[$0.key], groups: $0.value) }) { worker, item in
      let groups = worker.withMembers(item.groups, item.lists)
      complete.withLock { $0 += groups }
    }
    tally.setLargest(complete.withLock { $0 })
    return tally
  }
}
