import Gamut
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decodes an image on one thread and analyses it on another, with a few batches of rows between them.
///
/// Whichever thread is ahead classifies batches for the other: where pixels are dense the analysis falls behind, where
/// compression is heavy the decoder does.
///
/// `@unchecked`: the state is read and written with the monitor held, and a slot's batch only by the thread that the
/// state says has it.
final class Pipeline: @unchecked Sendable {
  private final class Slot {
    enum State { case empty, decoded, classifying, classified }
    var state = State.empty
    var batch: RowBatch
    init(_ layout: PixelLayout) { batch = RowBatch(layout) }
  }

  private let monitor = Monitor()
  private let slots: [Slot]
  private let classifier: RowClassifier
  private var decoder: PNGDecoder?
  /// Batches decoded, and absorbed, so far.
  private var decoded = 0
  private var absorbed = 0
  /// Set when the last row is decoded, or nothing more can be.
  private var end: Result<[Finding], PNGError>?

  private init(_ decoder: consuming PNGDecoder, layout: PixelLayout, classifier: RowClassifier) {
    self.decoder = consume decoder
    self.classifier = classifier
    slots = (0..<6).map { _ in Slot(layout) }
  }

  /// Feeds all rows of an image to an analyzer; the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let layout = PixelLayout(decoder.layout)
    let pipeline = Pipeline(decoder, layout: layout, classifier: analyzer.classifier)
    guard let thread = startThread({ pipeline.decode() }) else {
      // No thread to be had: one after the other, then.
      return try pipeline.runAlone(&analyzer)
    }
    defer { _ = pthread_join(thread, nil) }
    return try pipeline.absorb(into: &analyzer)
  }

  /// Reads the next rows; false at the end.
  private func fill(_ slot: Slot) throws(PNGError) -> Bool {
    let buffer = unsafe slot.batch.buffer
    slot.batch.rows = try unsafe decoder?.readRows(into: buffer) ?? 0
    return slot.batch.rows > 0
  }

  private func runAlone(_ analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while try fill(slots[0]) {
      slots[0].batch.classify(with: classifier)
      analyzer.absorb(slots[0].batch)
    }
    return try decoder.take()?.finish() ?? []
  }

  private enum Step {
    case decode(Slot)
    case classify(Slot)
    case absorb(Slot)
    case end(Result<[Finding], PNGError>)
  }

  /// The decoding thread.
  private func decode() {
    while true {
      let step: Step = monitor.wait {
        if decoded - absorbed < slots.count { return .decode(slots[decoded % slots.count]) }
        // The latest: the others are about to be taken.
        return claim((absorbed..<decoded).reversed()).map { .classify($0) }
      }
      switch step {
      case .classify(let slot): classify(slot)
      case .decode(let slot):
        do throws(PNGError) {
          guard try fill(slot) else {
            let findings = try decoder.take()?.finish() ?? []
            return monitor.change { end = .success(findings) }
          }
        } catch {
          decoder = nil
          return monitor.change { end = .failure(error) }
        }
        monitor.change {
          slot.state = .decoded
          decoded += 1
        }
      case .absorb, .end: return
      }
    }
  }

  /// The analysing thread.
  private func absorb(into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while true {
      let step: Step = monitor.wait {
        let slot = slots[absorbed % slots.count]
        switch slot.state {
        case .decoded: return claim(absorbed...absorbed).map { .classify($0) }
        case .classified: return .absorb(slot)
        case .classifying: return nil
        case .empty: return end.map { .end($0) }
        }
      }
      switch step {
      case .classify(let slot): classify(slot)
      case .absorb(let slot):
        analyzer.absorb(slot.batch)
        monitor.change {
          slot.state = .empty
          absorbed += 1
        }
      case .end(let result): return try result.get()
      case .decode: break
      }
    }
  }

  /// A batch that is decoded and nobody's yet, made the caller's.
  private func claim(_ batches: some Sequence<Int>) -> Slot? {
    guard let slot = batches.lazy.map({ self.slots[$0 % self.slots.count] }).first(where: { $0.state == .decoded })
    else { return nil }
    slot.state = .classifying
    return slot
  }

  private func classify(_ slot: Slot) {
    slot.batch.classify(with: classifier)
    monitor.change { slot.state = .classified }
  }
}
