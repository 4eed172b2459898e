import Gamut
import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Inflates an image on one thread and analyses it on another, with a few batches of rows between them.
///
/// The thread that is ahead performs the intermediate steps: undoing the filters and classifying. If the pixels are so
/// dense that there is nothing left to inflate, that thread stores the colours of the rows whose runs the other
/// follows.
///
/// `@unchecked`: the state is accessed only with the monitor locked, and the contents of a slot only by the threads
/// that own it according to the state.
final class Pipeline: @unchecked Sendable {
  private final class Slot {
    enum State { case inflated, decoded, classifying, classified }
    var state = State.inflated
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
  private let slots: [Slot]
  private let classifier: RowClassifier
  private let colors: ColorMemory
  private var decoder: PNGDecoder?
  /// nil if the decoder delivers rows.
  private var unfilter: Unfilter?
  private let unfilters: Bool
  /// The number of batches inflated so far; of those converted to rows; of those whose runs have been followed, or are
  /// being followed; and of those whose colours have been stored.
  private var (inflated, decoded, followed, following, remembered) = (0, 0, 0, 0, 0)
  /// Whether a thread is using `unfilter`, or `colors`.
  private var (isUnfiltering, isRemembering) = (false, false)
  /// Set after the last row is inflated, or after a failure.
  private var end: Result<[Finding], PNGError>?
  /// Set if the filters of a batch cannot be undone.
  private var filterFault: PNGError?

  private init(_ decoder: consuming PNGDecoder, layout: PixelLayout, for analyzer: borrowing Analyzer) throws(PNGError)
  {
    unfilters = decoder.deliversScanlines
    unfilter = unfilters ? try decoder.makeUnfilter() : nil
    var slots: [Slot] = []
    for _ in 0..<Self.batches { slots.append(try Slot(layout, decoder)) }
    self.slots = slots
    self.decoder = consume decoder
    classifier = analyzer.classifier
    colors = analyzer.colors
  }

  /// Passes all rows of an image to an analyzer. Returns the findings of the file.
  static func run(_ decoder: consuming PNGDecoder, into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    let layout = PixelLayout(decoder.layout)
    let pipeline = try Pipeline(decoder, layout: layout, for: analyzer)
    guard let thread = startThread({ pipeline.inflate() }) else {
      // No thread is available: run sequentially.
      return try pipeline.runAlone(&analyzer)
    }
    defer { _ = pthread_join(thread, nil) }
    return try pipeline.analyze(into: &analyzer)
  }

  private func runAlone(_ analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while try fill(slots[0]) {
      if unfilters { try undoFilters(slots[0]) }
      slots[0].batch.classify(with: classifier)
      analyzer.absorb(slots[0].batch)
    }
    return try decoder.take()?.finish() ?? []
  }

  private enum Step {
    case inflate(Slot)
    case decode(Slot)
    case classify(Slot)
    case absorb(Slot)
    case follow(Slot)
    case remember(Slot)
    case end
  }

  /// The loop of the inflating thread.
  private func inflate() {
    while true {
      let step: Step = monitor.wait {
        if isEnded { return .end }
        if end == nil, inflated - min(followed, remembered) < slots.count { return .inflate(slot(inflated)) }
        if let slot = claimColors() { return .remember(slot) }
        if let slot = claimFilter() { return .decode(slot) }
        // The latest one, because the other thread is about to take the earlier ones.
        return claimDecoded((followed..<decoded).reversed()).map { .classify($0) }
      }
      switch step {
      case .inflate(let slot):
        do throws(PNGError) {
          if try fill(slot) {
            monitor.change {
              slot.state = unfilters ? .inflated : .decoded
              inflated += 1
              if !unfilters { decoded += 1 }
            }
          } else {
            let findings = try decoder.take()?.finish() ?? []
            monitor.change { end = .success(findings) }
          }
        } catch {
          monitor.change { end = .failure(error) }
        }
      case .decode(let slot): decode(slot)
      case .classify(let slot): classify(slot)
      case .remember(let slot): remember(slot)
      case .absorb, .follow, .end: return
      }
    }
  }

  /// The loop of the analysing thread.
  private func analyze(into analyzer: inout Analyzer) throws(PNGError) -> [Finding] {
    while true {
      let step: Step = monitor.wait {
        if isEnded { return .end }
        if followed < decoded {
          let slot = slot(followed)
          if slot.state == .classified {
            following = followed + 1
            guard remembered == followed, !isRemembering, !isBehind else { return .follow(slot) }
            isRemembering = true
            return .absorb(slot)
          }
          if let slot = claimDecoded(followed...followed) { return .classify(slot) }
        }
        if let slot = claimFilter() { return .decode(slot) }
        return claimColors().map { .remember($0) }
      }
      switch step {
      case .decode(let slot): decode(slot)
      case .classify(let slot): classify(slot)
      case .remember(let slot): remember(slot)
      case .follow(let slot):
        // The other thread may process the colours immediately.
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
        if let filterFault { throw filterFault }
        if let end { return try end.get() }
      case .inflate: break
      }
    }
  }

  private func slot(_ batch: Int) -> Slot { slots[batch % slots.count] }

  /// Whether there is nothing left to do, or a failure prevents it.
  private var isEnded: Bool {
    if filterFault != nil { return true }
    return switch end {
    // An earlier batch may have a fault in its filters, which takes precedence independent of the speed of the threads.
    case .failure: decoded == inflated
    case .success: followed == inflated && remembered == inflated
    case nil: false
    }
  }

  /// Whether the inflating thread is so far ahead that it has little to do other than store colours.
  private var isBehind: Bool {
    inflated - followed > slots.count / 2
      && (followed..<inflated).allSatisfy { [.classifying, .classified].contains(slot($0).state) }
  }

  /// Claims the next batch whose filters have not been undone.
  private func claimFilter() -> Slot? {
    guard decoded < inflated, !isUnfiltering else { return nil }
    isUnfiltering = true
    return slot(decoded)
  }

  /// Claims a batch of rows that no thread owns.
  private func claimDecoded(_ batches: some Sequence<Int>) -> Slot? {
    guard let slot = batches.lazy.map({ self.slot($0) }).first(where: { $0.state == .decoded }) else { return nil }
    slot.state = .classifying
    return slot
  }

  /// Claims the next batch whose colours have not been stored.
  private func claimColors() -> Slot? {
    guard remembered < following, !isRemembering else { return nil }
    isRemembering = true
    return slot(remembered)
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

  private func undoFilters(_ slot: Slot) throws(PNGError) {
    let buffer = unsafe slot.batch.buffer
    try unsafe unfilter?.undo(slot.scanlines, into: buffer)
    slot.batch.rows = slot.scanlines.count
  }

  /// Converts scanlines to rows, and classifies them while they are in the cache.
  private func decode(_ slot: Slot) {
    do throws(PNGError) {
      try undoFilters(slot)
    } catch {
      return monitor.change {
        filterFault = error
        isUnfiltering = false
      }
    }
    monitor.change {
      slot.state = .classifying
      decoded += 1
      isUnfiltering = false
    }
    classify(slot)
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
