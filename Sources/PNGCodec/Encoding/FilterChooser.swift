/// Chooses the filter type of each scanline and applies it (PNG Third Edition, 9.2 and 12.7): the one with the lowest
/// cost for a sample of the scanline.
struct FilterChooser: ~Copyable {
  /// The number of bytes of a row, which has whole pixels.
  private let count: Int
  private let bytesPerPixel: Int
  /// Whether 16-bit samples are swapped, because they are in native order.
  private let isSwapped: Bool
  /// Two rows in the byte order of the file, the current one and the one above, each preceded by zeros for one pixel.
  private let lines: Memory
  private let lineSize: Int
  /// Whether the current row is the second.
  private var isSecond = false

  private static let lead = 16
  /// The number of bytes sampled in a row, in runs that are spread over it.
  private static let sampleBytes = 4096
  private static let runBytes = 256

  init(header: ImageHeader) throws(PNGError) {
    bytesPerPixel = max(1, header.bitsPerPixel / 8)
    count = (header.width * header.bitsPerPixel + 7) / 8
    isSwapped = header.bitDepth == 16
    // Blocks may be read beyond the end of a row.
    lineSize = (Self.lead + count + 16 + 63) / 64 * 64
    lines = try Memory(count: 2 * lineSize)
    unsafe lines.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Sets the row above the next one; nil at the start of the image.
  mutating func start(below row: UnsafeRawPointer?) {
    guard let current = unsafe line(isSecond) else { return }
    if let row = unsafe row {
      unsafe load(row, into: current + Self.lead)
    } else {
      unsafe current.initializeMemory(as: UInt8.self, repeating: 0, count: Self.lead + count)
    }
  }

  /// Writes the filter type and the filtered row, `count` + 1 bytes.
  mutating func filter(_ row: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
    isSecond.toggle()
    guard let current = unsafe line(isSecond), let above = unsafe line(!isSecond) else { return }
    unsafe load(row, into: current + Self.lead)
    let kernel = unsafe FilterKernel(
      line: UnsafePointer((current + Self.lead).assumingMemoryBound(to: UInt8.self)),
      above: UnsafePointer((above + Self.lead).assumingMemoryBound(to: UInt8.self)), bytesPerPixel: bytesPerPixel)
    let filter = unsafe choose(kernel)
    unsafe output.storeBytes(of: filter.rawValue, as: UInt8.self)
    unsafe kernel.apply(filter, 0..<count, into: (output + 1).assumingMemoryBound(to: UInt8.self))
  }

  @unsafe
  private func line(_ isSecond: Bool) -> UnsafeMutableRawPointer? {
    unsafe lines.bytes.baseAddress.map { unsafe $0 + (isSecond ? lineSize : 0) }
  }

  private func load(_ row: UnsafeRawPointer, into line: UnsafeMutableRawPointer) {
    guard isSwapped else { return unsafe line.copyMemory(from: row, byteCount: count) }
    var offset = 0
    while offset &+ 16 <= count {
      let samples = unsafe row.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self)
      unsafe line.storeBytes(of: samples &<< 8 | samples &>> 8, toByteOffset: offset, as: SIMD8<UInt16>.self)
      offset &+= 16
    }
    while offset &+ 2 <= count {
      let sample = unsafe row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
      unsafe line.storeBytes(of: sample.byteSwapped, toByteOffset: offset, as: UInt16.self)
      offset &+= 2
    }
  }

  @unsafe
  private func choose(_ kernel: FilterKernel) -> FilterType {
    guard count > Self.sampleBytes else { return unsafe kernel.best(CollectionOfOne(0..<count)) }
    let runs = Self.sampleBytes / Self.runBytes
    let stride = (count - Self.runBytes) / (runs - 1)
    return unsafe kernel.best((0..<runs).lazy.map { $0 * stride..<$0 * stride + Self.runBytes })
  }
}
