import Gamut
import LittleCMS
public import PNGCodec

/// Converts images to another colour space. One converter may work for several threads at a time.
public struct Converter: Sendable {
  public let options: ConvertOptions
  let target: ConversionTarget
  let declaration: DeclarationInForce
  let cache = ConversionCache()

  /// - Throws: `ConvertError.destination` where nothing can be converted to the destination.
  public init(_ options: ConvertOptions) throws(ConvertError) {
    self.options = options
    target = try ConversionTarget(options.destination)
    declaration = DeclarationInForce(assumed: options.assume, override: options.override)
  }

  /// What is to be done to a file.
  enum Plan {
    /// Its pixels stay; chunks change, and perhaps the entries of its palette.
    case edit(ChunkEdit)
    case recode(Recoding, KeptChunks, declaring: NewColorChunk)
  }

  /// Decides what is to be done.
  ///
  /// - Parameter open: gives the bytes of the file from the beginning, each time.
  func plan(
    _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> (plan: Plan, report: ConvertReport) {
    let reader = try ConvertError.reading { () throws(PNGError) in
      try PNGReader(try open(), limits: options.limits, keepsChunks: true)
    }
    let header = reader.header
    if reader.isAnimated { throw .animation }
    let chunks = reader.colorChunks
    let isGrey = header.colorType.isGrey
    let key = ConversionCache.Key(declaration: chunks.declarations.first, isGrey: isGrey)
    let color: SourceColor
    do {
      color = try cache.color(key) { () throws(GamutError) in try declaration.source(chunks, isGrey: isGrey) }
    } catch {
      throw .input(error)
    }
    let depth = options.depth == .sixteen ? 16 : options.depth == .eight ? 8 : max(header.bitDepth, 8)
    var report = ConvertReport(
      image: header, source: DeclaredColor(color, in: chunks), destination: target.name, space: target.space)

    if header.colorType == .palette {
      if depth == 16 { throw .paletteDepth }
      guard let method = try method(color, key, isGrey: false, depths: [8, 8]) else { throw .greyDestination }
      let palette = (reader.palette ?? []).map { entry in
        SIMD3<UInt8>(truncatingIfNeeded: method.convert(SIMD3<UInt16>(truncatingIfNeeded: entry)))
      }
      report.output = header
      return (.edit(try edit(open, palette: palette, isGrey: false, &report)), report)
    }
    guard let method = try method(color, key, isGrey: isGrey, depths: [header.bitDepth, depth]) else {
      throw .greyDestination
    }
    let keepsDepth = options.depth == .same || header.bitDepth == depth
    if keepsDepth, try isIdentity(color, key, method, header) {
      report.output = header
      return (.edit(try edit(open, palette: nil, isGrey: isGrey, &report)), report)
    }
    let plan = try recoding(reader, open, method: { depth throws(ConvertError) in
      try self.method(color, key, isGrey: isGrey, depths: [header.bitDepth, depth]) ?? method
    }, depth: depth)
    guard let kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    guard let chunk = target.chunk(isGrey: plan.output.colorType.isGrey) else { throw .greyDestination }
    report.output = plan.output
    report.dropped = kept.dropped
    return (.recode(plan, kept, declaring: chunk), report)
  }

  /// Whether codes stay what they are.
  private func isIdentity(
    _ color: SourceColor, _ key: ConversionCache.Key, _ method: Recoding.Method, _ header: ImageHeader
  ) throws(ConvertError) -> Bool {
    switch method {
    case .matrix:
      guard case .rgb(let source) = color.meaning, case .rgb(let destination)? = target.color else { return false }
      return source == destination
    case .grey(let grey):
      if header.bitDepth >= 8 { return grey.isIdentity }
      // Fewer bits can say it where each code is the same part of the range.
      let maximum = 1 << header.bitDepth - 1
      return grey.isGrey && (0...maximum).allSatisfy { Int(grey.convert($0).x) * maximum == $0 * 255 }
    case .colors: return false
    }
  }

  private func edit(
    _ open: () throws(PNGError) -> ByteSource, palette: [SIMD3<UInt8>]?, isGrey: Bool, _ report: inout ConvertReport
  ) throws(ConvertError) -> ChunkEdit {
    let file = try ConvertError.reading { () throws(PNGError) in
      try PNGStructure(try open(), limits: options.limits)
    }
    guard let chunk = target.chunk(isGrey: isGrey) else { throw .greyDestination }
    var removed: Set<ColorChunks.Kind> = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM]
    if file.colorChunks.cICP != nil { removed.formUnion([.mDCV, .cLLI]) }
    let changesPalette = palette != nil && palette != file.palette
    if changesPalette {
      removed.insert(.sBIT)
      report.dropped = file.unsafeToCopy.filter(\.dependsOnPalette).map(\.type.description)
    }
    var added = [chunk]
    if case .iCCP(_, let profile) = chunk, file.colorChunks.iCCP?.value.contents == .success(profile) {
      added = []
      removed.remove(.iCCP)
    }
    report.findings = file.findings
    report.keepsPixels = !changesPalette
    return try ConvertError.reading { () throws(PNGError) in
      try ChunkEdit(of: file, removing: removed, adding: added, palette: palette)
    }
  }

  /// What is done to a colour, from so many bits to so many; nil where the destination is grey and the image is not.
  private func method(
    _ color: SourceColor, _ key: ConversionCache.Key, isGrey: Bool, depths: SIMD2<Int>
  ) throws(ConvertError) -> Recoding.Method? {
    if isGrey, let curve = color.meaning.neutralCurve, let own = target.greyCurve {
      let grey = cache.grey(key, depths: depths) {
        GreyConverter(curve, to: own, sourceDepth: depths.x, depth: depths.y)
      }
      return .grey(grey)
    }
    guard let destination = target.color else { return nil }
    if case .rgb(let space) = destination {
      let tables = cache.tables(key, depths: depths) {
        ConversionTables(color.meaning, to: space, sourceDepth: depths.x, depth: depths.y)
      }
      if let tables {
        guard isGrey else { return .matrix(tables) }
        let colors = (0..<(1 << depths.x)).map { tables.convert(SIMD3(repeating: UInt16($0))) }
        return .grey(GreyConverter(colors: colors, sourceDepth: depths.x, depth: depths.y))
      }
    }
    throw .destination(.tables)
  }

  /// How the pixels are made new ones.
  private func recoding(
    _ reader: borrowing PNGReader, _ open: () throws(PNGError) -> ByteSource,
    method: (_ depth: Int) throws(ConvertError) -> Recoding.Method, depth: Int
  ) throws(ConvertError) -> Recoding {
    let header = reader.header
    let dithering = depth == 8 ? options.dithering : nil
    let method = try method(dithering == nil ? depth : 16)
    var key: SIMD3<UInt16>?
    if case .color(let color)? = reader.transparency { key = color }
    let input = PixelLayout(
      width: header.width, height: header.height, depth: header.bitDepth, isGrey: header.colorType.isGrey,
      hasAlpha: header.colorType.hasAlpha, transparentColor: key)
    var isGrey = false
    if case .grey(let grey) = method { isGrey = grey.isGrey }
    func made(_ makesAlpha: Bool) -> Recoding {
      let hasAlpha = header.colorType.hasAlpha || makesAlpha
      return Recoding(
        input: input,
        output: ImageHeader(
          width: header.width, height: header.height, bitDepth: depth,
          colorType: isGrey ? (hasAlpha ? .greyAlpha : .grey) : hasAlpha ? .rgba : .rgb),
        method: method, dithering: dithering, makesAlpha: makesAlpha)
    }
    guard let key else { return made(false) }
    if dithering != nil { return made(true) }
    return made(try isAmbiguous(key, made(false), open))
  }

  /// Whether a pixel of another colour becomes what the transparent colour becomes.
  private func isAmbiguous(
    _ key: SIMD3<UInt16>, _ recoding: Recoding, _ open: () throws(PNGError) -> ByteSource
  ) throws(ConvertError) -> Bool {
    let transparent = recoding.method.convert(key)
    return try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(try open(), limits: options.limits))
      let input = recoding.input
      let row = UnsafeMutableRawBufferPointer.allocate(byteCount: input.bytesPerRow, alignment: 16)
      defer { unsafe row.deallocate() }
      /// Colours that were looked at.
      var known: Set<SIMD3<UInt16>> = [key]
      var previous = key
      while try unsafe decoder.readRows(into: row) > 0 {
        for x in 0..<input.width {
          let color = unsafe input.color(row, x)
          if color == previous { continue }
          previous = color
          if known.contains(color) { continue }
          if recoding.method.convert(color) == transparent { return true }
          if known.count < 1 << 16 { known.insert(color) }
        }
      }
      return false
    }
  }
}

extension Recoding.Method {
  /// What a colour becomes.
  func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> {
    switch self {
    case .matrix(let tables): tables.convert(color)
    case .grey(let grey): grey.convert(Int(color.x))
    case .colors(let evaluate): evaluate([color])[0]
    }
  }
}

extension Rendition.Source {
  /// The curve of all neutrals, where there is one.
  fileprivate var neutralCurve: TransferFunction? {
    switch self {
    case .grey(let curve): curve
    case .rgb(let space): space.red == space.green && space.red == space.blue ? space.red : nil
    case .table: nil
    }
  }
}

extension PixelLayout {
  /// The colour of a pixel in a row; of grey in all three channels.
  fileprivate func color(_ row: UnsafeMutableRawBufferPointer, _ x: Int) -> SIMD3<UInt16> {
    func sample(_ channel: Int) -> UInt16 {
      let index = x * channels + channel
      return bytesPerSample == 2
        ? unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) : unsafe UInt16(row[index])
    }
    return isGrey ? SIMD3(repeating: sample(0)) : SIMD3(sample(0), sample(1), sample(2))
  }
}
