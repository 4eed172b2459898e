/// The lost pixels of an image: those of visible regions, and those of visible groups that differ visibly from their
/// group's reference.
public final class LostPixels: Sendable {
  private let regions: FlattenedRuns
  /// The reference colour of each visible group, by destination code.
  private let references: [UInt64: OKLab]
  private let jnd: Double

  /// - Parameters:
  ///   - regions: the set of runs, reduced to the pixels of visible regions.
  ///   - references: the reference of each visible group, by its packed destination code.
  init(regions: FlattenedRuns, references: [UInt64: OKLab], jnd: Double) {
    self.regions = regions
    self.references = references
    self.jnd = jnd
  }

  /// Whether there is a visible group.
  var hasGroups: Bool { !references.isEmpty }

  /// Returns whether a pixel is a lost one of a visible region.
  public func isInRegion(x: Int, y: Int) -> Bool { regions.set.contains(x: x, y: y) }

  /// Returns whether a colour with the given packed destination code is lost in a visible group.
  func isMerged(code: UInt64, _ lab: @autoclosure () -> OKLab) -> Bool {
    references[code].map { $0.deltaE(to: lab()) >= jnd } ?? false
  }
}
