import PNGCodec

/// Conversions that copy the image data: only chunks change, and the entries of a palette.
extension Converter {
  /// Returns the edit of a file whose pixels are indices of a palette with new entries.
  func edit(
    _ palette: [SIMD3<UInt8>], by method: Recoding.Method, _ original: OpenedInput,
    _ report: inout ConvertReport
  ) throws(ConvertError) -> ChunkEdit {
    let codes = method.convert(palette.map { SIMD3<UInt16>(truncatingIfNeeded: $0) })
    return try edit(
      palette: codes.map { SIMD3<UInt8>(truncatingIfNeeded: $0) }, isGrey: false, original, &report)
  }

  /// Returns the edit that declares the destination.
  ///
  /// - Parameter palette: the new entries; nil without a palette.
  func edit(
    palette: [SIMD3<UInt8>]? = nil, isGrey: Bool, _ original: OpenedInput,
    _ report: inout ConvertReport
  ) throws(ConvertError) -> ChunkEdit {
    let file = try ConvertError.reading { () throws(PNGError) in
      try PNGStructure(original.open(), limits: options.readLimits)
    }
    guard let chunk = target.chunk(isGrey: isGrey) else { throw .greyDestination }
    try checkImageData(original)
    var removed: Set<ColorChunks.Kind> = [.cICP, .iCCP, .sRGB, .gAMA, .cHRM]
    if file.colorChunks.cICP != nil { removed.formUnion([.mDCV, .cLLI]) }
    let changesPalette = palette != nil && palette != file.palette
    if changesPalette { removed.formUnion(ColorChunks.Kind.describingPixels) }
    report.dropped = ColorChunks.Kind.describingPixels.intersection(removed).intersection(file.ranges.keys).names
    if changesPalette { report.dropped += file.dependentChunks.filter(\.dependsOnPalette).map(\.type.description) }
    var added = [chunk]
    if case .iCCP(_, let profile) = chunk, file.colorChunks.iCCP?.value.contents == .success(profile) {
      added = []
      removed.remove(.iCCP)
    }
    report.findings = file.findings.map(FileFinding.init)
    report.keepsPixels = !changesPalette
    return try ConvertError.reading { () throws(PNGError) in
      try ChunkEdit(of: file, removing: removed, adding: added, palette: palette)
    }
  }

  /// Checks that image data that will be copied can be decoded.
  private func checkImageData(_ original: OpenedInput) throws(ConvertError) {
    try ConvertError.reading { () throws(PNGError) in
      var decoder = try PNGDecoder(try PNGReader(original.open(), limits: options.readLimits))
      let rows = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(decoder.layout.bytesPerRow, 1 << 16), alignment: 16)
      defer { unsafe rows.deallocate() }
      while try unsafe decoder.readRows(into: rows) > 0 {}
      _ = try decoder.finish()
    }
  }
}
