/// Counts the lost pixels of visible groups whose colours several passes counted: their references are known only after
/// the last of these passes.
struct Recount: Sendable {
  private let references: [UInt64: OKLab]
  private let tables: RenditionTables
  private(set) var pixels = 0
  /// The most recent colour, and whether it is lost.
  private var last: (source: UInt64, isLost: Bool) = (.max, false)

  /// - Parameter references: packed colours by destination code.
  init(_ references: [UInt64: UInt64], _ tables: RenditionTables) {
    self.tables = tables
    self.references = references.mapValues { tables.okLab($0) }
  }

  var isEmpty: Bool { references.isEmpty }

  mutating func add(_ source: UInt64, _ code: SurfaceCode, pixels: Int) {
    guard !references.isEmpty, let reference = references[code.code] else { return }
    if source != last.source {
      let lab = tables.okLab(source)
      last = (source, reference.deltaE(to: lab) >= tables.model.rendition.jnd)
    }
    if last.isLost { self.pixels += pixels }
  }
}
