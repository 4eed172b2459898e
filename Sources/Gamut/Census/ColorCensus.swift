internal import CGamutKernels
import ColorScience

/// The colours of one destination code.
struct ColorGroup: Sendable {
  var code: UInt64
  var colors = 0
  var isClipped = false
  var pixels = 0
  /// The most frequent colours, if they are known.
  var members: [LossReport.Member] = []

  /// Whether there are two or more colours, at least one of them clipped.
  var isCollapse: Bool { colors > 1 && isClipped }
}

/// Counts the stored colours of an image: distinct colours, clipping colours, and collapse groups.
struct ColorCensus: ~Copyable {
  private let top: Int
  /// The group that the pass before left open, the code of the one that this pass does, and that group.
  private let carried: ColorGroup?
  private let openCode: UInt64?
  private(set) var open: ColorGroup?
  private(set) var tally = ColorTally()
  private var shifts: ShiftBatch

  /// Counts the colours of a finished store, together with those of an open group.
  init(_ store: borrowing ColorStore, _ tables: RenditionTables, vector: VectorExtension, carried: ColorGroup?) {
    top = tables.model.rendition.top
    self.carried = carried
    openCode = store.openCode
    shifts = ShiftBatch(tables: tables, vector: vector)
    var group = ColorGroup(code: .max)
    store.forEachColor { color in
      if color.code != group.code {
        close(group)
        group = ColorGroup(code: color.code)
      }
      group.colors += 1
      group.pixels += color.pixels
      guard color.isClipped else { return }
      group.isClipped = true
      tally.clippedColors += 1
      tally.clippedPixels += color.pixels
      shifts.add(color, to: &tally)
    }
    close(group)
    shifts.measure(into: &tally)
    listMembers(store)
  }

  /// Counts a group whose colours are complete, or leaves it open.
  private mutating func close(_ group: ColorGroup) {
    var group = group
    if let carried, carried.code == group.code {
      group.colors += carried.colors
      group.pixels += carried.pixels
      group.isClipped = group.isClipped || carried.isClipped
    }
    if group.code == openCode {
      open = group
    } else if group.isCollapse {
      tally.add(group, top: top)
    }
  }

  private mutating func listMembers(_ store: borrowing ColorStore) {
    var groups = tally.largest(top)
    for index in groups.indices {
      groups[index].members = members(ofCode: PackedColor(groups[index].destination).bits, store)
    }
    tally.collapse.largest = groups
    if var group = open {
      group.members = members(ofCode: group.code, store)
      open = group
    }
  }

  private func members(ofCode code: UInt64, _ store: borrowing ColorStore) -> [LossReport.Member] {
    let members = store.members(ofCode: code)
    guard let carried, carried.code == code else { return members }
    return (members + carried.members).largestMembers()
  }
}

/// The totals of a part of an image's colours. Merging is associative and commutative.
struct ColorTally: Sendable {
  var clippedColors = 0, clippedPixels = 0, darkerPixels = 0
  var shift = ShiftTally()
  /// The counts of all groups; the largest so far, and possibly some more.
  fileprivate var collapse = LossReport.Collapse()
  /// The last listed group; a further group must precede it.
  private var smallest: LossReport.CollapseGroup?

  /// Counts a group, and lists it, without members, if it may be one of the largest.
  mutating func add(_ group: ColorGroup, top: Int) {
    collapse.groups += 1
    collapse.colors += group.colors
    collapse.pixels += group.pixels
    let group = LossReport.CollapseGroup(
      destination: PackedColor(bits: group.code).color, colors: group.colors, pixels: group.pixels, members: [])
    guard top > 0, smallest.map({ group.precedes($0) }) ?? true else { return }
    collapse.largest.append(group)
    // Sort only occasionally, because `top` may be large.
    guard collapse.largest.count / 2 >= max(top, 8) else { return }
    collapse.largest = largest(top)
    smallest = collapse.largest.last
  }

  func largest(_ top: Int) -> [LossReport.CollapseGroup] { collapse.largest.largestGroups(top) }

  mutating func merge(_ other: ColorTally, top: Int) {
    clippedColors += other.clippedColors
    clippedPixels += other.clippedPixels
    darkerPixels += other.darkerPixels
    shift.merge(other.shift)
    collapse.groups += other.collapse.groups
    collapse.colors += other.collapse.colors
    collapse.pixels += other.collapse.pixels
    collapse.largest = (collapse.largest + other.collapse.largest).largestGroups(top)
  }

  func write(to report: inout LossReport, top: Int) {
    report.clippedColors = clippedColors
    report.pixels.clipped = clippedPixels
    report.pixels.darker = darkerPixels
    report.shift = shift.summary
    report.collapse = collapse
    report.collapse.largest = largest(top)
  }
}

/// Computes the shifts of clipped colours in batches; equivalent to ``ColorModel``, which computes them one by one.
struct ShiftBatch: ~Copyable {
  let tables: RenditionTables
  let vector: VectorExtension
  private static let size = 256
  private let sources = Scratch<UInt64>(count: ShiftBatch.size)
  private let pixels = Scratch<Int>(count: ShiftBatch.size)
  private let results = Scratch<Double>(count: ShiftBatch.size)
  private(set) var count = 0

  /// Adds a clipped colour, and measures all when there are enough.
  mutating func add(_ color: SurfaceColor, to tally: inout ColorTally) {
    unsafe sources.base[count] = color.source
    unsafe pixels.base[count] = color.pixels
    count += 1
    if count == Self.size { measure(into: &tally) }
  }

  /// Computes the shifts of the colours that were added, and counts the pixels of those that are darker than black.
  mutating func measure(into tally: inout ColorTally) {
    if !tables.decoding.isEmpty, !tables.model.isOdd {
      unsafe measureWithKernel()
    } else {
      for index in 0..<count {
        let linear = tables.sourceLinear(PackedColor(bits: unsafe sources.base[index]))
        unsafe results.base[index] = tables.model.shift(linear)
        if tables.model.isDarker(tables.toDestination * linear) { tally.darkerPixels += unsafe pixels.base[index] }
      }
    }
    for index in 0..<count { unsafe tally.shift.add(results.base[index], pixels: pixels.base[index]) }
    count = 0
  }

  @unsafe
  private func measureWithKernel() {
    let (model, offsets) = (tables.model, tables.decoding.offsets)
    unsafe tables.decoding.elements.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var shift = unsafe gamut_shift(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_destination: model.toDestination.elements, source_to_xyz: model.toXYZ.elements,
        destination_to_xyz: model.destinationToXYZ.elements)
      unsafe vector.kernels.shifts(&shift, sources.base, count, results.base)
    }
  }
}
