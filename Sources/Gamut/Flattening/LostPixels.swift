/// Which pixels of an image are lost: those of visible regions, and those of visible groups that differ visibly from what
/// they merge with.
public final class LostPixels: Sendable {
  private let regions: FlattenedRuns
  /// What other members of a visible group are held against, by destination code.
  private let references: [UInt64: OKLab]
  private let jnd: Double

  /// - Parameters:
  ///   - regions: of which only the pixels of visible regions are left.
  ///   - references: of each visible group, by its packed destination code.
  init(regions: FlattenedRuns, references: [UInt64: OKLab], jnd: Double) {
    self.regions = regions
    self.references = references
    self.jnd = jnd
  }

  /// Whether flat colours merge.
  var hasGroups: Bool { !references.isEmpty }

  /// Whether a pixel is a lost one of a visible region.
  func isInRegion(x: Int, y: Int) -> Bool { regions.set.contains(x: x, y: y) }

  /// Whether a colour with that packed destination code is lost in a visible group.
  func isMerged(code: UInt64, _ lab: @autoclosure () -> OKLab) -> Bool {
    references[code].map { $0.deltaE(lab()) >= jnd } ?? false
  }
}
