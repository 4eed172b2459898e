import Gamut
import LittleCMS
import PNGCodec

/// Converts images to another colour space. One converter may be used by several threads at a time.
public struct Converter: Sendable {
  public let options: ConvertOptions
  let target: ConversionTarget
  private let declaration: DeclarationInForce
  private let sources = Memo<DeclarationKey, ConversionSource>(limit: ConversionSource.limit)
  /// The chunks with the destination's profile, for grey images and for others: compressing it takes as long as a small
  /// image.
  private let profileChunks = Memo<Bool, [UInt8]>()

  /// - Throws: `ConvertError.destination` if the destination cannot be used, `mappingToTables` if it does not support
  ///   the mapping or the report.
  public init(_ options: ConvertOptions) throws(ConvertError) {
    self.options = options
    target = try ConversionTarget(options.destination)
    if options.mapping != .clip || options.tellsEffect {
      guard case .rgb? = target.color else { throw .mappingToTables }
    }
    declaration = DeclarationInForce(assumed: options.assume, override: options.override, meanings: .few)
  }

  /// The changes that a file needs.
  enum Plan {
    /// Keeps the pixels; changes chunks, and possibly the palette entries.
    case edit(ChunkEdit)
    /// Converts the pixels; includes the chunk that declares the destination.
    case recode(Recoding, KeptChunks, declaring: [UInt8])
  }

  /// Determines the changes that a file needs.
  func plan(
    _ original: OpenedInput, threads: Int
  ) throws(ConvertError) -> (plan: Plan, report: ConvertReport) {
    let reader = try ConvertError.reading { () throws(PNGError) in
      try MemoryRoom.require(MemoryRoom.tables)
      return try PNGReader(original.open(), limits: options.limits, keepsChunks: true)
    }
    let header = reader.header
    if reader.isAnimated { throw .animation }
    let chunks = reader.colorChunks
    let isGrey = header.colorType.isGrey
    let source = try source(chunks, isGrey: isGrey)
    let color = source.color
    let depth = options.depth == .sixteen ? 16 : options.depth == .eight ? 8 : max(header.bitDepth, 8)
    var report = ConvertReport(
      image: header, source: color.declared, destination: target.name, space: target.space)

    if case .table = color.meaning { report.rendering = rendering }
    if case .table? = target.color { report.rendering = rendering }

    let isPalette = header.colorType == .palette
    let resultDepth = isPalette ? 8 : depth
    let changes = try changes(color, isGrey: isGrey, depth: resultDepth, threads: threads, original)
    (report.preserve, report.effect) = (changes.preserve, changes.effect)
    func method(_ from: Int, _ to: Int) throws(ConvertError) -> Recoding.Method {
      guard let method = try self.method(source, isGrey: isGrey, depths: [from, to], changes.mapping) else {
        throw .greyDestination
      }
      return method
    }

    if isPalette {
      if depth == 16, !options.palettesKeepDepth { throw .paletteDepth }
      let codes = try method(8, 8).convert((reader.palette ?? []).map { SIMD3<UInt16>(truncatingIfNeeded: $0) })
      let palette = codes.map { SIMD3<UInt8>(truncatingIfNeeded: $0) }
      report.result = header
      return (.edit(try edit(original, palette: palette, isGrey: false, &report)), report)
    }
    let keepsDepth = options.depth == .same || header.bitDepth == depth
    if keepsDepth, isIdentity(color, header, try method(header.bitDepth, depth)) {
      report.result = header
      return (.edit(try edit(original, palette: nil, isGrey: isGrey, &report)), report)
    }
    let dithering = depth == 8 ? options.dithering : nil
    let plan = try recoding(
      reader, original, try method(header.bitDepth, dithering == nil ? depth : 16), dithering, depth: depth)
    guard let kept = reader.keptChunks else { throw .input(.changedWhileRead) }
    let isGreyResult = plan.output.colorType.isGrey
    let chunk = try profileChunks.value(for: isGreyResult) { () throws(ConvertError) in
      guard let chunk = target.chunk(isGrey: isGreyResult) else { throw .greyDestination }
      return try ConvertError.reading { () throws(PNGError) in try PNGAssembler.colorChunk(chunk) }
    }
    report.result = plan.output
    report.dropped = kept.dropped
    return (.recode(plan, kept, declaring: chunk), report)
  }

  /// Returns the meaning of an image, which is shared by all images with the same declaration.
  private func source(_ chunks: ColorChunks, isGrey: Bool) throws(ConvertError) -> ConversionSource {
    do throws(GamutError) {
      return try sources.value(for: declaration.key(chunks, isGrey: isGrey)) { () throws(GamutError) in
        ConversionSource(color: try declaration.source(chunks, isGrey: isGrey))
      }
    } catch {
      throw .input(error)
    }
  }

  private var rendering: ConvertReport.Rendering {
    ConvertReport.Rendering(intent: options.intent, blackPointCompensation: options.blackPointCompensation)
  }

  /// Returns whether all codes remain unchanged.
  private func isIdentity(_ color: SourceColor, _ header: ImageHeader, _ method: Recoding.Method) -> Bool {
    switch method {
    case .matrix, .colors:
      guard case .rgb(let source) = color.meaning, case .rgb(let destination)? = target.color else { return false }
      return source == destination && !header.colorType.isGrey
    case .grey(let grey):
      if header.bitDepth >= 8 { return grey.isIdentity }
      // Fewer bits suffice if each code represents the same fraction of the range.
      let maximum = 1 << header.bitDepth - 1
      return grey.isGrey && (0...maximum).allSatisfy { Int(grey.convert($0).x) * maximum == $0 * 255 }
    }
  }

  private func edit(
    _ original: OpenedInput, palette: [SIMD3<UInt8>]?, isGrey: Bool, _ report: inout ConvertReport
  ) throws(ConvertError) -> ChunkEdit {
    let file = try ConvertError.reading { () throws(PNGError) in
      try PNGStructure(original.open(), limits: options.limits)
    }
    guard let chunk = target.chunk(isGrey: isGrey) else { throw .greyDestination }
    try checkImageData(original)
    var removed: Set<ColorChunks.Kind> = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM]
    if file.colorChunks.cICP != nil { removed.formUnion([.mDCV, .cLLI]) }
    let changesPalette = palette != nil && palette != file.palette
    if changesPalette {
      removed.formUnion([.sBIT, .mDCV, .cLLI])
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

  /// Checks that image data that will be copied can be decoded.
  private func checkImageData(_ original: OpenedInput) throws(ConvertError) {
    try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(original.open(), limits: options.limits))
      let rows = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(decoder.layout.bytesPerRow, 1 << 16), alignment: 16)
      defer { unsafe rows.deallocate() }
      while try unsafe decoder.readRows(into: rows) > 0 {}
      _ = try decoder.finish()
    }
  }

  /// Returns the method for colours of the given depths; nil if the destination is grey and the image is not.
  private func method(
    _ source: ConversionSource, isGrey: Bool, depths: SIMD2<Int>, _ mapping: (any GamutMapping)?
  ) throws(ConvertError) -> Recoding.Method? {
    let color = source.color
    if isGrey, let curve = color.meaning.neutralCurve, let own = target.greyCurve {
      let grey = source.greys.value(for: depths) {
        GreyConverter(curve, to: own, sourceDepth: depths.x, depth: depths.y)
      }
      return .grey(grey)
    }
    guard let destination = target.color else { return nil }
    let evaluate: ColorConverter.Evaluate
    if case .rgb(let space) = destination, let mapping {
      let rendition = Rendition(source: color.meaning, destination: space, depth: depths.y, mapping: mapping)
      let conversion = MappedConversion(rendition, sourceDepth: depths.x)
      evaluate = { conversion($0) }
    } else if case .rgb(let space) = destination,
      let tables = source.tables.value(
        for: depths, { ConversionTables(color.meaning, to: space, sourceDepth: depths.x, depth: depths.y) })
    {
      if !isGrey { return .matrix(tables) }
      evaluate = { $0.map { tables.convert($0) } }
    } else {
      evaluate = try tableConversion(color, depths: depths)
    }
    guard isGrey else { return .colors(evaluate) }
    let grey = source.greys.value(for: depths) {
      let codes = (0..<(1 << depths.x)).map { SIMD3(repeating: UInt16($0)) }
      return GreyConverter(colors: evaluate(codes), sourceDepth: depths.x, depth: depths.y)
    }
    return .grey(grey)
  }

  /// Returns a conversion through the tables of one of the profiles, or of both.
  private func tableConversion(
    _ color: SourceColor, depths: SIMD2<Int>
  ) throws(ConvertError) -> ColorConverter.Evaluate {
    guard let destination = target.colorProfile, let source = color.profile ?? color.meaning.madeProfile else {
      throw .destination(.tables)
    }
    let transform: TableTransform
    do throws(ProfileError) {
      transform = TableTransform(
        try DeviceTransform(
          from: source, to: destination, intent: options.intent,
          blackPointCompensation: options.blackPointCompensation))
    } catch {
      throw .destination(.profile(error))
    }
    let (largest, maximum) = (Double(1 << depths.x - 1), Double(1 << depths.y - 1))
    return { colors in
      transform.transform(colors.map { SIMD3<Double>($0) / largest }).map { value in
        func code(_ value: Double) -> UInt16 { UInt16(min(max(value, 0), 1) * maximum + 0.5) }
        return SIMD3(code(value.x), code(value.y), code(value.z))
      }
    }
  }

  /// Returns the description of the pixel conversion.
  private func recoding(
    _ reader: borrowing PNGReader, _ original: OpenedInput, _ method: Recoding.Method,
    _ dithering: Dithering?, depth: Int
  ) throws(ConvertError) -> Recoding {
    let header = reader.header
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
    return made(try isAmbiguous(key, made(false), original))
  }

  /// Returns whether a pixel of another colour has the same result as the transparent colour.
  private func isAmbiguous(
    _ key: SIMD3<UInt16>, _ recoding: Recoding, _ original: OpenedInput
  ) throws(ConvertError) -> Bool {
    let transparent = recoding.method.convert(key)
    return try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(original.open(), limits: options.limits))
      let input = recoding.input
      let row = UnsafeMutableRawBufferPointer.allocate(byteCount: input.bytesPerRow, alignment: 16)
      defer { unsafe row.deallocate() }
      /// Colours that have been checked.
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

/// A transform shared by several closures.
private final class TableTransform: Sendable {
  private let made: DeviceTransform

  init(_ made: consuming DeviceTransform) { self.made = made }

  func transform(_ colors: [SIMD3<Double>]) -> [SIMD3<Double>] { made(colors) }
}

extension Recoding.Method {
  /// Returns the result of a colour.
  func convert(_ color: SIMD3<UInt16>) -> SIMD3<UInt16> { convert([color])[0] }

  /// Returns the results of colours.
  func convert(_ colors: [SIMD3<UInt16>]) -> [SIMD3<UInt16>] {
    switch self {
    case .matrix(let tables): colors.map { tables.convert($0) }
    case .grey(let grey): colors.map { grey.convert(Int($0.x)) }
    case .colors(let evaluate): evaluate(colors)
    }
  }
}

extension SourceSpace {
  /// The common curve of all neutrals, if there is one.
  fileprivate var neutralCurve: TransferFunction? {
    switch self {
    case .grey(let curve): curve
    case .rgb(let space): space.red == space.green && space.red == space.blue ? space.red : nil
    case .table: nil
    }
  }
}

extension PixelLayout {
  /// Returns the colour of a pixel in a row; for grey, all three channels are equal.
  fileprivate func color(_ row: UnsafeMutableRawBufferPointer, _ x: Int) -> SIMD3<UInt16> {
    func sample(_ channel: Int) -> UInt16 {
      let index = x * channels + channel
      return bytesPerSample == 2
        ? unsafe row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self) : unsafe UInt16(row[index])
    }
    return isGrey ? SIMD3(repeating: sample(0)) : SIMD3(sample(0), sample(1), sample(2))
  }
}
