internal import CGamutKernels
import ColorScience

/// The totals of a part of an image's colours. Merging is associative and commutative.
struct ColorTally: Sendable {
  var clippedColors = 0, clippedPixels = 0, darkerPixels = 0
  var shift = ShiftTally()
  /// The counts of all groups; the largest so far, and possibly some more.
  private var collapse = LossReport.Collapse()
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

  mutating func setLargest(_ groups: [LossReport.CollapseGroup]) { collapse.largest = groups }

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
  private let tables: RenditionTables
  private let vector: VectorExtension
  private static let size = 256
  private let sources = Scratch<UInt64>(count: ShiftBatch.size)
  private let pixels = Scratch<Int>(count: ShiftBatch.size)
  private let results = Scratch<Double>(count: ShiftBatch.size)
  private var count = 0

  init(_ tables: RenditionTables, vector: VectorExtension) {
    self.tables = tables
    self.vector = vector
  }

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
    unsafe tally.shift.add(results.base, pixels: pixels.base, count: count)
    count = 0
  }

  @unsafe
  private func measureWithKernel() {
    let (model, offsets) = (tables.model, tables.decoding.offsets)
    unsafe tables.decoding.doubles.withUnsafeBufferPointer { decode in
      guard let decode = decode.baseAddress else { return }
      var shift = unsafe gamut_shift(
        decode: (decode + offsets.x, decode + offsets.y, decode + offsets.z),
        to_destination: model.toDestination.elements, source_to_xyz: model.toXYZ.elements,
        destination_to_xyz: model.destinationToXYZ.elements)
      unsafe gamut_shifts(vector.kernel, &shift, sources.base, count, results.base)
    }
  }
}
