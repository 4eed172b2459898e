import Gamut
import PNGCodec

/// A smaller form of an image with the same pixels: no alpha, grey, fewer bits, or a palette (PNG Third Edition, 12.4).
struct Reduction: Sendable, Equatable {
  private(set) var header: ImageHeader
  /// The colours of a palette with their alpha, those that are not opaque first; empty without a palette.
  private(set) var palette: [SIMD4<UInt8>] = []
  private var indices: [SIMD4<UInt16>: UInt8] = [:]

  struct Allowed {
    var grey = true
    var depth = true
  }

  /// Returns the smaller form of the result of a conversion that needs the fewest bytes; nil if there is none.
  static func smallest(
    of recoding: Recoding, _ allowed: Allowed, threads: Int, pixels: () throws(PNGError) -> PNGDecoder
  ) throws(ConvertError) -> Reduction? {
    let survey = try ConvertError.reading { () throws(PNGError) in
      try Survey(recoding, allowed, pixels())
    }
    let candidates = survey.candidates
    guard candidates.count > 1 else { return candidates.first ?? nil }
    var best: (reduction: Reduction?, size: Int) = (nil, .max)
    for candidate in candidates {
      var reduced = recoding
      reduced.reduction = candidate
      let palette = candidate?.palette ?? []
      var size = palette.isEmpty ? 0 : PNGAssembler.palette(palette).count
      let decoder = try ConvertError.reading(pixels)
      _ = try StripePipeline.run(decoder, reduced, .small, threads: threads) { (piece, _, _) throws(ConvertError) in
        size += piece.count
      }
      if size < best.size { best = (candidate, size) }
    }
    return best.reduction
  }

  private init(_ header: ImageHeader) { self.header = header }

  init(withoutAlpha header: ImageHeader) {
    self.header = header
    self.header.colorType = header.colorType.isGrey ? .grey : .rgb
  }

  func pack(_ row: UnsafeRawBufferPointer, of old: ImageHeader, into result: UnsafeMutableRawBufferPointer) {
    let bits = header.bitDepth
    if bits < 8 { unsafe result.initializeMemory(as: UInt8.self, repeating: 0) }
    if header.colorType == .palette {
      var previous = (color: SIMD4<UInt16>(repeating: 0), index: indices[SIMD4(repeating: 0)] ?? 0)
      for x in 0..<old.width {
        let color = unsafe old.pixel(row, x) / (old.bitDepth == 16 ? 257 : 1)
        if color != previous.color { previous = (color, indices[color] ?? 0) }
        unsafe result.storePacked(previous.index, at: x, bits: bits)
      }
      return
    }
    let channels = header.colorType.isGrey ? [0, 3] : [0, 1, 2, 3]
    let count = header.colorType.channels
    let divisor: UInt16 =
      old.bitDepth == 16 ? 0xffff / UInt16(truncatingIfNeeded: 1 << bits - 1) : UInt16(255 / (1 << bits - 1))
    for x in 0..<old.width {
      let pixel = unsafe old.pixel(row, x)
      for index in 0..<count {
        let (sample, place) = (pixel[channels[index]], x * count + index)
        if bits == 16 {
          unsafe result.storeBytes(of: sample, toByteOffset: 2 * place, as: UInt16.self)
        } else {
          unsafe result.storePacked(UInt8(truncatingIfNeeded: sample / divisor), at: place, bits: bits)
        }
      }
    }
  }

  private struct Survey {
    let header: ImageHeader
    let allowed: Allowed
    var isOpaque = true, isGrey: Bool, hasBytes: Bool
    var greyBits = 1
    /// All colours; nil if there are more than a palette has.
    var colors: Set<SIMD4<UInt16>>? = []

    /// Reads all pixels, or as many as show that there is no smaller form.
    init(_ recoding: Recoding, _ allowed: Allowed, _ pixels: consuming PNGDecoder) throws(PNGError) {
      (header, self.allowed) = (recoding.output, allowed)
      isGrey = allowed.grey || header.colorType.isGrey
      hasBytes = header.bitDepth == 8 || allowed.depth
      let bytesPerRow = recoding.input.bytesPerRow
      let row = UnsafeMutableRawPointer.allocate(byteCount: bytesPerRow, alignment: 16)
      defer { unsafe row.deallocate() }
      let result = UnsafeMutableRawPointer.allocate(byteCount: recoding.bytesPerRow, alignment: 16)
      defer { unsafe result.deallocate() }
      let recoder = RowRecoder(recoding)
      while samples != header || colors != nil,
        try unsafe pixels.readRows(into: UnsafeMutableRawBufferPointer(start: row, count: bytesPerRow)) > 0
      {
        unsafe recoder.convert(row, count: 1, into: result)
        unsafe add(UnsafeRawBufferPointer(start: result, count: recoding.bytesPerRow))
      }
    }

    private mutating func add(_ row: UnsafeRawBufferPointer) {
      var previous: SIMD4<UInt16>?
      for x in 0..<header.width {
        let pixel = unsafe header.pixel(row, x)
        if pixel == previous { continue }
        previous = pixel
        if pixel.w != (header.bitDepth == 16 ? .max : 255) { isOpaque = false }
        if pixel.x != pixel.y || pixel.x != pixel.z { isGrey = false }
        if hasBytes, header.bitDepth == 16, any(pixel % 257 .!= 0) { hasBytes = false }
        if !hasBytes { colors = nil }
        let color = header.bitDepth == 16 ? pixel / 257 : pixel
        while greyBits < 8, color.x % UInt16(255 / (1 << greyBits - 1)) != 0 { greyBits *= 2 }
        if colors?.count ?? 257 <= 256 { colors?.insert(color) }
        if colors?.count ?? 0 > 256 { colors = nil }
      }
    }

    private var samples: ImageHeader {
      var samples = header
      samples.colorType = isGrey ? (isOpaque ? .grey : .greyAlpha) : isOpaque ? .rgb : .rgba
      if hasBytes { samples.bitDepth = isGrey && isOpaque && allowed.depth ? greyBits : 8 }
      return samples
    }

    /// The forms to compare: with samples, nil if that is the image as it is, and with a palette.
    var candidates: [Reduction?] {
      var candidates = [samples == header ? nil : Reduction(samples)]
      guard let colors else { return candidates }
      var reduction = Reduction(header)
      let sorted = colors.sorted { $0.order < $1.order }
      reduction.palette = sorted.map { SIMD4<UInt8>(truncatingIfNeeded: $0) }
      for (index, color) in sorted.enumerated() { reduction.indices[color] = UInt8(index) }
      reduction.header.colorType = .palette
      reduction.header.bitDepth = [1, 2, 4].first { colors.count <= 1 << $0 } ?? 8
      candidates.append(reduction)
      return candidates
    }
  }
}

extension ImageHeader {
  /// Returns red, green, blue and alpha of a pixel of 8 or 16 bits in native byte order.
  @inline(__always)
  fileprivate func pixel(_ row: UnsafeRawBufferPointer, _ x: Int) -> SIMD4<UInt16> {
    let (channels, isWide) = (colorType.channels, bitDepth == 16)
    func sample(_ channel: Int) -> UInt16 {
      let index = x * channels + channel
      return unsafe isWide ? row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) : UInt16(row[index])
    }
    let (first, opaque) = (sample(0), UInt16(isWide ? 0xffff : 0xff))
    return switch colorType {
    case .grey, .palette: SIMD4(first, first, first, opaque)
    case .greyAlpha: SIMD4(first, first, first, sample(1))
    case .rgb: SIMD4(first, sample(1), sample(2), opaque)
    case .rgba: SIMD4(first, sample(1), sample(2), sample(3))
    }
  }
}

extension SIMD4<UInt16> {
  /// Transparent colours first, then dark ones: neighbours in an image often are neighbours in the palette then.
  fileprivate var order: UInt64 {
    let light = UInt64(x) * 2 + UInt64(y) * 5 + UInt64(z)
    return UInt64(w) << 52 | light << 32 | UInt64(x) << 16 | UInt64(y) << 8 | UInt64(z)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Stores a sample of at most 8 bits; the first of a byte has the highest bits.
  fileprivate func storePacked(_ sample: UInt8, at index: Int, bits: Int) {
    if bits == 8 { return unsafe self[index] = sample }
    let bit = index * bits
    unsafe self[bit / 8] |= sample << UInt8(8 - bits - bit % 8)
  }
}
