/// The direction of a step: its boxes are pieces of a row, or of a column.
enum StepDirection: CaseIterable, Sendable { case row, column }

/// A step at a pixel: the squared difference of the sums of its boxes, of `n` pixels each.
struct Step: Sendable {
  var squared = 0, n = 1
  var direction = StepDirection.row

  /// Whether the difference of the means is larger than that of another step.
  @inline(__always)
  func isLarger(than other: Step) -> Bool { squared &* other.n &* other.n > other.squared &* n &* n }

  /// The difference of the means (DIN99o).
  var difference: Double { Double(squared).squareRoot() / Double(n) / DIN99o.unit }
}

/// A region of lost pixels, or a part of it.
struct StepRegion: RegionFacts, Sendable {
  var box: LossReport.Box
  var pixels: Int
  /// Whether it has, or touches, a changed pixel.
  var touchesChanged: Bool
  /// The largest step, and the first pixel that has it.
  var step: Step
  var witness: LossReport.Position
  /// The mean colours beside the witness; empty until they are known.
  var sides: [LossReport.ChangedColor] = []

  mutating func formUnion(_ other: StepRegion) {
    box.formUnion(other.box)
    pixels += other.pixels
    touchesChanged = touchesChanged || other.touchesChanged
    let isEqual = !step.isLarger(than: other.step) && !other.step.isLarger(than: step)
    let isEarlier = (other.witness.y, other.witness.x) < (witness.y, witness.x)
    if other.step.isLarger(than: step) || isEqual && isEarlier {
      (step, witness, sides) = (other.step, other.witness, other.sides)
    }
  }

  var reported: LossReport.LostRegion {
    LossReport.LostRegion(box: box, pixels: pixels, loss: step.difference, witness: witness, sides: sides)
  }
}
