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
    forEachColor(part) { record in
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
      shifts.measure(count, into: &result.tally.shift)
    }
  }

  /// Calls `body` with each distinct colour of a loaded list, or of several condensed lists.
  @inline(__always)
  private func forEachColor(_ part: [Int], _ body: (ColorRecord) -> Void) {
    census.forEachColor(part, distinct, body)
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
