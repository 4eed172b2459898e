import Gamut
import PNGCodec

struct ConvertedImage {
  let recoding: Recoding
  let kept: KeptChunks
  let declaring: [UInt8]
  /// What eXIf and XMP after the image data must say, too; nil leaves them.
  let metadata: ColorMetadata?
  let compression: Compression
  let limits: Limits
  let memory: Int

  func contents(of source: OpenedInput, threads: Int) -> NewContents<ConvertError> {
    .recoded(recoding.result) { each throws(ConvertError) in try write(source, threads: threads, each: each) }
  }

  func write(
    _ source: OpenedInput, threads: Int, each: ([UInt8]) throws(ConvertError) -> Void
  ) throws(ConvertError) -> [Finding] {
    let threads = try StripePipeline.threads(threads, recoding, memory: memory)
    let decoder = try ConvertError.reading { () throws(PNGError) in
      try PNGDecoder(try PNGReader(source.open(), limits: limits, keepsChunks: true))
    }
    guard decoder.layout == recoding.input else { throw .input(.changedWhileRead) }
    // Small parts are buffered and passed on together.
    var waiting = PNGAssembler.start(recoding.result) + declaring + kept.beforeImageData
    if let palette = recoding.reduction?.palette, !palette.isEmpty { waiting += PNGAssembler.palette(palette) }
    func flush() throws(ConvertError) {
      try each(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    var assembler = PNGAssembler()
    var (findings, kept) = try StripePipeline.run(decoder, recoding, compression, threads: threads) {
      (piece, stripe, isLast) throws(ConvertError) in
      let (before, after) = unsafe piece.withUnsafeBytes { unsafe assembler.wrap($0, of: stripe, isLast: isLast) }
      waiting += before + piece + after
      if waiting.count >= 64 << 10 { try flush() }
    }
    if let metadata { _ = kept?.agree(with: metadata) }
    waiting += (kept?.afterImageData ?? []) + PNGAssembler.end
    try flush()
    return findings
  }
}

/// Converts an image from a decoder to pieces of image data, in stripes, several of which are processed at once: their
/// rows are decoded one stripe after the other, and converted and compressed by the same thread.
///
/// `@unchecked`: the state is accessed only with the monitor locked, the rest of what changes only by the thread whose
/// stripe is the next to be decoded.
@safe final class StripePipeline: @unchecked Sendable {
  @safe private final class Worker {
    let recoder: RowRecoder
    let encoder: StripeEncoder
    /// Rows of the file, preceded by the row above them; the same for the result.
    let source, result: UnsafeMutableRawPointer

    init(_ recoding: Recoding, _ compression: Compression, rows: Int) throws(PNGError) {
      recoder = RowRecoder(recoding)
      encoder = try StripeEncoder(recoding.result, compression)
      unsafe source = .allocate(byteCount: (rows + 1) * recoding.input.bytesPerRow, alignment: 16)
      unsafe result = .allocate(byteCount: (rows + 1) * recoding.resultBytesPerRow, alignment: 16)
    }

    deinit {
      unsafe source.deallocate()
      unsafe result.deallocate()
    }
  }

  private typealias Piece = (bytes: [UInt8], stripe: EncodedStripe)

  private let monitor = Monitor()
  private let recoding: Recoding
  private let compression: Compression
  private let rowsPerStripe, stripes: Int
  private var idleWorkers: [Worker] = []
  /// The stripe that is decoded next, or being decoded.
  private var turn = 0
  private var decoder: PNGDecoder?
  private var failure: PNGError?
  private let lastRow: UnsafeMutableRawPointer

  private init(_ decoder: consuming PNGDecoder, _ recoding: Recoding, _ compression: Compression) {
    self.recoding = recoding
    self.compression = compression
    self.decoder = consume decoder
    rowsPerStripe = StripeEncoder.rowsPerStripe(recoding.result)
    stripes = (recoding.result.height + rowsPerStripe - 1) / rowsPerStripe
    unsafe lastRow = .allocate(byteCount: recoding.input.bytesPerRow, alignment: 16)
  }

  deinit { unsafe lastRow.deallocate() }

  private static func window(_ threads: Int) -> Int { threads > 1 ? 2 * threads + 1 : 1 }

  private static func memory(_ recoding: Recoding, threads: Int) -> Int {
    let rows = StripeEncoder.rowsPerStripe(recoding.result) + 1
    let stripe =
      rows * (recoding.input.bytesPerRow + recoding.resultBytesPerRow) + StripeEncoder.maximumPiece(recoding.result)
    return 3 * recoding.input.bytesPerRow + recoding.resultBytesPerRow + window(threads) * stripe
  }

  /// Returns the number of threads, at most the given one, whose stripes fit into the memory allowed and that there is.
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

  /// Converts all rows, passes the pieces to `sink` in order on the calling thread, and returns the decoder's findings.
  static func run(
    _ decoder: consuming PNGDecoder, _ recoding: Recoding, _ compression: Compression, threads: Int,
    sink: ([UInt8], EncodedStripe, _ isLast: Bool) throws(ConvertError) -> Void
  ) throws(ConvertError) -> (findings: [Finding], kept: KeptChunks?) {
    let pipeline = StripePipeline(decoder, recoding, compression)
    var done = 0
    try mapInOrder(count: pipeline.stripes, jobs: threads, window: window(threads)) { stripe in
      Result { () throws(PNGError) in try pipeline.piece(stripe) }
    } each: { result throws(ConvertError) in
      let piece = try ConvertError.reading { () throws(PNGError) in try result.get() }
      done += 1
      try sink(piece.bytes, piece.stripe, done == pipeline.stripes)
    }
    return try ConvertError.reading { () throws(PNGError) in
      try pipeline.decoder.take()?.finishWithChunks() ?? ([], nil)
    }
  }

  /// Returns a compressed stripe. The stripes are begun in order, so that the turn of each comes.
  private func piece(_ stripe: Int) throws(PNGError) -> Piece {
    let rows = min(rowsPerStripe, recoding.result.height - stripe * rowsPerStripe)
    let worker = try decode(stripe, rows: rows)
    defer { monitor.change { idleWorkers.append(worker) } }
    return try encode(stripe, rows: rows, worker)
  }

  /// Decodes a stripe when its turn comes. Returns the worker that has its rows.
  private func decode(_ stripe: Int, rows: Int) throws(PNGError) -> Worker {
    monitor.wait { turn == stripe ? () : nil }
    defer { monitor.change { turn += 1 } }
    do throws(PNGError) {
      if let failure { throw failure }
      let idle = monitor.change { idleWorkers.popLast() }
      let worker = if let idle { idle } else { try Worker(recoding, compression, rows: rowsPerStripe) }
      let step = recoding.input.bytesPerRow
      unsafe worker.source.copyMemory(from: lastRow, byteCount: step)
      _ = try unsafe decoder?.readRows(
        into: UnsafeMutableRawBufferPointer(start: worker.source + step, count: rows * step))
      unsafe lastRow.copyMemory(from: worker.source + rows * step, byteCount: step)
      return worker
    } catch {
      failure = error
      throw error
    }
  }

  private func encode(_ stripe: Int, rows: Int, _ worker: Worker) throws(PNGError) -> Piece {
    let resultStep = recoding.resultBytesPerRow
    let isFirst = stripe == 0
    let skipped = isFirst ? 1 : 0
    unsafe worker.recoder.convert(
      worker.source + skipped * recoding.input.bytesPerRow, count: rows + 1 - skipped,
      into: worker.result + skipped * resultStep)
    let capacity = StripeEncoder.maximumPiece(recoding.result)
    var encoded = Result<EncodedStripe, PNGError>.failure(.outOfMemory(bytes: capacity))
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      encoded = Result { () throws(PNGError) in
        try unsafe worker.encoder.encode(
          UnsafeRawBufferPointer(start: worker.result + resultStep, count: rows * resultStep),
          below: isFirst ? nil : UnsafeRawPointer(worker.result), isLast: stripe == stripes - 1,
          into: UnsafeMutableRawBufferPointer(buffer))
      }
      count = (try? encoded.get().size) ?? 0
    }
    return (bytes, try encoded.get())
  }
}
