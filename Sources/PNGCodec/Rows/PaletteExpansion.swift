/// Converts palette indices to RGB, or to RGBA if tRNS defines alpha.
struct PaletteExpansion: Sendable {
  /// Red, green, blue, alpha in the bytes of a word, red in the lowest.
  private let entries: [UInt32]
  let hasAlpha: Bool

  init(palette: [SIMD3<UInt8>], transparency: Transparency?) {
    var alpha: [UInt8] = []
    if case .palette(let values) = transparency { alpha = values }
    hasAlpha = !alpha.isEmpty
    entries = palette.enumerated().map { index, color in
      let opacity = index < alpha.count ? alpha[index] : 255
      return UInt32(color.x) | UInt32(color.y) << 8 | UInt32(color.z) << 16 | UInt32(opacity) << 24
    }
  }

  /// Writes a row with as many pixels as there are indices. `row` is the index of the row, for the error.
  func expand(
    _ indices: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, row: Int
  ) throws(PNGError) {
    let step = hasAlpha ? 4 : 3
    var at = 0
    for x in 0..<indices.count {
      let index = unsafe Int(indices[x])
      guard index < entries.count else {
        throw .paletteIndex(index: index, count: entries.count, x: x, y: row)
      }
      let entry = entries[index]
      unsafe output[at] = UInt8(truncatingIfNeeded: entry)
      unsafe output[at + 1] = UInt8(truncatingIfNeeded: entry >> 8)
      unsafe output[at + 2] = UInt8(truncatingIfNeeded: entry >> 16)
      if hasAlpha { unsafe output[at + 3] = UInt8(truncatingIfNeeded: entry >> 24) }
      at += step
    }
  }
}
