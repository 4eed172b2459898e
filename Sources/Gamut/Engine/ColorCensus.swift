import Synchronization

/// Counts the remembered colours of an image: distinct ones, those that clip, and the groups that collapse.
struct ColorCensus: Sendable {
  let tables: RenditionTables
  let vector: VectorExtension
  let seenPixels: Int
  let width: Int

  init(tables: RenditionTables, vector: VectorExtension, analyzed: Int, width: Int) {
    self.tables = tables
    self.vector = vector
    self.width = width
    seenPixels = Visibility.seenPixels(analyzed: analyzed)
  }

  /// Each part has all the colours of its destination codes.
  func count(
    _ parts: [[RecordList]], workers: Int, perform: (Int, @Sendable (Int) -> Void) -> Void
  ) -> ColorTally {
    let next = Atomic<Int>(0)
    let result = Mutex(ColorTally())
    let top = tables.model.rendition.top
    perform(min(max(workers, 1), parts.count)) { _ in
      var worker = CensusWorker(self)
      while true {
        let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard part < parts.count else { break }
        worker.count(parts[part])
      }
      let tally = worker.result
      result.withLock { $0.merge(tally, top: top) }
    }
    return result.withLock { $0 }
  }
}

/// One thread's share of a census. Its memory is reused from part to part.
private struct CensusWorker: ~Copyable {
  private let census: ColorCensus
  private let seed = UInt64.random(in: .min ... .max) | 1
  private var slots = Scratch<UInt32>(count: 0)
  private var records = Scratch<ColorRecord>(count: 0)
  private var recordCount = 0
  /// For each record the one after it in its group, and the groups by destination code.
  private var links = Scratch<UInt32>(count: 0)
  private var groups = Scratch<ColorGroup>(count: 0)
  private var groupCount = 0
  private var shifts: ShiftBatch
  private let sides = Scratch<Int>(count: 64, filledWith: 0)
  private var tally = ColorTally()

  /// What has been counted.
  var result: ColorTally {
    var result = tally
    for index in 0..<64 { result.sides[index] = unsafe sides.base[index] }
    return result
  }

  private static let none = UInt32.max

  init(_ census: ColorCensus) {
    self.census = census
    shifts = ShiftBatch(census.tables, vector: census.vector)
  }

  mutating func count(_ lists: [RecordList]) {
    let capacity = lists.reduce(0) { $0 + $1.count }
    if records.count < capacity {
      // Freed before there is more, so that both are never held.
      records = Scratch(count: 0)
      records = Scratch(count: capacity)
    }
    recordCount = 0
    for list in lists { deduplicate(list) }
    for index in 0..<recordCount {
      let record = unsafe records.base[index]
      guard record.isClipped else { continue }
      tally.clippedColors += 1
      unsafe sides.base[Int(record.surface &>> 48)] &+= Int(record.pixels)
      shifts.add(record.source, pixels: Int(record.pixels), to: &tally.shift)
    }
    shifts.flush(to: &tally.shift)
    group()
    for index in 0..<groupCount {
      let group = unsafe groups.base[index]
      if group.colors > 1, group.isClipped { add(group) }
    }
  }

  /// Appends the distinct colours of a list; no colour is in two lists.
  private mutating func deduplicate(_ list: RecordList) {
    let (mask, shift) = resetSlots(for: list.count)
    let records = unsafe self.records.base + recordCount
    let slots = unsafe self.slots.base
    let seed = seed
    var count = 0
    unsafe list.forEachStretch { stretch in
      for index in 0..<stretch.count {
        let record = unsafe stretch[index]
        var slot = Int((record.source &* seed) &>> shift)
        while true {
          let index = unsafe slots[slot]
          if index == Self.none {
            unsafe slots[slot] = UInt32(truncatingIfNeeded: count)
            unsafe records[count] = record
            count &+= 1
            break
          }
          let known = unsafe records + Int(index)
          if unsafe known.pointee.source == record.source {
            unsafe known.pointee.pixels &+= record.pixels
            unsafe known.pointee.first = min(known.pointee.first, record.first)
            break
          }
          slot = (slot &+ 1) & mask
        }
      }
    }
    recordCount += count
  }

  /// Gathers the records by destination code.
  private mutating func group() {
    if links.count < recordCount {
      links = Scratch(count: recordCount)
      groups = Scratch(count: recordCount)
    }
    let (mask, shift) = resetSlots(for: recordCount)
    let (slots, groups, links) = unsafe (self.slots.base, self.groups.base, self.links.base)
    var count = 0
    for index in 0..<recordCount {
      let record = unsafe records.base[index]
      var slot = Int((record.code &* seed) &>> shift)
      while unsafe slots[slot] != Self.none && groups[Int(slots[slot])].code != record.code {
        slot = (slot &+ 1) & mask
      }
      if unsafe slots[slot] == Self.none {
        unsafe slots[slot] = UInt32(truncatingIfNeeded: count)
        unsafe groups[count] = ColorGroup(code: record.code, head: Self.none, first: record.first)
        count &+= 1
      }
      let group = unsafe groups + Int(slots[slot])
      unsafe links[index] = group.pointee.head
      unsafe group.pointee.head = UInt32(truncatingIfNeeded: index)
      unsafe group.pointee.first = min(group.pointee.first, record.first)
      unsafe group.pointee.colors &+= 1
      unsafe group.pointee.pixels &+= Int(record.pixels)
      if Int(record.pixels) >= census.seenPixels { unsafe group.pointee.seen &+= 1 }
      if record.isClipped { unsafe group.pointee.isClipped = true }
    }
    groupCount = count
  }

  /// Empty slots, at least twice as many as `count`: a mask of their indices, and what shifts a hash to one.
  private mutating func resetSlots(for count: Int) -> (mask: Int, shift: UInt64) {
    var bits = 4
    while 1 << bits < 2 * count { bits += 1 }
    if slots.count < 1 << bits { slots = Scratch(count: 1 << bits) }
    unsafe slots.base.update(repeating: Self.none, count: 1 << bits)
    return (1 << bits - 1, UInt64(64 - bits))
  }

  private mutating func add(_ group: ColorGroup) {
    let model = census.tables.model
    tally.all.add(colors: Int(group.colors), pixels: group.pixels)
    var listed = LossReport.CollapseGroup(
      destination: PackedColor(bits: group.code).color, colors: Int(group.colors), pixels: group.pixels, spread: 0,
      deltaE2000: nil, members: [],
      example: LossReport.Position(x: Int(group.first) % census.width, y: Int(group.first) / census.width))
    if group.seen > 1 {
      let seen = members(of: group).filter { Int($0.pixels) >= census.seenPixels }.map(\.source).sorted()
      let linear = seen.map { census.tables.sourceLinear(PackedColor(bits: $0)) }
      if let spread = Spread(linear.map { model.okLab($0) }) {
        listed.spread = spread.distance
        listed.deltaE2000 = model.deltaE2000(linear[spread.first], linear[spread.second])
        if spread.distance >= model.rendition.jnd {
          tally.visible.add(colors: listed.colors, pixels: listed.pixels)
        }
      }
    }
    guard tally.lists(listed, top: model.rendition.top) else { return }
    listed.members = members(of: group).map {
      LossReport.Member(code: PackedColor(bits: $0.source).color, pixels: Int($0.pixels))
    }.largestMembers()
    tally.list(listed, top: model.rendition.top)
  }

  private func members(of group: ColorGroup) -> [ColorRecord] {
    var members: [ColorRecord] = []
    members.reserveCapacity(Int(group.colors))
    var index = group.head
    while index != Self.none {
      unsafe members.append(records.base[Int(index)])
      index = unsafe links.base[Int(index)]
    }
    return members
  }
}

/// The colours of one destination code.
struct ColorGroup: BitwiseCopyable {
  var code: UInt64
  /// A record of the group; the others follow by links.
  var head: UInt32
  /// The group's first pixel.
  var first: UInt32
  var colors: UInt32 = 0, seen: UInt32 = 0
  var pixels = 0
  var isClipped = false
}
