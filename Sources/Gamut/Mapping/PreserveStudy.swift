/// Reads what the parameters of ``PreserveMapping`` for an image depend on, from its rows in order.
public struct PreserveStudy: Sendable {
  /// The survey of the rows consumed so far.
  public private(set) var survey: PreserveSurvey
  private let tables: RenditionTables
  private let layout: PixelLayout
  /// Colours that are already in the survey.
  private var known = ColorCache(true)

  /// - Parameters:
  ///   - tables: the tables of the conversion.
  ///   - layout: the layout of the rows to consume.
  public init(_ tables: RenditionTables, layout: PixelLayout) {
    survey = PreserveSurvey(tables)
    self.tables = tables
    self.layout = layout
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
    }
  }
}
