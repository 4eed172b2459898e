/// The part of a census that one thread executes. Its memory is reused from part to part.
struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private var distinct = DistinctColors()
  private var groups = GroupTable()
  private var shifts: ShiftBatch
  private let sides = Scratch<Int>(count: 64, filledWith: 0)
  private var counts = ColorCensus.Result()

  init(_ census: ColorCensus) {
    self.census = census
    shifts = ShiftBatch(census.tables, vector: census.vector)
  }

  /// The counts so far.
  var result: ColorCensus.Result {
    var result = counts
    for index in 0..<64 { result.tally.sides[index] = unsafe sides.base[index] }
    return result
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
    let pairs = pairs(part)
    for index in 0..<groups.count where groups[index].isCollapse && groups[index].code != census.openCode {
      add(groups[index], pairs.isEmpty ? nil : pairs[groups[index].code])
    }
    countLost(part, pairs.filter { $0.value.spread >= census.jnd }, carried)
    if let code = census.openCode, let group = groups.group(code) { counts.open = opened(group, part, carried) }
  }

  /// Returns a group whose remaining colours are counted in the next pass.
  private func opened(_ group: ColorGroup, _ part: [Int], _ carried: OpenGroup?) -> OpenGroup {
    var result = OpenGroup(group: group)
    var broad: [UInt64: BroadColor] = [:]
    for color in census.openBroad { broad[color.source] = color }
    var members = LargestMembers()
    forEachColor(part) { record in
      guard record.code == group.code else { return }
      broad[record.source]?.pixels = Int(record.pixels)
      members.insert(record.source, pixels: record.pixels)
    }
    result.broad = Array(broad.values)
    result.members = members.all
    if let carried, carried.group.code == group.code {
      result.broad += carried.broad
      result.members = (result.members + carried.members).largestMembers()
    }
    return result
  }

  private mutating func tallyClipped() {
    let records = unsafe distinct.all
    // Through `self`, the thread sanitizer takes each change of a count for one of the tables, which threads share.
    let sides = unsafe sides.base
    var index = 0
    while index < records.count {
      var count = 0
      while index < records.count, count < ShiftBatch.size {
        let record = unsafe records[index]
        index &+= 1
        guard record.isClipped else { continue }
        unsafe sides[Int(record.surface &>> 48)] &+= Int(record.pixels)
        shifts.put(record.source, pixels: Int(record.pixels), at: count)
        count &+= 1
      }
      counts.tally.clippedColors += count
      shifts.measure(count, into: &counts.tally.shift)
    }
  }

  /// Calls `body` with each distinct colour of a loaded list, or of several condensed lists.
  @inline(__always)
  private func forEachColor(_ part: [Int], _ body: (ColorRecord) -> Void) {
    census.forEachColor(part, distinct, body)
  }

  /// Returns the two most distant broad members of each group of a part, with their pixels, by destination code.
  private func pairs(_ part: [Int]) -> [UInt64: BroadPair] {
    var pairs: [UInt64: BroadPair] = [:]
    guard !census.pairs.isEmpty else { return pairs }
    for index in 0..<groups.count where groups[index].isCollapse && groups[index].code != census.openCode {
      if let pair = census.pairs[groups[index].code] { pairs[groups[index].code] = pair }
    }
    guard !pairs.isEmpty else { return pairs }
    forEachColor(part) { record in
      guard let pair = pairs[record.code] else { return }
      if record.source == pair.lower.source { pairs[record.code]?.lower.pixels = Int(record.pixels) }
      if record.source == pair.higher.source { pairs[record.code]?.higher.pixels = Int(record.pixels) }
    }
    return pairs
  }

  /// Counts the lost pixels of visible groups, except a group that was partly counted in earlier passes.
  private mutating func countLost(_ part: [Int], _ pairs: [UInt64: BroadPair], _ carried: OpenGroup?) {
    guard !pairs.isEmpty else { return }
    let estimates = LabEstimates(census.tables, vector: .portable)
    var references: [UInt64: (lab: OKLab, estimate: SIMD4<Float>)] = [:]
    for (code, pair) in pairs {
      let source = pair.reference.source
      counts.tally.references[code] = source
      if code == carried?.group.code {
        counts.recounts[code] = source
      } else {
        references[code] = (census.tables.okLab(source), estimates.lab(source))
      }
    }
    let jnd = Float(census.jnd)
    var pixels = 0
    forEachColor(part) { record in
      guard let reference = references[record.code] else { return }
      let difference = (estimates.lab(record.source) - reference.estimate)
      let estimate = (difference * difference).sum().squareRoot()
      // NaN is also computed in double precision.
      if estimate < jnd - LabEstimates.margin { return }
      if estimate > jnd + LabEstimates.margin
        || reference.lab.deltaE(to: census.tables.okLab(record.source)) >= census.jnd
      {
        pixels += Int(record.pixels)
      }
    }
    counts.tally.lostPixels += pixels
  }

  private mutating func add(_ group: ColorGroup, _ pair: BroadPair?) {
    let (colors, pixels) = (Int(group.colors), group.pixels)
    counts.tally.all.add(colors: colors, pixels: pixels)
    if let pair, pair.spread >= census.jnd { counts.tally.visible.add(colors: colors, pixels: pixels) }
    counts.tally.list(
      LossReport.CollapseGroup(
        destination: PackedColor(bits: group.code).color, colors: colors, pixels: pixels, spread: pair?.spread ?? 0,
        deltaE2000: pair?.deltaE2000,
        witnesses: pair.map { LossReport.Witnesses(position($0.lower.first), position($0.higher.first)) },
        members: pair?.members() ?? [], example: position(group.first)),
      top: census.top)
  }

  private func position(_ pixel: UInt32) -> LossReport.Position {
    LossReport.Position(x: Int(pixel) % census.width, y: Int(pixel) / census.width)
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
