/// A part of an image that can show that the whole image collapses.
///
/// Whether a pixel loses a step at a scale depends only on the pixels of its surroundings. So if a region of the pixels that
/// have theirs in the sample is large enough to be visible, it is part of a visible region of the image.
package struct LossSample: Sendable {
  private let image: PixelLayout
  private let analyzed: Int
  /// The columns and rows of the sample, of which those of `part` have their surroundings in it.
  private let columns, rows: Range<Int>
  private var part: StepPart
  private var samples: [UInt8] = []
  /// The number of rows of the image consumed so far.
  private var row = 0

  /// The scales that are looked at, the side of the square of pixels that are, and what else decides about a pixel.
  private static let scales = 4, side = 96, reach = 16 + Visibility.keptReach

  /// - Parameter center: where the image lost a step with another mapping.
  package init(around center: LossReport.Position, of image: PixelLayout, analyzed: Int) {
    func range(_ center: Int, _ length: Int, reach: Int = 0) -> Range<Int> {
      max(0, center - Self.side / 2 - reach)..<min(center + Self.side / 2 + reach, length)
    }
    (self.image, self.analyzed) = (image, analyzed)
    columns = range(center.x, image.width, reach: Self.reach)
    rows = range(center.y, image.height, reach: Self.reach)
    part = StepPart(of: image)
    let (inner, innerRows) = (range(center.x, image.width), range(center.y, image.height))
    part.columns = (inner.lowerBound - columns.lowerBound)..<(inner.upperBound - columns.lowerBound)
    part.rows = (innerRows.lowerBound - rows.lowerBound)..<(innerRows.upperBound - rows.lowerBound)
    part.scales = Self.scales
  }

  /// Adds the next rows of the image: whole rows, in order.
  package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    let size = image.channels * image.bytesPerSample
    for start in stride(from: 0, to: bytes.count, by: image.bytesPerRow) {
      if rows.contains(row) {
        unsafe samples += bytes[(start + columns.lowerBound * size)..<(start + columns.upperBound * size)]
      }
      row += 1
    }
  }

  /// Returns whether the sample shows that a rendition of the image collapses.
  package func collapses(_ tables: RenditionTables) -> Bool {
    var layout = image
    (layout.width, layout.height) = (columns.count, rows.count)
    let classifier = RowClassifier(tables: tables, layout: layout, vector: .best)
    var batch = RowBatch(layout, bytes: samples.count)
    unsafe samples.withUnsafeBytes { unsafe batch.buffer.copyMemory(from: $0) }
    batch.rows = layout.height
    batch.classify(with: classifier)
    var losses = LossFinder(tables, layout: layout, vector: classifier.vector, part: part)
    losses.add(batch)
    var report = LossReport(tolerance: tables.model.tolerance, jnd: tables.model.rendition.jnd)
    report.pixels.analyzed = analyzed
    _ = losses.finish(&report)
    return report.steps.visibleRegions > 0
  }
}
