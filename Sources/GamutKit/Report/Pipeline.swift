import Gamut
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Decodes an image on one thread and analyses it on another, with a few batches of rows between them.
///
/// Whichever thread is ahead works for the other: it classifies batches, and where pixels are so dense that there is
/// nothing to decode meanwhile, the decoding thread remembers the colours of the rows whose runs the other follows.
///
/// `@unchecked`: the state is read and written with the monitor held, and a slot's batch only by the thread that the
/// state says has it.
final class Pipeline: @unchecked Sendable {
  private final class Slot {
    enum State { case decoded, classifying, classified }
    var state = State.decoded
    var batch: RowBatch
    init(_ layout: PixelLayout) { batch = RowBatch(layout) }
  }

  private let monitor = Monitor()
  private let slots: [Slot]
  private let classifier: RowClassifier
  private let colors: ColorMemory
  private var decoder: PNGDecoder?
  /// Batches decoded so far; those whose runs were followed, or are being so; and those whose colours were remembered.
  private var decoded = 0
  private var (followed, following, remembered) = (0, 0, 0)
  /// Whether a thread has `colors`.
  private var isRemembering = false
  /// Set when the last row is decoded, or nothing more can be.
  private var end: Result<[Finding], PNGError>?

  private init(_ decoder: consuming PNGDecoder, layout: PixelLayout, for analyzer: borrowing Analyzer) {
    self.decoder = consume decoder
    classifier = analyzer.classifier
    colors = analyzer.colors
    slots = (0..<6).map { _ in Slot(layout) }
  }

  /// Feeds all rows of an image to an analyzer; the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let layout = PixelLayout(decoder.layout)
    let pipeline = Pipeline(decoder, layout: layout, for: analyzer)
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
    case decode(Slot), classify(Slot), absorb(Slot), follow(Slot), remember(Slot)
    case end
  }

  /// The decoding thread.
  private func decode() {
    while true {
      let step: Step = monitor.wait {
        if end == nil, hasRoom { return .decode(slot(decoded)) }
        if let slot = claimColors() { return .remember(slot) }
        // The latest: the others are about to be taken.
        if let slot = claim((followed..<decoded).reversed()) { return .classify(slot) }
        return end != nil && remembered == decoded ? .end : nil
      }
      switch step {
      case .classify(let slot): classify(slot)
      case .remember(let slot): remember(slot)
      case .decode(let slot):
        do throws(PNGError) {
          if try fill(slot) {
            monitor.change {
              slot.state = .decoded
              decoded += 1
            }
          } else {
            let findings = try decoder.take()?.finish() ?? []
            monitor.change { end = .success(findings) }
          }
        } catch {
          decoder = nil
          return monitor.change { end = .failure(error) }
        }
      case .absorb, .follow, .end: return
      }
    }
  }

  /// The analysing thread.
  private func absorb(into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while true {
      let step: Step = monitor.wait {
        if followed == decoded {
          if let slot = claimColors() { return .remember(slot) }
          return end != nil && remembered == decoded ? .end : nil
        }
        let slot = slot(followed)
        switch slot.state {
        case .decoded: return claim(followed...followed).map { .classify($0) }
        case .classified:
          following = followed + 1
          guard remembered == followed, !isRemembering, !isBehind else { return .follow(slot) }
          isRemembering = true
          return .absorb(slot)
        case .classifying: return nil
        }
      }
      switch step {
      case .classify(let slot): classify(slot)
      case .remember(let slot): remember(slot)
      case .follow(let slot):
        // The other thread may take the colours at once.
        monitor.change {}
        analyzer.follow(slot.batch)
        monitor.change { followed += 1 }
      case .absorb(let slot):
        analyzer.absorb(slot.batch)
        monitor.change {
          followed += 1
          remembered += 1
          isRemembering = false
        }
      case .end:
        if let end { return try end.get() }
      case .decode: break
      }
    }
  }

  private func slot(_ batch: Int) -> Slot { slots[batch % slots.count] }

  private var hasRoom: Bool { decoded - min(followed, remembered) < slots.count }

  /// Whether the decoding thread is so far ahead that it has little to do but to remember colours.
  private var isBehind: Bool {
    decoded - followed > slots.count / 2 && (followed..<decoded).allSatisfy { slot($0).state != .decoded }
  }

  /// A batch that is decoded and nobody's yet, made the caller's.
  private func claim(_ batches: some Sequence<Int>) -> Slot? {
    guard let slot = batches.lazy.map({ self.slot($0) }).first(where: { $0.state == .decoded }) else { return nil }
    slot.state = .classifying
    return slot
  }

  /// The next batch whose colours wait to be remembered, made the caller's.
  private func claimColors() -> Slot? {
    guard remembered < following, !isRemembering else { return nil }
    isRemembering = true
    return slot(remembered)
  }

  private func classify(_ slot: Slot) {
    slot.batch.classify(with: classifier)
    monitor.change { slot.state = .classified }
  }

  private func remember(_ slot: Slot) {
    colors.remember(slot.batch)
    monitor.change {
      remembered += 1
      isRemembering = false
    }
  }
}
