import CISAL
import CLibDeflate
import CPNGShim
import CZlib

/// The decoder of the pixels.
///
/// All give the same samples and findings, or the same error: zlib and libpng determine the error of damaged data. Only
/// for a pipe, which cannot be read again for that purpose, the text and the offset of an error may differ, and zlib
/// also rejects incomplete Huffman codes. For a damaged file, the number of rows before the error may differ.
public enum DecoderChoice: String, Sendable, Hashable, CaseIterable {
  /// This module's own code with ISA-L; zlib for interlaced images.
  case automatic
  /// zlib and libpng for all images.
  case libpng
}

/// The library that inflates the image data.
enum Inflation: ~Copyable, Sendable {
  case zlib(Inflater)
  case isal(FastInflater)

  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Inflater.Status) {
    switch consume self {
    case .zlib(var inflater):
      let result = unsafe inflater.step(input, into: output)
      self = .zlib(inflater)
      return result
    case .isal(var inflater):
      let result = unsafe inflater.step(input, into: output)
      self = .isal(inflater)
      return result
    }
  }

  var isZlib: Bool {
    switch self {
    case .zlib: true
    case .isal: false
    }
  }

  /// The number of bytes taken from the input that lie beyond the end of the stream, after that is reached.
  var surplus: Int {
    switch self {
    case .zlib: 0
    case .isal(let inflater): inflater.surplus
    }
  }
}

/// Inflates one zlib stream.
///
/// Sendable because the state has a single owner; it is on the heap because zlib's state contains a pointer to it.
@safe struct Inflater: ~Copyable, @unchecked Sendable {
  /// The result of a step.
  enum Status: Sendable, Hashable {
    /// More input or more output space is needed.
    case running
    /// The stream has ended and its Adler-32 checksum is correct.
    case ended
    /// The error message of zlib.
    case failed(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(PNGError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // 15: accept any window size that the stream may declare.
    let code = unsafe inflateInit2_(stream, 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw .outOfMemory(bytes: 64 << 10) }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates from `input` into `output` until one of them is used up or the stream ends. Neither may be longer
  /// than 2^31 bytes.
  mutating func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Status) {
    // zlib does not write through next_in; the declaration only predates const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    unsafe stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
    unsafe stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
    let code = unsafe inflate(stream, Z_NO_FLUSH)
    let consumed = unsafe input.count - Int(stream.pointee.avail_in)
    let produced = unsafe output.count - Int(stream.pointee.avail_out)
    return (consumed, produced, status(code))
  }

  private func status(_ code: Int32) -> Status {
    switch code {
    case Z_OK, Z_BUF_ERROR: .running
    case Z_STREAM_END: .ended
    case Z_NEED_DICT: .failed("needs a preset dictionary, which PNG forbids")
    case Z_MEM_ERROR: .failed("not enough memory")
    default: .failed(unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib error \(code)")
    }
  }
}

/// The positions of the compressed data in the file: the last pieces taken from IDAT chunks. An inflater may have taken
/// up to eight bytes too many, each of which may be in a different chunk.
struct StreamPositions: Sendable {
  private var pieces: [(start: Int, offset: Int, count: Int)] = []
  /// The number of bytes of compressed data taken.
  private(set) var taken = 0
  /// More than an inflater reads ahead; each piece has at least one byte.
  private static let capacity = 16

  /// Adds a non-empty piece that begins at `offset` in the file.
  mutating func add(_ count: Int, at offset: Int) {
    if pieces.count == Self.capacity { pieces.removeFirst() }
    pieces.append((taken, offset, count))
    taken += count
  }

  func offset(after count: Int) -> Int? {
    guard let piece = pieces.last(where: { $0.start < count }) ?? pieces.first else { return nil }
    return piece.offset + min(max(count - piece.start, 0), piece.count)
  }
}

/// The versions of the libraries that are linked.
public enum PNGLibraryVersions {
  /// The libraries that read and write pixels, each with its version, such as 1.6.43.
  public static var all: [(name: String, version: String)] {
    let libpng = Int(gamut_png_version())
    return [
      ("libpng", "\(libpng / 10000).\(libpng / 100 % 100).\(libpng % 100)"),
      ("zlib", unsafe String(cString: zlibVersion())),
      // These libraries have no version function: the versions are those of their headers.
      ("isal", "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"),
      ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ]
  }
}
