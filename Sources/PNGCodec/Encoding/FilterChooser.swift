#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Chooses the filter type of each scanline and applies it (PNG Third Edition, 9.2 and 12.7).
///
/// Deflate codes what little else it finds in filtered scanlines by how frequent each byte is; so the choice falls on the
/// type that leaves the least entropy in a sample of the scanline, not on the smallest sum of absolute differences, which
/// takes the noise in the low bytes of 16 bits for a signal.
struct FilterChooser: ~Copyable {
  /// Bytes of a row, whole pixels.
  private let count: Int
  private let bytesPerPixel: Int
  /// Samples of 16 bits come in native order.
  private let isSwapped: Bool
  /// Two rows in the byte order of the file, each behind zeros as far as a pixel goes: the one at hand and the one above.
  private let lines: Memory
  private let lineSize: Int
  /// Whether the row at hand is the second.
  private var isSecond = false
  /// x log2 x for counts up to that of a sample.
  private static let information: [Float] = (0...(sampleBytes + runBytes)).map { count in
    count == 0 ? 0 : Float(count) * log2(Float(count))
  }

  private static let lead = 16
  /// Bytes looked at in a row: runs that are spread over it.
  private static let sampleBytes = 4096
  private static let runBytes = 256

  init(header: ImageHeader) throws(PNGError) {
    bytesPerPixel = max(1, header.bitsPerPixel / 8)
    count = (header.width * header.bitsPerPixel + 7) / 8
    isSwapped = header.bitDepth == 16
    lineSize = (Self.lead + count + 63) / 64 * 64
    lines = try Memory(count: 2 * lineSize)
    unsafe lines.bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The next row has this one above it; nil is the start of the image.
  mutating func start(below row: UnsafeRawPointer?) {
    guard let current = unsafe line(isSecond) else { return }
    if let row = unsafe row {
      unsafe load(row, into: current + Self.lead)
    } else {
      unsafe memset(current, 0, Self.lead + count)
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
    for index in 0..<count / 2 {
      unsafe line.storeBytes(
        of: row.loadUnaligned(fromByteOffset: 2 &* index, as: UInt16.self).byteSwapped, toByteOffset: 2 &* index,
        as: UInt16.self)
    }
  }

  @unsafe
  private func choose(_ kernel: FilterKernel) -> FilterType {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1024) { counts in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.runBytes) { sample in
        guard let counts = counts.baseAddress, let sample = sample.baseAddress else { return .none }
        var best = (filter: FilterType.none, cost: Float.infinity)
        for filter in [FilterType.none, .sub, .up, .average, .paeth] {
          let cost = unsafe entropy(kernel, filter, counts, sample)
          if cost < best.cost { best = (filter, cost) }
        }
        return best.filter
      }
    }
  }

  /// Bits that a sample takes, but for what depends on its length alone.
  @unsafe
  private func entropy(
    _ kernel: FilterKernel, _ filter: FilterType, _ counts: UnsafeMutablePointer<UInt32>,
    _ sample: UnsafeMutablePointer<UInt8>
  ) -> Float {
    unsafe counts.initialize(repeating: 0, count: 1024)
    let runs = max(1, min(Self.sampleBytes, count) / Self.runBytes)
    let stride = runs == 1 ? count : (count - Self.runBytes) / (runs - 1)
    let length = min(count, runs == 1 ? min(count, Self.runBytes) : Self.runBytes)
    for run in 0..<runs {
      let start = runs == 1 ? (count - length) / 2 : run * stride
      unsafe kernel.apply(filter, start..<start + length, into: sample)
      var index = 0
      // Four histograms, as a count that was just stored is not yet there to be loaded.
      while index &+ 4 <= length {
        unsafe counts[Int(sample[index])] &+= 1
        unsafe counts[256 &+ Int(sample[index &+ 1])] &+= 1
        unsafe counts[512 &+ Int(sample[index &+ 2])] &+= 1
        unsafe counts[768 &+ Int(sample[index &+ 3])] &+= 1
        index &+= 4
      }
      while index < length {
        unsafe counts[Int(sample[index])] &+= 1
        index &+= 1
      }
    }
    var sum: Float = 0
    unsafe Self.information.withUnsafeBufferPointer { information in
      for value in 0..<256 {
        let count = unsafe counts[value] &+ counts[256 &+ value] &+ counts[512 &+ value] &+ counts[768 &+ value]
        sum -= unsafe information[Int(truncatingIfNeeded: count)]
      }
    }
    return sum
  }
}

/// The filter functions over a part of a scanline. Before both pointers lie as many zeros as a pixel has bytes.
@unsafe
struct FilterKernel {
  let line, above: UnsafePointer<UInt8>
  let bytesPerPixel: Int

  /// Writes what the filter makes of these bytes.
  func apply(_ filter: FilterType, _ range: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
    let (x, b) = unsafe (line + range.lowerBound, above + range.lowerBound)
    let (a, c) = unsafe (x - bytesPerPixel, b - bytesPerPixel)
    let count = range.count
    switch filter {
    case .none: unsafe output.update(from: x, count: count)
    case .sub: for index in 0..<count { unsafe output[index] = x[index] &- a[index] }
    case .up: for index in 0..<count { unsafe output[index] = x[index] &- b[index] }
    case .average:
      for index in 0..<count {
        // The mean, rounded down, without a ninth bit.
        let mean = unsafe (a[index] & b[index]) &+ ((a[index] ^ b[index]) &>> 1)
        unsafe output[index] = x[index] &- mean
      }
    case .paeth:
      for index in 0..<count {
        let (left, up, corner) = unsafe (Int16(a[index]), Int16(b[index]), Int16(c[index]))
        let (toLeft, toUp) = (up &- corner, left &- corner)
        let toCorner = toLeft &+ toUp
        let (pa, pb, pc) = (max(toLeft, 0 &- toLeft), max(toUp, 0 &- toUp), max(toCorner, 0 &- toCorner))
        let upOrCorner = pb <= pc ? up : corner
        let prediction = pa <= pb && pa <= pc ? left : upOrCorner
        unsafe output[index] = x[index] &- UInt8(truncatingIfNeeded: prediction)
      }
    }
  }
}
