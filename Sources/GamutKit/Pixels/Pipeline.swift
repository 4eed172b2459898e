import Gamut
import LibC
import PNGCodec

/// Inflates an image on one thread and analyses it on another, with a few batches of rows between them.
///
/// The thread that is ahead performs the intermediate steps: undoing the filters and classifying. If the pixels are so
/// dense that there is nothing left to inflate, that thread stores the colours of the rows whose runs the other
/// follows. ``PipelineSchedule`` decides which step a thread takes.
///
/// `@unchecked`: the schedule and the results are accessed only with the monitor locked, and everything else only by
/// the thread that has claimed a step for it.
final class Pipeline: @unchecked Sendable {
  /// The memory of a batch.
  private final class Slot {
    /// The scanlines of its rows, unless the decoder delivers rows.
    var scanlines: FilteredScanlines
    var batch: RowBatch

    init(_ layout: PixelLayout, _ decoder: borrowing PNGDecoder) throws(PNGError) {
      batch = RowBatch(layout)
      let rows = unsafe batch.buffer.count / layout.bytesPerRow
      scanlines = try decoder.makeScanlines(capacity: decoder.deliversScanlines ? rows : 1)
    }
  }

  /// The number of batches in progress at a time.
  static let batches = 6

  private let monitor = Monitor()
  private var schedule: PipelineSchedule
  private let slots: [Slot]
  private let classifier: RowClassifier
  private let colors: ColorMemory
  private var decoder: PNGDecoder?
  /// The reversal of the filters; nil if the decoder delivers rows.
  private var unfilter: Unfilter?
  private let unfilters: Bool
  /// The findings of the file after its last row, or the fault of its data.
  private var inflation: Result<[Finding], PNGError>?
  /// The fault of the filters of a batch.
  private var filterFault: PNGError?

  private init(_ decoder: consuming PNGDecoder, layout: PixelLayout, for analyzer: borrowing Analyzer) throws(PNGError)
  {
    unfilters = decoder.deliversScanlines
    unfilter = unfilters ? try decoder.makeUnfilter() : nil
    var slots: [Slot] = []
    for _ in 0..<Self.batches { slots.append(try Slot(layout, decoder)) }
    self.slots = slots
    schedule = PipelineSchedule(capacity: slots.count, deliversRows: !unfilters)
    self.decoder = consume decoder
    classifier = analyzer.classifier
    colors = analyzer.colors
  }

  /// Passes all rows of an image to an analyzer. Returns the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let layout = PixelLayout(decoder.layout)
    let pipeline = try Pipeline(decoder, layout: layout, for: analyzer)
    guard let thread = startThread({ pipeline.inflateAll() }) else {
      // No thread is available: run sequentially.
      return try pipeline.runAlone(&analyzer)
    }
    defer { thread.join() }
    return try pipeline.analyzeAll(with: &analyzer)
  }

  private func runAlone(_ analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while try fill(slots[0]) {
      if unfilters { try undoFilters(slots[0]) }
      slots[0].batch.classify(with: classifier)
      analyzer.absorb(slots[0].batch)
    }
    return try decoder.take()?.finish() ?? []
  }

  /// The loop of the inflating thread.
  private func inflateAll() {
    while true {
      let step = monitor.wait { schedule.claimForInflating() }
      switch step {
      case .inflate(let batch): inflate(batch)
      case .decode, .classify, .remember: perform(step)
      case .absorb, .follow, .end: return
      }
    }
  }

  /// The loop of the analysing thread.
  private func analyzeAll(with analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while true {
      let step = monitor.wait { schedule.claimForAnalysing() }
      switch step {
      case .decode, .classify, .remember: perform(step)
      case .follow(let batch):
        // The other thread may store the colours immediately.
        monitor.change {}
        analyzer.follow(slot(batch).batch)
        complete(step)
      case .absorb(let batch):
        analyzer.absorb(slot(batch).batch)
        complete(step)
      case .end:
        if let filterFault { throw filterFault }
        return try inflation?.get() ?? []
      case .inflate: break
      }
    }
  }

  private func slot(_ batch: Int) -> Slot { slots[batch % slots.count] }

  private func complete(_ step: PipelineSchedule.Step) { monitor.change { schedule.complete(step) } }

  /// Performs a step that either thread may take.
  private func perform(_ step: PipelineSchedule.Step) {
    switch step {
    case .decode(let batch):
      do throws(PNGError) {
        try undoFilters(slot(batch))
      } catch {
        return monitor.change {
          filterFault = error
          schedule.failFilters()
        }
      }
      complete(step)
      // While the rows are in the cache.
      perform(.classify(batch))
    case .classify(let batch):
      slot(batch).batch.classify(with: classifier)
      complete(step)
    case .remember(let batch):
      colors.remember(slot(batch).batch)
      complete(step)
    case .inflate, .follow, .absorb, .end: break
    }
  }

  private func inflate(_ batch: Int) {
    do throws(PNGError) {
      if try fill(slot(batch)) {
        complete(.inflate(batch))
      } else {
        let findings = try decoder.take()?.finish() ?? []
        endInflation(.success(findings))
      }
    } catch {
      endInflation(.failure(error))
    }
  }

  private func endInflation(_ result: Result<[Finding], PNGError>) {
    monitor.change {
      inflation = result
      if case .failure = result { schedule.endInput(failed: true) } else { schedule.endInput(failed: false) }
    }
  }

  /// Reads the next scanlines, or rows. Returns false at the end.
  private func fill(_ slot: Slot) throws(PNGError) -> Bool {
    if unfilters {
      try decoder?.readScanlines(into: &slot.scanlines)
      return slot.scanlines.count > 0
    }
    let buffer = unsafe slot.batch.buffer
    slot.batch.rows = try unsafe decoder?.readRows(into: buffer) ?? 0
    return slot.batch.rows > 0
  }

  /// Converts scanlines to rows.
  private func undoFilters(_ slot: Slot) throws(PNGError) {
    let buffer = unsafe slot.batch.buffer
    try unsafe unfilter?.undo(slot.scanlines, into: buffer)
    slot.batch.rows = slot.scanlines.count
  }
}
