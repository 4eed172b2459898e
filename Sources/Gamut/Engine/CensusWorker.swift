/// One thread's share of a census. Its memory is used again from part to part.
struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private var distinct = DistinctColors()
  private var groups = GroupTable()
  private var shifts: ShiftBatch
  private let sides = Scratch<Int>(count: 64, filledWith: 0)
  private var tally = ColorTally()

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

  /// Leaves one record of each colour in a list, and counts those that clip.
  mutating func condense(_ list: Int) {
    unsafe distinct.load(census.lists[list])
    tallyClipped()
    unsafe census.lists[list].replace(with: distinct.all)
  }

  /// Counts the groups of a part; if it is one list, also those of its colours that clip.
  mutating func count(_ part: Range<Int>) {
    groups.removeAll()
    if part.count == 1 {
      unsafe distinct.load(census.lists[part.lowerBound])
      tallyClipped()
      let colors = unsafe distinct.all
      for index in 0..<colors.count { groups.add(unsafe colors[index], seenPixels: census.seenPixels) }
    } else {
      for list in part {
        unsafe census.lists[list].forEachColor { groups.add($0, seenPixels: census.seenPixels) }
      }
    }
    let spreads = spreads(part)
    for index in 0..<groups.count where groups[index].isCollapse {
      add(groups[index], spreads.isEmpty ? nil : spreads[groups[index].code])
    }
  }

  private mutating func tallyClipped() {
    let records = unsafe distinct.all
    for index in 0..<records.count {
      let record = unsafe records[index]
      guard record.isClipped else { continue }
      tally.clippedColors += 1
      unsafe sides.base[Int(record.surface &>> 48)] &+= Int(record.pixels)
      shifts.add(record.source, pixels: Int(record.pixels), to: &tally.shift)
    }
    shifts.flush(to: &tally.shift)
  }

  /// Each distinct colour of a part that `count` has counted.
  private func forEachColor(_ part: Range<Int>, _ body: (ColorRecord) -> Void) {
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
  private func spreads(_ part: Range<Int>) -> [UInt64: SpreadOfGroup] {
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
    let rendition = census.tables.model.rendition
    let (colors, pixels) = (Int(group.colors), group.pixels)
    tally.all.add(colors: colors, pixels: pixels)
    if let spread, spread.distance >= rendition.jnd { tally.visible.add(colors: colors, pixels: pixels) }
    tally.list(
      LossReport.CollapseGroup(
        destination: PackedColor(bits: group.code).color, colors: colors, pixels: pixels,
        spread: spread?.distance ?? 0, deltaE2000: spread?.deltaE2000, members: [],
        example: LossReport.Position(
          x: Int(group.first) % census.width, y: Int(group.first) / census.width)),
      top: rendition.top)
  }

  /// The groups, all of one part, with their largest members.
  mutating func withMembers(_ groups: [LossReport.CollapseGroup], _ part: Range<Int>) -> [LossReport.CollapseGroup] {
    if part.count == 1 { unsafe distinct.load(census.lists[part.lowerBound]) }
    let codes = groups.map { PackedColor($0.destination).bits }
    let index = Dictionary(uniqueKeysWithValues: zip(codes, codes.indices))
    var members = [[LossReport.Member]](repeating: [], count: groups.count)
    forEachColor(part) { record in
      // Most parts have one group that is listed, or a few.
      guard let group = codes.count <= 8 ? codes.firstIndex(of: record.code) : index[record.code] else { return }
      members[group].insertAmongLargest(
        LossReport.Member(code: PackedColor(bits: record.source).color, pixels: Int(record.pixels)))
    }
    return zip(groups, members).map { group, members in
      var group = group
      group.members = members
      return group
    }
  }
}
