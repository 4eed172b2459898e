import CISAL
import CZlib
import Synchronization

/// The effort spent on compressing image data.
public enum Compression: String, Sendable, Hashable, CaseIterable {
  /// About the size of libpng's default for noisy pixels, at many times its speed.
  case fast
  /// Not larger than libpng's default for photographs, drawings and icons. Noise of a few levels, whose matches take most
  /// of libpng's time, may be larger.
  case `default`
  /// The smallest size that this encoder can achieve, slowly.
  case small
}

/// Compresses stripes of filtered scanlines independently into pieces of one deflate stream (RFC 1951).
///
/// A piece ends on a byte boundary, with an empty stored block if others follow, so that several threads can compress
/// stripes and the pieces can be concatenated. No piece refers to a previous one.
///
/// Filtered photographs contain no matches that are worth the cost of a distance, and filtered drawings contain few
/// other than runs of one byte. Therefore `default` first uses ISA-L, which is sufficient for data that is mostly noise.
/// Where there are many repetitions, it then tries literals and runs alone (Z_RLE), and matches if those of ISA-L are
/// about as good as runs. Between these, runs and matches take as long as all the rest of a conversion, so a sample
/// decides whether one of them is worth it, and the bytes of a pixel how far matches are searched.
///
/// `@unchecked Sendable`: only one encoder uses it at a time; in between it is in the pool.
@safe final class Deflater: @unchecked Sendable {
  private let compression: Compression
  /// Untyped: the compiler would describe each of the 80 KiB of the type, which takes 200 KB of code.
  private let memory = UnsafeMutableRawPointer(UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1))
  private let levelBuffer: UnsafeMutableRawBufferPointer
  private var runs: RunDeflater?
  private var matchers: [Int32: MatchDeflater] = [:]
  private var spare = Memory()

  private enum Method {
    /// zlib: literals and runs of one byte.
    case runs
    /// libdeflate: matches.
    case matches(level: Int32)
  }

  /// The ratio of a piece to its input: above the first value other compressors find nothing, above the second little,
  /// and up to the third they are fast.
  private static let noise = 0.8, someNoise = 0.4, repetition = 0.1
  /// The limit of the ratio between the size of runs alone and the size of ISA-L's output below which matches are not
  /// tried: they are 4 % better than ISA-L's in noise, but usually 12 % in other data.
  private static let runsInNoise = 0.97, runsElsewhere = 0.92
  /// Input with more bytes, and few repetitions, is compressed by another method only if this makes a sample of it, of
  /// half as many bytes, smaller than this share of ISA-L's output.
  private static let sampledInput = 128 << 10, worthwhile = 0.98

  /// Instances not in use: creating one takes as long as compressing an icon.
  private static let pool = Mutex<[Deflater]>([])

  static func fromPool(_ compression: Compression) -> Deflater {
    let known = pool.withLock { pool in
      pool.firstIndex { $0.compression == compression }.map { pool.remove(at: $0) }
    }
    return known ?? Deflater(compression)
  }

  func returnToPool() {
    Self.pool.withLock { pool in if pool.count < 16 { pool.append(self) } }
  }

  init(_ compression: Compression) {
    self.compression = compression
    unsafe levelBuffer = .allocate(byteCount: Int(gamut_isal_level1_bytes), alignment: 64)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe levelBuffer.deallocate()
  }

  private var state: UnsafeMutablePointer<isal_zstream> {
    unsafe memory.assumingMemoryBound(to: isal_zstream.self)
  }

  /// Returns the maximum size of the piece for the given number of bytes.
  static func bound(_ count: Int) -> Int { count + count / 8 + 4096 }

  /// Compresses all of `input` into `output`, which must have room for `bound(input.count)`, and returns the number of bytes
  /// written. The more bytes a pixel has, the less time is spent on each.
  func deflate(
    _ input: UnsafeRawBufferPointer, bytesPerPixel: Int, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    let first = try unsafe fast(input, into: output, isLast: isLast)
    if compression == .fast { return first }
    let ratio = Double(first) / Double(max(input.count, 1))
    if compression == .default, ratio > Self.noise { return first }
    var size = first
    func attempt(_ method: Method) throws(PNGError) {
      guard let less = try unsafe compress(input, by: method, isLast: isLast, limit: size) else { return }
      unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: spare.bytes[..<less]))
      size = less
    }
    let level = Self.level(bytesPerPixel: bytesPerPixel, ratio: ratio)
    if compression == .small {
      // All methods of `default`, so that the result is not larger.
      try attempt(.runs)
      try attempt(.matches(level: Self.highestLevel))
      try attempt(.matches(level: Self.level))
      if level != Self.level { try attempt(.matches(level: level)) }
    } else if ratio <= Self.repetition || input.count <= Self.sampledInput {
      try attempt(.runs)
      if Double(size) > Double(first) * (ratio > Self.someNoise ? Self.runsInNoise : Self.runsElsewhere) {
        try attempt(.matches(level: Self.level))
      }
    } else {
      let length = Self.sampledInput / 2
      let start = (input.count - length) / 2
      let sample = unsafe UnsafeRawBufferPointer(rebasing: input[start..<start + length])
      if let method = try unsafe best(of: [.runs, .matches(level: level)], for: sample) { try attempt(method) }
    }
    return size
  }

  /// Returns the size of `input` by one method, or `limit` if it is that or more.
  func estimate(_ input: UnsafeRawBufferPointer, atMost limit: Int) throws(PNGError) -> Int {
    let limit = min(limit, Self.bound(input.count))
    return try unsafe compress(input, by: .matches(level: Self.level), isLast: true, limit: limit) ?? limit
  }

  /// The level of libdeflate above which filtered scanlines hardly become smaller, and the highest.
  private static let level: Int32 = 6, highestLevel: Int32 = 12

  /// Returns the level of libdeflate for data without many repetitions, in which higher levels take several times as long.
  private static func level(bytesPerPixel: Int, ratio: Double) -> Int32 {
    switch bytesPerPixel {
    case ...3: level
    case 4: 5
    case ...6: 3
    default: ratio > someNoise ? 1 : 3
    }
  }

  /// Returns the method with the smallest output for a sample; nil if none is worthwhile.
  private func best(of methods: [Method], for sample: UnsafeRawBufferPointer) throws(PNGError) -> Method? {
    try reserve(Self.bound(sample.count))
    let first = try unsafe fast(sample, into: spare.bytes, isLast: true)
    var (best, size) = (Method?.none, Int(Double(first) * Self.worthwhile))
    for method in methods {
      guard let less = try unsafe compress(sample, by: method, isLast: true, limit: size) else { continue }
      (best, size) = (method, less)
    }
    return best
  }

  /// Compresses `input` into `spare`. Returns the number of bytes; nil if it would be `limit` or more.
  private func compress(
    _ input: UnsafeRawBufferPointer, by method: Method, isLast: Bool, limit: Int
  ) throws(PNGError) -> Int? {
    try reserve(limit + MatchDeflater.extraRoom)
    switch method {
    case .runs:
      if runs == nil { runs = try RunDeflater() }
      return try unsafe runs?.deflate(input, into: spare.bytes, isLast: isLast, limit: limit)
    case .matches(let level):
      if matchers[level] == nil { matchers[level] = try MatchDeflater(level: level) }
      return try unsafe matchers[level]?.deflate(input, into: spare.bytes, isLast: isLast, limit: limit)
    }
  }

  private func reserve(_ size: Int) throws(PNGError) {
    if unsafe spare.bytes.count < size { spare = try Memory(count: size) }
  }

  /// The header of a stored block of one byte (RFC 1951, 3.2.4): the first byte of longer input.
  ///
  /// ISA-L 2.30 to 2.32, levels 1 and 2 on x86, computes a hash of the third byte of a stream from the address of its
  /// state, so that the result depends on where the state is. It does not if the stream has a history: that byte.
  private static let firstBlockHeader: [UInt8] = [0, 1, 0, 0xfe, 0xff]
  /// The number of bytes of input up to which ISA-L uses another loop, without this fault.
  private static let shortInput = 16

  private func fast(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool
  ) throws(PNGError) -> Int {
    unsafe isal_deflate_init(state)
    var (input, room) = unsafe (input, output)
    if input.count > Self.shortInput {
      let header = Self.firstBlockHeader
      unsafe room.copyBytes(from: header)
      unsafe room[header.count] = input[0]
      let first = unsafe room.baseAddress?.advanced(by: header.count).assumingMemoryBound(to: UInt8.self)
      unsafe isal_deflate_set_dict(state, first, 1)
      unsafe input = UnsafeRawBufferPointer(rebasing: input[1...])
      unsafe room = UnsafeMutableRawBufferPointer(rebasing: room[(header.count + 1)...])
    }
    unsafe state.pointee.level = 1
    unsafe state.pointee.level_buf = levelBuffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.level_buf_size = UInt32(levelBuffer.count)
    unsafe state.pointee.end_of_stream = isLast ? 1 : 0
    unsafe state.pointee.flush = isLast ? UInt16(NO_FLUSH) : UInt16(FULL_FLUSH)
    // ISA-L does not write through next_in; the declaration only lacks const.
    unsafe state.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe state.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe state.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe state.pointee.avail_out = UInt32(truncatingIfNeeded: room.count)
    let code = unsafe isal_deflate(state)
    gamut_clear_upper_halves()
    guard code == COMP_OK, unsafe state.pointee.avail_in == 0, unsafe state.pointee.avail_out > 0 else {
      throw .outOfMemory(bytes: output.count)
    }
    return unsafe output.count - Int(state.pointee.avail_out)
  }
}

/// zlib's deflate without header and checksum, by matches of a byte with the previous one only.
@safe final class RunDeflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() throws(PNGError) {
    unsafe stream.initialize(to: z_stream())
    // Little memory (7) is faster: less of the window is moved, which runs do not need, and blocks have fewer symbols.
    let code = unsafe deflateInit2_(
      stream, 6, Z_DEFLATED, -15, 7, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 512 << 10) }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses `input`; nil if the result would have `limit` bytes or more.
  func deflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, isLast: Bool, limit: Int
  ) throws(PNGError) -> Int? {
    let room = min(output.count, limit)
    unsafe deflateReset(stream)
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
    let code = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
    let rest = unsafe stream.pointee.avail_out
    if rest == 0 { return nil }
    guard code == (isLast ? Z_STREAM_END : Z_OK), unsafe stream.pointee.avail_in == 0 else {
      throw .outOfMemory(bytes: output.count)
    }
    return room - Int(rest)
  }
}
