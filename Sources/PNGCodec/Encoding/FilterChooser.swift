internal import CPNGFilters

/// How the filters of the scanlines of a stripe are chosen.
enum FilterChoice: Sendable, Hashable {
  /// By the lowest cost for a sample of each scanline.
  case cheapest
  /// By the fewest different pairs of neighbouring bytes, which suits drawings: what repeats can be a match.
  case fewestPairs
  case always(FilterType)

  static let all: [FilterChoice] = [.cheapest, .fewestPairs] + FilterType.allCases.map { .always($0) }
}

/// Chooses the filter type of each scanline and applies it (PNG Third Edition, 9.2 and 12.7).
struct FilterChooser: ~Copyable {
  var choice = FilterChoice.cheapest
  /// A bit for each pair of bytes that a filtered scanline has; empty until it is needed.
  private var pairs: [UInt64] = []
  /// The number of bytes of a row, which has whole pixels.
  private let count: Int
  private let bytesPerPixel: Int
  /// Whether 16-bit samples are swapped, because they are in native order.
  private let isSwapped: Bool
  /// Two rows in the byte order of the file, the current one and the one above, each preceded by zeros for one pixel.
  private let lines: Memory
  private let lineSize: Int
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

  mutating func filter(_ row: UnsafeRawPointer, into output: UnsafeMutableRawPointer) {
    isSecond.toggle()
    guard let current = unsafe line(isSecond), let above = unsafe line(!isSecond) else { return }
    unsafe load(row, into: current + Self.lead)
    let kernel = unsafe FilterKernel(
      line: UnsafePointer((current + Self.lead).assumingMemoryBound(to: UInt8.self)),
      above: UnsafePointer((above + Self.lead).assumingMemoryBound(to: UInt8.self)), bytesPerPixel: bytesPerPixel)
    let result = unsafe (output + 1).assumingMemoryBound(to: UInt8.self)
    var filter = FilterType.none
    switch choice {
    case .cheapest: filter = unsafe choose(kernel)
    case .always(let one): filter = one
    case .fewestPairs:
      var fewest = Int.max
      for candidate in FilterType.allCases {
        unsafe kernel.apply(candidate, 0..<count, into: result)
        let pairs = unsafe countPairs(UnsafeBufferPointer(start: result, count: count))
        if pairs < fewest { (filter, fewest) = (candidate, pairs) }
      }
    }
    unsafe output.storeBytes(of: filter.rawValue, as: UInt8.self)
    unsafe kernel.apply(filter, 0..<count, into: result)
  }

  private mutating func countPairs(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    pairs = Array(repeating: 0, count: 1 << 10)
    for index in bytes.indices.dropFirst() {
      let pair = unsafe Int(bytes[index - 1]) << 8 | Int(bytes[index])
      pairs[pair >> 6] |= 1 << UInt64(pair & 63)
    }
    return pairs.reduce(0) { $0 + $1.nonzeroBitCount }
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

/// The filter functions for a part of a scanline (PNG Third Edition, 9.2), and their costs.
///
/// Both pointers are preceded by as many zeros as a pixel has bytes, and both lines are readable for fifteen bytes
/// beyond their end.
@unsafe
struct FilterKernel {
  let line, above: UnsafePointer<UInt8>
  let bytesPerPixel: Int

  private func part(_ range: Range<Int>) -> gamut_scanline {
    unsafe gamut_scanline(
      line: line + range.lowerBound, above: above + range.lowerBound, bytes_per_pixel: bytesPerPixel, count: range.count
    )
  }

  func apply(_ filter: FilterType, _ range: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
    var part = unsafe part(range)
    unsafe gamut_filter(UInt32(filter.rawValue), &part, output)
  }

  /// Returns the filter with the lowest cost for the given parts. If several are equal, up is preferred, because it
  /// converts blocks without cost to zeros.
  func best(_ ranges: some Sequence<Range<Int>>) -> FilterType {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 5) { costs in
      unsafe costs.initialize(repeating: 0)
      for range in ranges {
        var part = unsafe part(range)
        unsafe gamut_filter_costs(&part, costs.baseAddress)
      }
      var best = FilterType.up
      for filter in [FilterType.sub, .average, .paeth, .none]
      where unsafe costs[Int(filter.rawValue)] < costs[Int(best.rawValue)] { best = filter }
      return best
    }
  }
}
