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
  /// nil if the rows are only decoded.
  private let classifier: RowClassifier?
  private var decoder: PNGDecoder?
  /// The number of batches that were filled, and of those that were absorbed. Batch `n` is in slot `n % slots.count`.
  private var filled = 0
  private var absorbed = 0
  /// The findings of the file after its last row, or the fault of its data.
  private var result: Result<[Finding], PNGError>?

  private init(_ decoder: consuming PNGDecoder, _ layout: PixelLayout, _ classifier: RowClassifier?) {
    slots = (0..<Self.batches).map { _ in Slot(layout) }
    self.classifier = classifier
    self.decoder = consume decoder
  }

  /// Passes all rows of an image to an analyzer. Returns the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let classifier = analyzer.classifier
    return try Pipeline(decoder, analyzer.layout, classifier).run(onThread: true) { slot in
      if !slot.isClassified { slot.batch.classify(with: classifier) }
      analyzer.absorb(slot.batch)
    }
  }

  /// Decodes an image, on a thread of its own or on this one, and passes its rows to `body`, which may end this by an error.
  static func run(
    _ decoder: consuming PNGDecoder, onThread: Bool, _ body: (borrowing RowBatch) throws(GamutError) -> Void
  ) throws(GamutError) -> [Finding] {
    let layout = decoder.layout
    let pipeline = Pipeline(decoder, layout, nil)
    var failure: GamutError?
    let findings = try GamutError.reading { () throws(PNGError) in
      try pipeline.run(onThread: onThread) { slot in
        guard failure == nil else { return }
        do throws(GamutError) { try body(slot.batch) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return findings
  }

  private func run(onThread: Bool, _ body: (Slot) -> Void) throws(PNGError) -> [Finding] {
    // Without a thread of the system, this one fills each batch before it absorbs it.
    let thread = onThread ? startThread { while self.fillNext() {} } : nil
    defer { thread?.join() }
    while thread != nil || fillNext(), let slot = next() {
      body(slot)
      monitor.change { absorbed += 1 }
    }
    return try result?.get() ?? []
  }

  /// Waits for room and fills the next batch. Returns false at the end of the image, or after a fault.
  private func fillNext() -> Bool {
    let (slot, isAhead) = monitor.wait {
      let waiting = filled - absorbed
      return waiting < slots.count ? (slots[filled % slots.count], waiting > slots.count / 2) : nil
    }
    do throws(PNGError) {
      slot.batch.rows = try unsafe decoder?.readRows(into: slot.batch.buffer) ?? 0
      guard slot.batch.rows > 0 else {
        let findings = try decoder.take()?.finish() ?? []
        monitor.change { result = .success(findings) }
        return false
      }
      if isAhead, let classifier { slot.batch.classify(with: classifier) }
      slot.isClassified = isAhead
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
