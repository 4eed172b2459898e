/// One thread's share of a census. Its memory is used again from part to part.
struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private var distinct = DistinctColors()
  private var groups = GroupTable()
  private var shifts: ShiftBatch
  private let sides = Scratch<Int>(count: 64, filledWith: 0)
  private var tally = ColorTally()
  /// The group that is left open, if it was met.
  private(set) var open: OpenGroup?

  init(_ census: ColorCensus) {
    self.census = census
    shifts = ShiftBatch(census.tables, vector: census.vector)
  }

  /// What has been counted.
  var result: ColorTally {
    var result = tally
    for index in 0..<64 { result.sides[index] = unsafe sides.base[index] }
    return result
  }

  /// Takes in one list of a part that has several, and leaves one record of each colour in it; its largest members, if it
  /// is a list of one code.
  mutating func condense(_ list: Int) -> [LossReport.Member]? {
    load(list)
    let colors = unsafe distinct.all
    if unsafe colors.count < census.lists[list].count { unsafe census.lists[list].replace(with: colors) }
    guard unsafe census.lists[list].code != nil else { return nil }
    var members = LargestMembers()
    for index in 0..<colors.count { members.insert(unsafe colors[index].source, pixels: unsafe colors[index].pixels) }
    return members.all
  }

  /// Adds the groups of the lists that were condensed.
  func merge(into groups: inout GroupTable) { groups.merge(self.groups) }

  /// Counts the groups of a part that is one list.
  mutating func count(_ part: Int) {
    groups.removeAll()
    load(part)
    tallyGroups([part])
  }

  /// Counts the groups of a part of which all lists are condensed.
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
    for index in 0..<colors.count { groups.add(unsafe colors[index], seenPixels: census.seenPixels) }
  }

  private mutating func tallyGroups(_ part: [Int]) {
    let carried = part.first == census.carriedList ? census.carried : nil
    if let carried { groups.add(carried.group) }
    let spreads = spreads(part, carried)
    for index in 0..<groups.count where groups[index].isCollapse && groups[index].code != census.openCode {
      add(groups[index], spreads.isEmpty ? nil : spreads[groups[index].code])
    }
    if let code = census.openCode, let group = groups.group(code) { open = opened(group, part, carried) }
  }

  /// A group whose other colours come in the next pass.
  private func opened(_ group: ColorGroup, _ part: [Int], _ carried: OpenGroup?) -> OpenGroup {
    var result = OpenGroup(group: group)
    var members = LargestMembers()
    forEachColor(part) { record in
      guard record.code == group.code else { return }
      if Int(record.pixels) >= census.seenPixels { result.seen.append(record.source) }
      members.insert(record.source, pixels: record.pixels)
    }
    result.members = members.all
    if let carried, carried.group.code == group.code {
      result.seen += carried.seen
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
        unsafe sides.base[Int(record.surface &>> 48)] &+= Int(record.pixels)
        shifts.put(record.source, pixels: Int(record.pixels), at: count)
        count &+= 1
      }
      tally.clippedColors += count
      shifts.measure(count, into: &tally.shift)
    }
  }

  /// Each distinct colour of a list that was loaded, or of some that are condensed.
  @inline(__always)
  private func forEachColor(_ part: [Int], _ body: (ColorRecord) -> Void) {
    if part.count == 1 {
      let colors = unsafe distinct.all
      for index in 0..<colors.count { body(unsafe colors[index]) }
    } else {
      for list in part { unsafe census.lists[list].forEachColor(body) }
    }
  }

  private struct SpreadOfGroup {
    var distance, deltaE2000: Double
  }

  /// The spreads of the groups that have one, by destination code.
  private func spreads(_ part: [Int], _ carried: OpenGroup?) -> [UInt64: SpreadOfGroup] {
    var hasSpread = false
    for index in 0..<groups.count where groups[index].isCollapse && groups[index].seen > 1 { hasSpread = true }
    guard hasSpread else { return [:] }
    var seen: [(code: UInt64, source: UInt64)] = []
    forEachColor(part) { record in
      guard Int(record.pixels) >= census.seenPixels, let group = groups.group(record.code), group.isCollapse,
        group.seen > 1
      else { return }
      seen.append((record.code, record.source))
    }
    if let carried, let group = groups.group(carried.group.code), group.isCollapse, group.seen > 1 {
      seen += carried.seen.map { (group.code, $0) }
    }
    // In order of the source codes, which decides between pairs that are equally far apart.
    seen.sort { $0 < $1 }
    var spreads: [UInt64: SpreadOfGroup] = [:]
    let model = census.tables.model
    var start = 0
    while start < seen.count {
      let end = seen[start...].firstIndex { $0.code != seen[start].code } ?? seen.count
      let linear = seen[start..<end].map { census.tables.sourceLinear(PackedColor(bits: $0.source)) }
      if let spread = Spread(linear.map { model.okLab($0) }) {
        spreads[seen[start].code] = SpreadOfGroup(
          distance: spread.distance, deltaE2000: model.deltaE2000(linear[spread.first], linear[spread.second]))
      }
      start = end
    }
    return spreads
  }

  private mutating func add(_ group: ColorGroup, _ spread: SpreadOfGroup?) {
    let (colors, pixels) = (Int(group.colors), group.pixels)
    tally.all.add(colors: colors, pixels: pixels)
    if let spread, spread.distance >= census.jnd { tally.visible.add(colors: colors, pixels: pixels) }
    tally.list(
      LossReport.CollapseGroup(
        destination: PackedColor(bits: group.code).color, colors: colors, pixels: pixels,
        spread: spread?.distance ?? 0, deltaE2000: spread?.deltaE2000, witnesses: nil, members: [],
        example: LossReport.Position(
          x: Int(group.first) % census.width, y: Int(group.first) / census.width)),
      top: census.top)
  }

  /// The largest members that the groups of some destination codes of one part have in some of its lists.
  mutating func members(of codes: [UInt64], _ lists: [Int]) -> [[LossReport.Member]] {
    if lists.count == 1 { unsafe distinct.load(census.lists[lists[0]]) }
    if codes.count == 1 {
      // Most parts have one group that is listed.
      let code = codes[0]
      var members = LargestMembers()
      forEachColor(lists) { record in
        if record.code == code { members.insert(record.source, pixels: record.pixels) }
      }
      return [members.all]
    }
    let index = Dictionary(uniqueKeysWithValues: zip(codes, codes.indices))
    var members = [LargestMembers](repeating: LargestMembers(), count: codes.count)
    forEachColor(lists) { record in
      if let group = index[record.code] { members[group].insert(record.source, pixels: record.pixels) }
    }
    return members.map(\.all)
  }
}
