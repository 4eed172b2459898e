import Gamut
import PNGCodec

/// A converted file that is written piece by piece.
struct ConvertedImage {
  let recoding: Recoding
  let kept: KeptChunks
  /// The chunk that declares the destination.
  let declaring: [UInt8]
  let compression: Compression
  let limits: Limits
  /// The memory limit in bytes.
  let memory: Int

  /// Passes the file to `each`, and the number of converted pixels to `progress`. Returns the findings about the
  /// source.
  func write(
    _ source: consuming ByteSource, threads: Int, progress: ConvertProgress?,
    each: ([UInt8]) throws(ConvertError) -> Void
  ) throws(ConvertError) -> [Finding] {
    let threads = try StripePipeline.threads(threads, recoding, memory: memory)
    let decoder = try Self.decoder(source, limits)
    guard PixelLayout(decoder.layout) == recoding.input else { throw .input(.changedWhileRead) }
    // Small parts are buffered and passed on together.
    var waiting = PNGAssembler.start(recoding.output) + headChunks()
    func flush() throws(ConvertError) {
      try each(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    var assembler = PNGAssembler()
    var rows = 0
    let (findings, kept) = try StripePipeline.run(decoder, recoding, compression, threads: threads) {
      (piece, stripe, isLast) throws(ConvertError) in
      let (before, after) = unsafe piece.withUnsafeBytes { unsafe assembler.wrap($0, of: stripe, isLast: isLast) }
      waiting += before
      if piece.count < 64 << 10 {
        waiting += piece
      } else {
        try flush()
        try each(piece)
      }
      waiting += after
      if waiting.count >= 64 << 10 { try flush() }
      rows += StripeEncoder.rowsPerStripe(recoding.output)
      progress?(min(rows, recoding.output.height) * recoding.output.width, recoding.output)
    }
    waiting += (kept?.afterImageData ?? []) + PNGAssembler.end
    try flush()
    return findings
  }

  private static func decoder(_ source: consuming ByteSource, _ limits: Limits) throws(ConvertError) -> PNGDecoder {
    do {
      return try PNGDecoder(try PNGReader(source, limits: limits, keepsChunks: true))
    } catch {
      throw .input(.png(error))
    }
  }

  /// Returns the chunks before the image data: the declaration, kept chunks, background and transparent colour.
  private func headChunks() -> [UInt8] {
    let isGrey = recoding.output.colorType.isGrey
    func color(_ color: SIMD3<UInt16>) -> [UInt16] {
      let code = recoding.convertToOutput(color)
      return isGrey ? [code.x] : [code.x, code.y, code.z]
    }
    var background: [UInt16]?
    let input = recoding.input
    if let samples = kept.background?.samples16, samples.count == (input.isGrey ? 1 : 3) {
      let maximum = UInt16(truncatingIfNeeded: 1 << input.depth - 1)
      background = color(
        input.isGrey
          ? SIMD3(repeating: min(samples[0], maximum))
          : SIMD3(min(samples[0], maximum), min(samples[1], maximum), min(samples[2], maximum)))
    }
    let key = recoding.makesAlpha ? nil : input.transparentColor.map(color)
    return declaring + kept.beforeImageData + (background.map { PNGAssembler.background($0) } ?? [])
      + (key.map { PNGAssembler.transparency($0) } ?? [])
  }
}

extension Recoding {
  /// Returns the result of a single colour at the result's depth.
  fileprivate func convertToOutput(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> {
    let code = method.convert(color)
    guard dithering != nil else { return code }
    return SIMD3(
      UInt16((Int(code.x) + 128) / 257), UInt16((Int(code.y) + 128) / 257), UInt16((Int(code.z) + 128) / 257))
  }
}

extension [UInt8] {
  /// Big-endian 16-bit integers; a trailing single byte is ignored.
  fileprivate var samples16: [UInt16] {
    stride(from: 0, to: count - 1, by: 2).map { UInt16(self[$0]) << 8 | UInt16(self[$0 + 1]) }
  }
}
