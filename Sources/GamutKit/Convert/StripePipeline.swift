import Gamut
import LibC
import PNGCodec

/// Converts an image from a decoder to pieces of image data, in stripes, several of which are processed at once: one
/// thread decodes, any thread converts and compresses, and the calling thread passes on finished pieces, in order.
///
/// `@unchecked`: the state is accessed only with the monitor locked, and the contents of a slot only by the thread that
/// owns it according to the state.
@safe final class StripePipeline: @unchecked Sendable {
  @safe private final class Slot {
    enum State { case empty, decoding, decoded, encoding, encoded }
    var state = State.empty
    /// Rows of the file, preceded by the row above them; the same for the result.
    let source, result, piece: UnsafeMutableRawBufferPointer
    /// The index of the slot's stripe, and its number of rows.
    var stripe = 0
    var rows = 0
    var encoded: EncodedStripe?

    init(_ pipeline: Recoding, rows: Int, maximumPiece: Int) {
      unsafe source = .allocate(byteCount: (rows + 1) * pipeline.input.bytesPerRow, alignment: 16)
      unsafe result = .allocate(byteCount: (rows + 1) * pipeline.bytesPerRow, alignment: 16)
      unsafe piece = .allocate(byteCount: maximumPiece, alignment: 16)
    }

    deinit {
      unsafe source.deallocate()
      unsafe result.deallocate()
      unsafe piece.deallocate()
    }
  }

  /// The objects that a thread works with.
  private final class Worker {
    let recoder: RowRecoder
    let encoder: StripeEncoder

    init(_ recoding: Recoding, _ compression: Compression) throws(PNGError) {
      recoder = RowRecoder(recoding)
      encoder = try StripeEncoder(recoding.output, compression)
    }
  }

  private let monitor = Monitor()
  private let recoding: Recoding
  private let compression: Compression
  private let slots: [Slot]
  private let rowsPerStripe, stripes: Int
  private var decoder: PNGDecoder?
  /// The recoder for results that must be computed in order.
  private let sequential: RowRecoder?
  /// The number of stripes whose decoding has begun, and of those passed on.
  private var begun = 0
  private var done = 0
  private var isDecoding = false
  private var failure: PNGError?
  /// Whether processing stops early.
  private var isStopped = false
  /// The last row of the most recently decoded stripe, and of its result.
  private let lastRow, lastResult: UnsafeMutableRawBufferPointer

  private init(_ decoder: consuming PNGDecoder, _ recoding: Recoding, _ compression: Compression, threads: Int) {
    self.recoding = recoding
    self.compression = compression
    self.decoder = consume decoder
    rowsPerStripe = StripeEncoder.rowsPerStripe(recoding.output)
    stripes = (recoding.output.height + rowsPerStripe - 1) / rowsPerStripe
    let rows = rowsPerStripe
    let piece = StripeEncoder.maximumPiece(recoding.output)
    slots = (0..<min(stripes, Self.slots(threads))).map { _ in
      Slot(recoding, rows: rows, maximumPiece: piece)
    }
    sequential = recoding.isSequential ? RowRecoder(recoding) : nil
    unsafe lastRow = .allocate(byteCount: recoding.input.bytesPerRow, alignment: 16)
    unsafe lastResult = .allocate(byteCount: recoding.bytesPerRow, alignment: 16)
  }

  private static func slots(_ threads: Int) -> Int { threads > 1 ? 2 * threads + 1 : 1 }

  /// Returns the memory of the rows being decoded, and of the stripes in progress.
  private static func memory(_ recoding: Recoding, threads: Int) -> Int {
    let rows = StripeEncoder.rowsPerStripe(recoding.output) + 1
    let stripe =
      rows * (recoding.input.bytesPerRow + recoding.bytesPerRow) + StripeEncoder.maximumPiece(recoding.output)
    return 3 * recoding.input.bytesPerRow + recoding.bytesPerRow + slots(threads) * stripe
  }

  deinit {
    unsafe lastRow.deallocate()
    unsafe lastResult.deallocate()
  }

  /// Returns the number of threads whose stripes fit into the memory allowed, at most the given number, and into that of
  /// the process.
  static func threads(
    _ wanted: Int, _ recoding: Recoding, memory limit: Int
  ) throws(ConvertError) -> Int {
    let room = MemoryRoom.share
    func required(by threads: Int) -> Int {
      memory(recoding, threads: threads) + (threads > 1 ? threads * MemoryRoom.thread : 0) + MemoryRoom.tables / 2
    }
    var threads = wanted
    while threads > 1, memory(recoding, threads: threads) > limit || required(by: threads) > room ?? .max {
      threads -= 1
    }
    let needed = memory(recoding, threads: threads)
    guard needed <= limit else { throw .input(.memory(needed: needed, limit: limit)) }
    try ConvertError.reading { () throws(PNGError) in try MemoryRoom.require(required(by: threads)) }
    return threads
  }

  /// Converts all rows and passes each piece to `sink`, in order, on the calling thread. Returns the findings of the
  /// decoder.
  static func run(
    _ decoder: consuming PNGDecoder, _ recoding: Recoding, _ compression: Compression, threads: Int,
    sink: (UnsafeRawBufferPointer, EncodedStripe, _ isLast: Bool) throws(ConvertError) -> Void
  ) throws(ConvertError) -> (findings: [Finding], kept: KeptChunks?) {
    let pipeline = StripePipeline(decoder, recoding, compression, threads: threads)
    let started = (1..<max(1, min(threads, pipeline.stripes))).compactMap { _ in
      startThread { unsafe pipeline.work { _, _, _ in } }
    }
    defer {
      pipeline.monitor.change { pipeline.isStopped = true }
      for thread in started { thread.join() }
    }
    var fault: ConvertError?
    unsafe pipeline.work(isCaller: true) { piece, stripe, isLast in
      guard fault == nil else { return }
      do throws(ConvertError) {
        try unsafe sink(piece, stripe, isLast)
      } catch {
        fault = error
        pipeline.monitor.change { pipeline.isStopped = true }
      }
    }
    if let fault { throw fault }
    if let failure = pipeline.monitor.change({ pipeline.failure }) { throw .input(.png(failure)) }
    return try ConvertError.reading { () throws(PNGError) in
      try pipeline.decoder.take()?.finishWithChunks() ?? ([], nil)
    }
  }

  private enum Step {
    case decode(Slot)
    case encode(Slot)
    case write(Slot)
    case end
  }

  private func next(isCaller: Bool) -> Step? {
    if isStopped || failure != nil || done == stripes { return .end }
    let first = slots[done % slots.count]
    if isCaller, first.state == .encoded, first.stripe == done { return .write(first) }
    // Lowest stripe first.
    for stripe in done..<begun {
      let slot = slots[stripe % slots.count]
      if slot.state == .decoded {
        slot.state = .encoding
        return .encode(slot)
      }
    }
    if !isDecoding, begun < stripes, begun - done < slots.count {
      let slot = slots[begun % slots.count]
      isDecoding = true
      slot.state = .decoding
      slot.stripe = begun
      slot.rows = min(rowsPerStripe, recoding.output.height - begun * rowsPerStripe)
      begun += 1
      return .decode(slot)
    }
    return nil
  }

  private func work(
    isCaller: Bool = false, sink: (UnsafeRawBufferPointer, EncodedStripe, Bool) -> Void
  ) {
    var worker: Worker?
    while true {
      switch monitor.wait(until: { next(isCaller: isCaller) }) {
      case .end: return monitor.change {}
      case .write(let slot):
        if let encoded = slot.encoded {
          let piece = unsafe UnsafeRawBufferPointer(rebasing: slot.piece[..<encoded.size])
          unsafe sink(piece, encoded, slot.stripe == stripes - 1)
        }
        monitor.change {
          slot.state = .empty
          done += 1
        }
      case .decode(let slot):
        do throws(PNGError) {
          try decode(slot)
          monitor.change {
            slot.state = .decoded
            isDecoding = false
          }
        } catch {
          monitor.change { failure = failure ?? error }
        }
      case .encode(let slot):
        do throws(PNGError) {
          if worker == nil { worker = try Worker(recoding, compression) }
          if let worker { try encode(slot, worker) }
          monitor.change { slot.state = .encoded }
        } catch {
          monitor.change { failure = failure ?? error }
        }
      }
    }
  }

  private func decode(_ slot: Slot) throws(PNGError) {
    let (step, resultStep) = (recoding.input.bytesPerRow, recoding.bytesPerRow)
    guard let source = unsafe slot.source.baseAddress, let result = unsafe slot.result.baseAddress,
      let lastRow = unsafe lastRow.baseAddress, let lastResult = unsafe lastResult.baseAddress
    else { return }
    unsafe source.copyMemory(from: lastRow, byteCount: step)
    let rows = unsafe UnsafeMutableRawBufferPointer(start: source + step, count: slot.rows * step)
    _ = try unsafe decoder?.readRows(into: rows)
    unsafe lastRow.copyMemory(from: source + slot.rows * step, byteCount: step)
    if let sequential {
      unsafe result.copyMemory(from: lastResult, byteCount: resultStep)
      unsafe sequential.convert(
        source + step, count: slot.rows, from: slot.stripe * rowsPerStripe, into: result + resultStep)
      unsafe lastResult.copyMemory(from: result + slot.rows * resultStep, byteCount: resultStep)
    }
  }

  private func encode(_ slot: Slot, _ worker: Worker) throws(PNGError) {
    let resultStep = recoding.bytesPerRow
    guard let source = unsafe slot.source.baseAddress, let result = unsafe slot.result.baseAddress else { return }
    let isFirst = slot.stripe == 0
    if sequential == nil {
      // Includes the row above, which the filters need.
      let skipped = isFirst ? 1 : 0
      unsafe worker.recoder.convert(
        source + skipped * recoding.input.bytesPerRow, count: slot.rows + 1 - skipped,
        from: slot.stripe * rowsPerStripe - 1 + skipped, into: result + skipped * resultStep)
    }
    let rows = unsafe UnsafeRawBufferPointer(start: result + resultStep, count: slot.rows * resultStep)
    slot.encoded = try unsafe worker.encoder.encode(
      rows, below: isFirst ? nil : UnsafeRawPointer(result), isLast: slot.stripe == stripes - 1, into: slot.piece)
  }
}
