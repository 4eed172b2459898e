import Gamut
import PNGCodec

/// Decodes an image on one thread and analyses it on another, with a queue of a few batches of rows between them. The thread
/// that is ahead classifies.
///
/// `@unchecked`: the counts and the result are accessed only with the monitor locked, the decoder only by the thread that
/// decodes, and a batch only by the thread that fills or absorbs it.
final class Pipeline: @unchecked Sendable {
  private final class Slot {
    var batch: RowBatch
    var isClassified = false

    init(_ layout: PixelLayout) { batch = RowBatch(layout) }
  }

  /// The number of batches in progress at a time.
  static let batches = 6

  private let monitor = Monitor()
  private let slots: [Slot]
  private let classifier: RowClassifier
  private var decoder: PNGDecoder?
  /// The number of batches that were filled, and of those that were absorbed. Batch `n` is in slot `n % slots.count`.
  private var filled = 0
  private var absorbed = 0
  /// The findings of the file after its last row, or the fault of its data.
  private var result: Result<[Finding], PNGError>?

  private init(_ decoder: consuming PNGDecoder, for analyzer: borrowing Analyzer) {
    let layout = analyzer.layout
    slots = (0..<Self.batches).map { _ in Slot(layout) }
    classifier = analyzer.classifier
    self.decoder = consume decoder
  }

  /// Passes all rows of an image to an analyzer. Returns the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let pipeline = Pipeline(decoder, for: analyzer)
    // If the system provides no thread, this one fills each batch before it absorbs it.
    let thread = startThread { while pipeline.fillNext() {} }
    defer { thread?.join() }
    while thread != nil || pipeline.fillNext(), let slot = pipeline.next() {
      if !slot.isClassified { slot.batch.classify(with: pipeline.classifier) }
      analyzer.absorb(slot.batch)
      pipeline.monitor.change { pipeline.absorbed += 1 }
    }
    return try pipeline.result?.get() ?? []
  }

  /// Waits for room and fills the next batch. Returns false at the end of the image, or after a fault.
  private func fillNext() -> Bool {
    let (slot, isAhead) = monitor.wait {
      let waiting = filled - absorbed
      return waiting < slots.count ? (slots[filled % slots.count], waiting > slots.count / 2) : nil
    }
    do throws(PNGError) {
      let buffer = unsafe slot.batch.buffer
      slot.batch.rows = try unsafe decoder?.readRows(into: buffer) ?? 0
      guard slot.batch.rows > 0 else {
        let findings = try decoder.take()?.finish() ?? []
        monitor.change { result = .success(findings) }
        return false
      }
      slot.isClassified = isAhead
      if isAhead { slot.batch.classify(with: classifier) }
      monitor.change { filled += 1 }
      return true
    } catch {
      monitor.change { result = .failure(error) }
      return false
    }
  }

  /// Waits for the next filled batch; nil at the end of the image, or after a fault.
  private func next() -> Slot? {
    monitor.wait { () -> Slot?? in
      if case .failure = result { return .some(nil) }
      if absorbed < filled { return .some(slots[absorbed % slots.count]) }
      return result == nil ? nil : .some(nil)
    }
  }
}
