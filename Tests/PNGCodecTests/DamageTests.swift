import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Truncated files, decompression bombs, and files that change or are missing.
struct DamageTests {
  static let files: [[UInt8]] = {
    var interlaced = PNGBuilder(width: 9, height: 7, depth: 16, colorType: 6) { x, y, c in x &* 4001 ^ y &* 919 &+ c }
    interlaced.isInterlaced = true
    interlaced.imageDataSize = 50
    interlaced.colorChunks = [.iCCP(Array(0..<200)), .gAMA(45455)]
    return [ContainerTests.image.bytes, ContainerTests.indexed.bytes, interlaced.bytes]
  }()

  @Test(arguments: files) func cutShortAtEveryByte(_ bytes: [UInt8]) throws {
    for count in 0..<bytes.count {
      let error = try #require(failure(bytes.prefix(count)), "cut to \(count) bytes")
      #expect(
        count == 0 ? error == .empty : ["truncated", "missing-chunk"].contains(error.code), "cut to \(count) bytes")
      // The same from a pipe, whose length is unknown.
      let piped = failure(try pipe(Array(bytes.prefix(count))))
      #expect(piped?.code == error.code, "cut to \(count) bytes")
    }
    #expect(try decode(pipe(bytes)).samples == decode(bytes).samples)
  }

  @Test(arguments: [1, 2, 3, 1000]) func wrongAdler(_ size: Int) {
    var image = ContainerTests.image
    image.imageDataSize = size
    var stream = deflated(image.scanlines)
    stream[stream.count - 1] ^= 1
    let error = failure(PNGBuilder.file([image.header] + image.imageData(stream) + [.end]))
    #expect(error?.code == "image-data")
    #expect(error?.message.contains("incorrect data check") == true)
  }

  @Test func badFilterType() {
    var image = ContainerTests.image
    image.filter = .fixed(5)
    #expect(failure(image.bytes) == .filterType(row: 0))
    // Also for the passes of an interlaced image, in rows of the image.
    image = PNGBuilder(width: 17, height: 20) { x, y, c in x &* 7 ^ y &* 5 &+ c }
    // A line of the first pass has three pixels.
    for (isInterlaced, start, row) in [(false, 3 * 52, 3), (true, 0, 0), (true, 2 * 10, 16)] {
      image.isInterlaced = isInterlaced
      var scanlines = image.scanlines
      scanlines[start] = 9
      let error = failure(PNGBuilder.file([image.header] + image.imageData(deflated(scanlines)) + [.end]))
      #expect(error == .filterType(row: row))
    }
  }

  @Test func tooFewScanlines() {
    let image = ContainerTests.image
    let stream = deflated(Array(image.scanlines.dropLast()))
    #expect(failure(PNGBuilder.file([image.header] + image.imageData(stream) + [.end]))?.code == "image-data")
  }

  @Test func bombs() throws {
    // Sixteen times the size takes hardly longer, because neither is inflated to its end.
    let bombs = (small: deflatedZeros(megabytes: 64), large: deflatedZeros(megabytes: 1024))
    let growth = try ProcessorTime.growth(from: bombs.small, to: bombs.large) { try read(bomb: $0) }
    #expect(growth < 8, "\(growth)")
  }

  private func read(bomb: [UInt8]) throws {
    let image = ContainerTests.image
    let profile = PNGChunk("iCCP", Array("bomb\0\0".utf8) + bomb)
    let reader = try PNGReader(ByteSource(bytes: PNGBuilder.file([image.header, profile] + image.chunks.dropFirst())))
    #expect(
      reader.declarations == [.iCCP(EmbeddedProfile(name: "bomb", contents: .failure(.tooLarge(maximum: 8 << 20))))])
    let data = PNGBuilder.file([image.header] + image.imageData(bomb) + [.end])
    #expect(try decode(data).findings.map(\.kind) == [.surplusImageData])
  }

  @Test(arguments: [
    (512_000_001, 1, 1, 0, false, PNGError.Limit.pixels), (0x7fff_ffff, 0x7fff_ffff, 16, 6, true, .pixels),
    (16_777_217, 1, 16, 2, false, .rowBytes), (16_384, 16_384, 16, 6, true, .interlacedBytes),
  ])
  func limits(
    _ width: Int, _ height: Int, _ depth: Int, _ colorType: Int, _ isInterlaced: Bool, _ limit: PNGError.Limit
  ) throws {
    let header = PNGBuilder.header(width, height, depth, colorType, isInterlaced: isInterlaced)
    let error = try #require(failure(PNGBuilder.file([header] + ContainerTests.image.chunks.dropFirst())))
    guard case .limitExceeded(limit, _, _, _, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func limitsCanBeMoved() throws {
    var limits = Limits()
    limits.maximumAncillaryChunk = 10
    let text = PNGChunk("tEXt", Array("a\0 more than ten".utf8))
    for place in [1, 2] {
      var chunks = ContainerTests.image.chunks
      chunks.insert(text, at: place)
      let error = failure(PNGBuilder.file(chunks), limits: limits)
      #expect(error?.code == "limit-exceeded")
      #expect(failure(PNGBuilder.file(chunks)) == nil)
    }
    limits.maximumPixels = 5
    #expect(failure(ContainerTests.image.bytes, limits: limits)?.message.contains("6 pixels") == true)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func fileThatShrinks() throws {
    var image = PNGBuilder(width: 400, height: 400) { x, y, c in (x &* 7919) ^ (y &* 104_729) ^ c }
    image.filter = .fixed(0)
    image.level = 0
    let path = NSTemporaryDirectory() + "gamut-shrinking-\(UUID().uuidString).png"
    try Data(image.bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let source = try ByteSource(path: path)
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 100_000)
    #expect(failure(source) == .fileShrank(size: image.bytes.count, offset: 100_000))
  }

  @Test func filesThatCannotBeOpened() {
    #expect(throws: PNGError.folder) { _ = try ByteSource(path: NSTemporaryDirectory()) }
    #expect(throws: PNGError.io(operation: "open the file", number: ENOENT)) {
      _ = try ByteSource(path: "/no/such/file")
    }
    #expect(throws: PNGError.io(operation: "open the file", number: EINVAL)) { _ = try ByteSource(path: "a\0b") }
    #expect(throws: PNGError.io(operation: "examine the file", number: EBADF)) {
      _ = try ByteSource(fileDescriptor: -1)
    }
  }
}

/// Returns a source that streams the given bytes, which must fit the buffer of a pipe.
func pipe(_ bytes: [UInt8]) throws -> ByteSource {
  let pipe = Pipe()
  try pipe.fileHandleForWriting.write(contentsOf: bytes)
  try pipe.fileHandleForWriting.close()
  return try ByteSource(fileDescriptor: dup(pipe.fileHandleForReading.fileDescriptor), closing: true)
}
