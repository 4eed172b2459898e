internal import CGamutKernels
import ColorScience
import LibC

/// The coordinates of pixels before and after, in DIN99o: by kernels for a matrix with curves, else colour by colour.
struct PixelCoordinates: Sendable {
  private let tables: RenditionTables
  private let vector: VectorExtension
  /// The source's codes, and the destination's.
  private let source, destination: MetricTables
  /// Whether there are kernels for the image and the rendition.
  private let canConvert: Bool

  /// - Parameter layout: the layout of the pixels to convert; nil for single colours.
  init(_ tables: RenditionTables, layout: PixelLayout?, vector: VectorExtension = .best) {
    self.tables = tables
    self.vector = vector
    let model = tables.model
    source = MetricTables(tables: tables.decoding, toXYZ: model.toXYZ)
    destination = MetricTables(tables: tables.decodingOfResult, toXYZ: model.destinationToXYZ)
    canConvert = vector != .portable && layout?.isGrey == false
  }

  private func linear(ofCode code: UInt64) -> SIMD3<Double> {
    tables.decodingOfResult.linear(PackedColor(bits: code).color)
  }

  /// The destination code of a colour.
  func code(_ source: UInt64) -> UInt64 {
    let linear = tables.toDestination * tables.sourceLinear(PackedColor(bits: source))
    return PackedColor(tables.encoders.code(tables.model.rendition.mapping.map { $0(linear) } ?? linear)).bits
  }

  func coordinates(_ source: UInt64) -> (before: SIMD3<Int16>, after: SIMD3<Int16>) {
    (tables.din99o(source).coordinates, tables.model.din99o(destination: linear(ofCode: code(source))).coordinates)
  }

  func before(_ source: UInt64) -> SIMD3<Int16> { tables.din99o(source).coordinates }

  /// Everything that decides whether a colour is part of a lost pair.
  func candidate(_ source: UInt64) -> AreaCandidates.Color {
    let linear = tables.toDestination * tables.sourceLinear(PackedColor(bits: source))
    let (before, after) = coordinates(source)
    return AreaCandidates.Color(
      color: source, code: code(source), isChanged: tables.model.clips(PackedColor(bits: source).color, linear),
      before: before, after: after)
  }

  /// Memory for the pixels of a strip.
  struct Memory: ~Copyable, Sendable {
    fileprivate let codes = Scratch<UInt16>(count: 4 * Int(GAMUT_STRIP))
    fileprivate let undecided = Scratch<UInt32>(count: Int(GAMUT_STRIP))
    fileprivate var known: ColorCache<(before: SIMD3<Int16>, after: SIMD3<Int16>)>
    /// The codes that a mapping gives.
    fileprivate var mapped: ColorCache<UInt64>

    init(_ layout: PixelLayout) {
      known = ColorCache((SIMD3(), SIMD3()), for: layout)
      mapped = ColorCache(0, for: layout)
    }
  }

  /// Writes the coordinates of up to 64 pixels, before and after, to six planes of a strip.
  @unsafe
  func write<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, count: Int, to planes: UnsafeMutablePointer<Int32>, _ memory: inout Memory,
    as format: Format.Type
  ) {
    let size = Format.channels * MemoryLayout<Format.Sample>.size
    if let conversion = tables.vectorConversion, canConvert,
      unsafe memcmp(pixels, pixels + size, (count - 1) * size) != 0
    {
      return unsafe convert(pixels, count, conversion.conversion, planes, &memory, as: format)
    }
    var previous = UInt64.max
    var coordinates = (before: SIMD3<Int16>(), after: SIMD3<Int16>())
    for x in 0..<count {
      let source = unsafe Format.packed(pixels, x)
      if source != previous {
        previous = source
        if let known = memory.known[source] {
          coordinates = known
        } else {
          coordinates = self.coordinates(source)
          memory.known[source] = coordinates
        }
      }
      unsafe store(coordinates.before, x, planes)
      unsafe store(coordinates.after, x, planes + 3 * Int(GAMUT_STRIP))
    }
  }

  @unsafe
  private func store(_ color: SIMD3<Int16>, _ x: Int, _ planes: UnsafeMutablePointer<Int32>) {
    for axis in 0..<3 { unsafe planes[axis * Int(GAMUT_STRIP) + x] = Int32(color[axis]) }
  }

  /// Writes the coordinates of pixels with the kernels, and in double precision where rounding could decide.
  @unsafe
  private func convert<Format: PixelFormat>(
    _ pixels: UnsafeRawPointer, _ count: Int, _ conversion: gamut_conversion, _ planes: UnsafeMutablePointer<Int32>,
    _ memory: inout Memory, as format: Format.Type
  ) {
    let (channels, bytes) = (UInt32(Format.channels), UInt32(MemoryLayout<Format.Sample>.size))
    let resultBytes: UInt32 = tables.depth == 16 ? 2 : 1
    let codes = UnsafeMutableRawPointer(unsafe memory.codes.base)
    func keep(_ code: UInt64, at x: Int) {
      let code = PackedColor(bits: code).color
      let samples = (Int(code.x), Int(code.y), Int(code.z))
      switch (resultBytes, channels) {
      case (1, 3): unsafe RGB<UInt8>.store(codes, x, samples.0, samples.1, samples.2)
      case (1, _): unsafe RGBA<UInt8>.store(codes, x, samples.0, samples.1, samples.2)
      case (_, 3): unsafe RGB<UInt16>.store(codes, x, samples.0, samples.1, samples.2)
      case (_, _): unsafe RGBA<UInt16>.store(codes, x, samples.0, samples.1, samples.2)
      }
    }
    if tables.isMapped {
      for x in 0..<count {
        let color = unsafe Format.packed(pixels, x)
        let code = memory.mapped[color] ?? self.code(color)
        memory.mapped[color] = code
        keep(code, at: x)
      }
    } else {
      var row = gamut_row_format(
        width: count, channels: channels, bytes: bytes, result_bytes: resultBytes, has_above: 0)
      var conversion = conversion
      let doubtful = unsafe vector.ofTables.kernels.convert_row(&conversion, &row, pixels, codes, memory.undecided.base)
      for index in 0..<doubtful {
        let x = unsafe Int(memory.undecided.base[index])
        keep(unsafe code(Format.packed(pixels, x)), at: x)
      }
    }
    unsafe source.withMetric { metric in
      let lanes = unsafe vector.kernels.coordinates(metric, pixels, channels, bytes, count, planes)
      decide(lanes) { unsafe store(tables.din99o(Format.packed(pixels, $0)).coordinates, $0, planes) }
    }
    let after = unsafe planes + 3 * Int(GAMUT_STRIP)
    unsafe destination.withMetric { metric in
      let lanes = unsafe vector.kernels.coordinates(metric, codes, channels, resultBytes, count, after)
      decide(lanes) { x in
        let linear = unsafe linear(ofCode: code(Format.packed(pixels, x)))
        unsafe store(tables.model.din99o(destination: linear).coordinates, x, after)
      }
    }
  }

  private func decide(_ lanes: UInt64, _ body: (Int) -> Void) {
    var lanes = lanes
    while lanes != 0 {
      body(lanes.trailingZeroBitCount)
      lanes &= lanes - 1
    }
  }
}

/// Linear values by code, and the matrix from them to XYZ, as a kernel takes them.
struct MetricTables: Sendable {
  let tables: ChannelTables<Double>
  let toXYZ: Matrix3

  @unsafe
  func withMetric<Value>(_ body: (UnsafePointer<gamut_metric>) -> Value) -> Value {
    unsafe tables.elements.withUnsafeBufferPointer { decode in
      // Tables are never empty where there is a kernel.
      let table = unsafe decode.baseAddress.unsafelyUnwrapped
      let offsets = tables.offsets
      var metric = unsafe gamut_metric(
        decode: (table + offsets.x, table + offsets.y, table + offsets.z), to_xyz: toXYZ.elements)
      return unsafe body(&metric)
    }
  }
}

/// Colours that may be areas, and the pairs of them that are lost if they are.
struct AreaCandidates: Sendable {
  struct Color: Sendable {
    var color: UInt64
    var code: UInt64
    var isChanged: Bool
    var before, after: SIMD3<Int16>
  }

  let colors: [Color]
  /// Indices of two colours, the lower code first.
  private(set) var pairs: [(first: Int, second: Int)] = []

  /// - Parameter colors: packed colours, sorted.
  init(_ colors: [UInt64], _ coordinates: PixelCoordinates) {
    self.colors = colors.map(coordinates.candidate)
    // Sorted by lightness after, so that only near colours are compared.
    let order = self.colors.indices.sorted { self.colors[$0].after.x < self.colors[$1].after.x }
    var start = 0
    for (position, index) in order.enumerated() {
      let one = self.colors[index]
      while Int(one.after.x) - Int(self.colors[order[start]].after.x) > 320 { start += 1 }
      for other in order[start..<position] {
        let two = self.colors[other]
        if one.isChanged || two.isChanged,
          LostPair.isLost(before: (one.before, two.before), after: (one.after, two.after))
        {
          pairs.append((min(index, other), max(index, other)))
        }
      }
    }
  }
}

/// The packed colours of areas, and of them the rarer ones of lost pairs.
struct FoundAreas: Sendable {
  var colors: [UInt64] = []
  var rarer: Set<UInt64> = []
}
