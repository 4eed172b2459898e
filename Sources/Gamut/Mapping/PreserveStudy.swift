/// The data needed to choose the parameters of ``PreserveMapping`` for an image that collapses, from its rows in order:
/// how far the image exceeds the destination, and the colours of the two witnesses of each group and region.
public struct PreserveStudy: Sendable {
  /// The survey of the rows consumed so far.
  public private(set) var survey: PreserveSurvey
  private let colors: MappedColors
  /// Half of the just-noticeable difference: witnesses that differ less in the result count as lost.
  private let leastDifference: Double
  private let tables: RenditionTables
  private let layout: PixelLayout
  /// The index of each witness in `witnesses`, sorted by its pixel in reading order.
  private var sought: ArraySlice<(pixel: Int, index: Int)>
  /// Linear values of the destination, two for each pair of witnesses; the pairs of groups come first.
  private var witnesses: [SIMD3<Double>]
  private let groups: Int
  /// Colours that are already in the survey.
  private var known = ColorCache(true)
  private var row = 0

  /// - Parameters:
  ///   - report: the losses of the image when clamped, with ``LossReport/visibleLimit`` groups and regions listed.
  ///   - tables: the tables that `report` was made with.
  ///   - layout: the layout of the rows to consume.
  public init(_ report: LossReport, _ tables: RenditionTables, layout: PixelLayout) {
    survey = PreserveSurvey(tables)
    colors = MappedColors(tables)
    leastDifference = report.jnd / 2
    self.tables = tables
    self.layout = layout
    let pairs = report.visibleWitnesses ?? []
    groups = report.visibleGroups.count
    witnesses = Array(repeating: .zero, count: 2 * pairs.count)
    let pixels = pairs.flatMap { [$0.first, $0.second] }.map { $0.y * layout.width + $0.x }
    sought = pixels.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 }[...]
  }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: RawSpan) { unsafe rows.withUnsafeBytes { unsafe consume($0) } }

  /// Adds the next rows of the image: whole rows, in order.
  public mutating func consume(_ rows: UnsafeRawBufferPointer) {
    var stretches = RowStretches(tables, layout: layout)
    unsafe stretches.forEachRow(of: rows) { row in
      for (color, linear) in zip(row.colors, row.linear) where known[color] == nil {
        survey.absorb(linear)
        known[color] = true
      }
      findWitnesses(row)
      self.row += 1
    }
  }

  private mutating func findWitnesses(_ stretches: RowStretches) {
    var index = 0
    while let next = sought.first, next.pixel / layout.width == row {
      while index < stretches.ranges.count, stretches.ranges[index].upperBound <= next.pixel % layout.width {
        index += 1
      }
      if index < stretches.ranges.count { witnesses[next.index] = stretches.linear[index] }
      sought.removeFirst()
    }
  }

  /// Returns the number of witness pairs that differ by less than half of the just-noticeable difference after a
  /// mapping.
  public func closePairCount(after mapping: any GamutMapping) -> Int {
    stride(from: 0, to: witnesses.count, by: 2).count { pair in
      let (first, second) = (witnesses[pair], witnesses[pair + 1])
      return colors.okLab(mapping(first)).deltaE(to: colors.okLab(mapping(second))) < leastDifference
    }
  }

  /// Returns a lower bound of the visible groups after a mapping: the number of codes that both witnesses of a group
  /// get. These witnesses are flat colours that look different, so a code shared by both belongs to a visible group.
  public func minimumVisibleGroups(after mapping: any GamutMapping) -> Int {
    var shared: Set<SIMD3<Int>> = []
    for pair in 0..<min(groups, witnesses.count / 2) {
      let code = colors.code(mapping(witnesses[2 * pair]))
      if code == colors.code(mapping(witnesses[2 * pair + 1])) { shared.insert(code) }
    }
    return shared.count
  }
}
