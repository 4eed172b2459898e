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
    shifts = ShiftBatch(tables, vector: vector)
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

  /// Lists the members of the largest groups, and of the open one.
  private mutating func listMembers(_ store: borrowing ColorStore) {
    var groups = tally.largest(top)
    for index in groups.indices {
      groups[index].members = members(ofCode: PackedColor(groups[index].destination).bits, store)
    }
    tally.setLargest(groups)
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
