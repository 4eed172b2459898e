/// Takes the rows of an image in batches, by the format of its pixels.
protocol BatchConsumer: ~Copyable {
  var layout: PixelLayout { get }
  /// Adds the next rows of the image.
  @unsafe mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type)
}

extension BatchConsumer where Self: ~Copyable {
  /// Adds the next rows of the image, which must be classified.
  mutating func add(_ batch: borrowing RowBatch) {
    switch (layout.depth == 16, layout.channels) {
    case (false, 1): unsafe add(batch, as: Grey8.self)
    case (false, 2): unsafe add(batch, as: GreyAlpha8.self)
    case (false, 3): unsafe add(batch, as: RGB8.self)
    case (false, _): unsafe add(batch, as: RGBA8.self)
    case (true, 1): unsafe add(batch, as: Grey16.self)
    case (true, 2): unsafe add(batch, as: GreyAlpha16.self)
    case (true, 3): unsafe add(batch, as: RGB16.self)
    case (true, _): unsafe add(batch, as: RGBA16.self)
    }
  }
}

/// Finds what is lost of an image, from its rows in order: lost steps, and the colours that may be areas.
struct LossFinder: ~Copyable, Sendable, BatchConsumer {
  private let coordinates: PixelCoordinates
  private let vector: VectorExtension
  private var window: PixelWindow
  var layout: PixelLayout { window.layout }
  private var steps: StepFinder
  private var areas = AreaCounter()
  private var solid: SolidPixels
  /// The next row whose solid pixels are counted.
  private var next = 0

  /// - Parameter limit: the memory that lost pixels may use.
  init(_ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, limit: Int) {
    coordinates = PixelCoordinates(tables, layout: layout, vector: vector)
    self.vector = vector
    window = PixelWindow(layout)
    steps = StepFinder(tables, layout: layout, vector: vector, coordinates, limit: limit)
    solid = SolidPixels(coordinates, layout)
  }

  /// The memory that finding losses needs, if it is more than the limit.
  var bytesBeyondLimit: Int? { steps.bytesBeyondLimit }

  @unsafe
  mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    var start = 0
    for y in 0..<batch.classified.rows {
      let end = unsafe batch.classified.ends.base[y]
      // A row that equals the one above it has no entries of its own.
      let isRepeat = unsafe batch.classified.repeats.base[y]
      unsafe window.add(batch.row(y), batch.classified, isRepeat ? nil : start..<end, vector: vector, as: format)
      start = end
      let last = window.count == window.layout.height ? window.count : window.count - 1
      while next < last {
        unsafe solid.look(at: next, window, as: format)
        for strip in 0..<window.strips where solid.words[strip] != 0 {
          unsafe areas.add(solid.words[strip], next, strip, window, as: format)
        }
        next += 1
      }
      unsafe steps.advance(window, as: format)
    }
  }

  /// Writes the lost steps to the report, whose analysed pixels are known, after the last row. Returns them, and the
  /// colours whose pixels must be counted.
  consuming func finish(_ report: inout LossReport) -> (steps: FoundSteps, areas: AreaCandidates?) {
    let colors = areas.colors(withAtLeast: Visibility.solidPixels(analyzed: report.pixels.analyzed))
    let candidates = AreaCandidates(colors, coordinates)
    return (FoundSteps(steps.finish(&report)), candidates.pairs.isEmpty ? nil : candidates)
  }
}

/// Counts the pixels of areas that may be lost, from the rows of an image whose lost steps are known.
struct AreaPass: ~Copyable, Sendable, BatchConsumer {
  private let vector: VectorExtension
  private var window: PixelWindow
  var layout: PixelLayout { window.layout }
  private let steps: FoundSteps
  private var recount: AreaRecount

  init(
    _ candidates: AreaCandidates, _ steps: FoundSteps, _ tables: RenditionTables, layout: PixelLayout,
    vector: VectorExtension
  ) {
    self.vector = vector
    window = PixelWindow(layout)
    self.steps = steps
    recount = AreaRecount(
      candidates, PixelCoordinates(tables, layout: layout, vector: vector), layout)
  }

  @unsafe
  mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    for y in 0..<batch.rows {
      unsafe window.add(batch.row(y), batch.classified, 0..<0, vector: vector, as: format)
      unsafe recount.advance(window, steps.map, as: format)
    }
  }

  /// Writes the lost areas to the report, after the last row. Returns the rarer colours of the pairs.
  consuming func finish(_ report: inout LossReport, top: Int) -> Set<UInt64> {
    recount.finish(&report, steps.map, top: top)
  }
}
