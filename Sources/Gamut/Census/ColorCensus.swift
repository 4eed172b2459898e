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
  /// The code of the group that remains open.
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
    /// The group that remains open.
    var open: OpenGroup?

    mutating func merge(_ other: Result, top: Int) {
      tally.merge(other.tally, top: top)
      open = open ?? other.open
    }
  }

  /// Calls a function with each number below a count, in any order, on any threads, and returns when all calls have
  /// returned.
  typealias Perform = (_ count: Int, _ body: @Sendable (Int) -> Void) -> Void

  /// Counts the stored colours, together with the carried part of an open group.
  ///
  /// - Parameter workers: the maximum number of concurrent calls of the argument of `perform`.
  func count(workers: Int, perform: Perform) -> Result {
    // A fixed name: the compiler stores the length of the file's path, and builds of one commit have the same bytes.
    #sourceLocation(file:"ColorCensus.count.swift",line:71)
    withoutActuallyEscaping(perform) { perform in
      var crew = CensusCrew(self, workers: workers, perform: perform)
      crew.countGroups()
      crew.listMembers()
      return crew.result
    }
    #sourceLocation()
  }
}
