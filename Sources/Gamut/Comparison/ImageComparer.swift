package import ColorScience
import LibC

/// Compares two images of one size, row by row: the definition of two pictures.
///
/// Three rows of differences, the regions that reach the last row, and the rows of a possible move are in memory.
package struct ImageComparer: ~Copyable {
  package struct Source: Sendable {
    package var meaning: SourceSpace
    package var layout: PixelLayout
    package var isDeclared: Bool

    package init(_ meaning: SourceSpace, _ layout: PixelLayout, isDeclared: Bool) {
      (self.meaning, self.layout, self.isDeclared) = (meaning, layout, isDeclared)
    }
  }

  private let sources: (a: Source, b: Source)
  private var a, b: ComparedColors
  private let hasSameMeaning: Bool
  private let jnd: Double
  private let width: Int
  /// Whether rows of equal bytes have equal pixels.
  private let comparesBytes: Bool
  /// Where declarations are equal, they only explain what differs, and are made when something does.
  private var conversions: (toA: CodeConversion?, toB: CodeConversion?)
  private var codes: (a: [SIMD4<UInt16>], b: [SIMD4<UInt16>])
  private var row: DifferenceRow
  private var regions: DifferingRegions
  private var moved: MovedRows
  /// The last rows of A before the first that differs.
  private var equalRows: [[UInt8]] = []
  private var result = PictureDifference()
  private var tally = ShiftTally(steps: 256)
  private var direction = SIMD3<Int>()
  /// Whether the codes of each image have been those of the other so far, converted.
  private var isConverted = (toA: true, toB: true)
  private var explanations: (toA: CodeConversion.Explanations, toB: CodeConversion.Explanations)
  private var isPremultiplied = (a: true, b: true)
  private var isOpaque = (a: true, b: true)
  private var levels = CodeLevels()
  /// Pixels of other codes without alpha, of other colours, of another alpha, and of other colours that alpha hides.
  private var counts = (codes: 0, colors: 0, alpha: 0, hidden: 0)
  private var y = 0

  /// The declarations may be equal. The display has 8 bits and shows both images; nil compares the files themselves. `top` is
  /// the number of regions to list.
  package init(_ a: Source, _ b: Source, isEqual: Bool, display: RGBSpace?, jnd: Double, top: Int) {
    sources = (a, b)
    self.jnd = jnd
    self.a = ComparedColors(a.meaning, layout: a.layout, display: display)
    self.b = ComparedColors(b.meaning, layout: b.layout, display: display)
    hasSameMeaning = isEqual || display != nil
    comparesBytes = isEqual && a.layout == b.layout
    (conversions, explanations) = ((nil, nil), ([], []))
    width = a.layout.width
    codes = (Array(repeating: .zero, count: width), Array(repeating: .zero, count: width))
    row = DifferenceRow(width: width)
    regions = DifferingRegions(width: width, jnd: jnd, top: top)
    moved = MovedRows(width: width, height: hasSameMeaning ? a.layout.height : 0)
    result.pixels.total = width * a.layout.height
    if !hasSameMeaning { makeConversions() }
  }

  private mutating func makeConversions() {
    conversions = (CodeConversion(from: b, to: a), CodeConversion(from: a, to: b))
    explanations = (conversions.toA?.explanations ?? [], conversions.toB?.explanations ?? [])
  }

  /// Adds the next row of each image, and returns what ``DifferingRegions/addRow(_:)`` returns.
  @unsafe
  package mutating func add(_ rowA: UnsafeRawPointer, _ rowB: UnsafeRawPointer) -> [UInt8]? {
    defer { y += 1 }
    let isAlike = unsafe comparesBytes && memcmp(rowA, rowB, a.layout.bytesPerRow) == 0
    if isAlike, !a.layout.hasAlpha, a.layout.transparentColor == nil,
      result.first == nil || !moved.isPossible
    {
      result.pixels.visible += width
      unsafe keepEqual(rowA)
      return regions.addRow(&row)
    }
    unsafe a.read(rowA, into: &codes.a)
    if isAlike { codes.b = codes.a } else { unsafe b.read(rowB, into: &codes.b) }
    let wasEqual = result.first == nil
    compare()
    if result.first == nil {
      unsafe keepEqual(rowA)
    } else if hasSameMeaning, moved.isPossible {
      let (packedA, packedB) = (codes.a.map { packed($0, a) }, codes.b.map { packed($0, b) })
      if wasEqual { addEqualRows() }
      moved.add(packedA, packedB)
    }
    return regions.addRow(&row)
  }

  /// Keeps a row in which nothing differs, as long as nothing has.
  @unsafe
  private mutating func keepEqual(_ rowA: UnsafeRawPointer) {
    guard result.first == nil, hasSameMeaning else { return }
    let bytes = a.layout.bytesPerRow
    if equalRows.count < MovedRows.reach {
      equalRows.append(Array(repeating: 0, count: bytes))
    } else {
      equalRows.append(equalRows.removeFirst())
    }
    unsafe equalRows[equalRows.count - 1].withUnsafeMutableBytes {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: rowA, count: bytes))
    }
  }

  /// Adds the rows before the first that differs to those of a move.
  private mutating func addEqualRows() {
    for row in equalRows {
      unsafe row.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { unsafe a.read(start, into: &codes.a) }
      }
      let colors = codes.a.map { packed($0, a) }
      moved.add(colors, colors)
    }
    equalRows = []
  }

  private mutating func compare() {
    var unequal: [Range<Int>] = []
    var x = 0
    while x < width {
      let start = x
      let (codeA, codeB) = (codes.a[x], codes.b[x])
      // Neighbours with the same codes differ alike.
      repeat { x += 1 } while x < width && codes.a[x] == codeA && codes.b[x] == codeB
      if isUnequal(codeA, codeB, pixels: x - start) {
        if result.first == nil { result.first = pair(start) }
        unequal.append(start..<x)
      }
    }
    var strip: Int?
    for pixels in unequal {
      let x = pixels.lowerBound
      if x / ComparedColors.strip != strip {
        strip = x / ComparedColors.strip
        a.locate(codes.a, from: x - x % ComparedColors.strip)
        b.locate(codes.b, from: x - x % ComparedColors.strip)
      }
      let overBlack = difference(x, over: 0)
      let overWhite =
        Int(codes.a[x].w) == a.maximum && Int(codes.b[x].w) == b.maximum ? overBlack : difference(x, over: 1)
      row.set(pixels, overBlack, overWhite)
      let (black, white) = (DifferingRegions.squared(overBlack), DifferingRegions.squared(overWhite))
      tally.add(Double(max(black, white)).squareRoot() / DIN99o.unit, pixels: pixels.count)
      result.pixels.unequal += pixels.count
      let vector = black >= white ? overBlack : overWhite
      direction &+= SIMD3<Int>(truncatingIfNeeded: SIMD3(vector.x, vector.y, vector.z)) &* pixels.count
    }
  }

  private mutating func difference(_ x: Int, over ground: Double) -> SIMD4<Int32> {
    SIMD4(b.coordinates(codes.b, x, over: ground) &- a.coordinates(codes.a, x, over: ground), 0)
  }

  /// Returns a code with alpha as one number, at the lower depth; the same for all that alpha hides.
  private func packed(_ code: SIMD4<UInt16>, _ colors: borrowing ComparedColors) -> UInt64 {
    guard code.w > 0 else { return 0 }
    let code = colors.depth == 16 && (a.depth == 8 || b.depth == 8) ? Self.lower(code) : code
    return PackedColor(SIMD3(code.x, code.y, code.z)).bits | UInt64(code.w) << 48
  }

  private static func lower(_ code: SIMD4<UInt16>) -> SIMD4<UInt16> {
    SIMD4<UInt16>(truncatingIfNeeded: (SIMD4<UInt32>(truncatingIfNeeded: code) &+ 128) / 257)
  }

  @inline(__always)
  private func atLowerDepth(_ codeA: SIMD4<UInt16>, _ codeB: SIMD4<UInt16>) -> (SIMD4<UInt16>, SIMD4<UInt16>) {
    if a.depth == b.depth { return (codeA, codeB) }
    return a.depth == 16 ? (Self.lower(codeA), codeB) : (codeA, Self.lower(codeB))
  }

  /// Returns whether pixels with these codes are not equal, and counts what differs.
  @inline(__always)
  private mutating func isUnequal(_ codeA: SIMD4<UInt16>, _ codeB: SIMD4<UInt16>, pixels: Int) -> Bool {
    if Int(codeA.w) < a.maximum { isOpaque.a = false }
    if Int(codeB.w) < b.maximum { isOpaque.b = false }
    let (lowA, lowB) = atLowerDepth(codeA, codeB)
    let hasEqualCodes = lowA.x == lowB.x && lowA.y == lowB.y && lowA.z == lowB.z
    if codeA.w == 0, codeB.w == 0 {
      if !hasEqualCodes { counts.hidden += pixels }
      return false
    }
    result.pixels.visible += pixels
    if hasSameMeaning, a.depth == b.depth, codeA == codeB { return false }
    let hasEqualAlpha = lowA.w == lowB.w
    if !hasEqualAlpha { counts.alpha += pixels }
    if lowA != lowB { result.pixels.codes += pixels }
    guard codeA.w > 0, codeB.w > 0 else {
      isConverted = (false, false)
      return true
    }
    if !hasEqualCodes { counts.codes += pixels }
    var (toA, toB): (Bool, Bool)
    if hasSameMeaning {
      // To the lower depth codes are rounded; to the higher one, each has one code.
      let (fine, coarse) = a.depth < b.depth ? (codeB, codeA) : (codeA, codeB)
      let isExact = fine.x == coarse.x &* 257 && fine.y == coarse.y &* 257 && fine.z == coarse.z &* 257
      toA = a.depth <= b.depth ? hasEqualCodes : isExact
      toB = b.depth <= a.depth ? hasEqualCodes : isExact
    } else {
      toB = conversions.toB?.gives(codeB, a.linear(codeA)) ?? false
      toA = (!toB || isConverted.toA) && (conversions.toA?.gives(codeA, b.linear(codeB)) ?? false)
    }
    if !toA || !hasEqualAlpha { isConverted.toA = false }
    if !toB || !hasEqualAlpha { isConverted.toB = false }
    if !toA, !toB {
      counts.colors += pixels
      explain(codeA, codeB, hasEqualAlpha: hasEqualAlpha)
      return true
    }
    return !hasEqualAlpha
  }

  /// Drops the explanations that a pixel contradicts.
  private mutating func explain(_ codeA: SIMD4<UInt16>, _ codeB: SIMD4<UInt16>, hasEqualAlpha: Bool) {
    let (encodedA, encodedB) = (a.encoded(codeA), b.encoded(codeB))
    levels.add(encodedA, encodedB)
    func isProduct(_ of: SIMD3<Double>, _ alpha: UInt16, _ maximum: Int, _ result: SIMD3<Double>) -> Bool {
      let difference = result - of * (Double(alpha) / Double(maximum))
      return hasEqualAlpha && max(difference.max(), -difference.min()) <= 1 / 255 + 1e-9
    }
    if hasSameMeaning, conversions.toA == nil, conversions.toB == nil { makeConversions() }
    if isPremultiplied.b { isPremultiplied.b = isProduct(encodedA, codeA.w, a.maximum, encodedB) }
    if isPremultiplied.a { isPremultiplied.a = isProduct(encodedB, codeB.w, b.maximum, encodedA) }
    if !explanations.toA.isEmpty { conversions.toA?.keep(&explanations.toA, for: codeA, b.linear(codeB)) }
    if !explanations.toB.isEmpty { conversions.toB?.keep(&explanations.toB, for: codeB, a.linear(codeA)) }
  }

  private mutating func pair(_ x: Int) -> PictureDifference.Pair {
    let (codeA, codeB) = (codes.a[x], codes.b[x])
    let (linearA, linearB) = (a.linear(codeA), b.linear(codeB))
    return PictureDifference.Pair(
      position: .init(x: x, y: y), a: codeA, b: codeB,
      aInB: hasSameMeaning ? a.encoded(codeA) : conversions.toB?.levels(linearA),
      bInA: hasSameMeaning ? b.encoded(codeB) : conversions.toA?.levels(linearB))
  }

  /// Returns the result after the last row, and the strengths of that row.
  package consuming func finish() -> (difference: PictureDifference, strengths: [UInt8]) {
    let strengths = regions.finish()
    result.pixels.differing = regions.pixels
    (result.regions, result.regionPixels) = (regions.regionCount, regions.regionPixels)
    result.largest = regions.regions
    result.shift = tally.summary
    if result.pixels.unequal > 0 {
      result.direction = SIMD3<Double>(direction) / Double(result.pixels.unequal) / DIN99o.unit
    }
    result.verdict = result.regions > 0 ? .differs : isConverted.toA || isConverted.toB ? .same : .alike
    result.reasons = reasons()
    return (result, strengths)
  }

  private mutating func reasons() -> [PictureDifference.Reason] {
    var reasons: [PictureDifference.Reason] = []
    if counts.alpha > 0 {
      let dropped: PictureDifference.Side? =
        isOpaque.a == isOpaque.b ? nil : isOpaque.a ? .a : .b
      reasons.append(dropped.map { .init(.alphaDropped, $0) } ?? .init(.alpha))
      if counts.colors == 0 { return reasons }
    }
    if let reason = colorReason() { reasons.append(reason) }
    return reasons
  }

  private mutating func colorReason() -> PictureDifference.Reason? {
    let undeclared: PictureDifference.Side? =
      sources.a.isDeclared == sources.b.isDeclared ? nil : sources.a.isDeclared ? .b : .a
    if !hasSameMeaning, counts.codes == 0, result.pixels.visible > 0 {
      return .init(undeclared == nil && hasOtherCurveOnly ? .curve : .declaration, undeclared)
    }
    if counts.colors == 0 {
      if !hasSameMeaning || a.depth != b.depth, result.pixels.visible > 0 {
        return .init(.reencoded, isConverted.toB ? .b : isConverted.toA ? .a : nil)
      }
      return counts.hidden > 0 ? .init(.hiddenColors) : nil
    }
    if !hasSameMeaning {
      let kinds: [(CodeConversion.Explanations, PictureDifference.Reason.Code)] = [
        (.reencoded, .reencoded), (.clipped, .clipped), (.clippedToSRGB, .clippedToSRGB), (.mistagged, .mistagged),
      ]
      for (kind, code) in kinds {
        if explanations.toB.contains(kind) { return .init(code, .b) }
        if explanations.toA.contains(kind) { return .init(code, .a) }
      }
      if levels.isNear { return .init(.declaration, undeclared) }
    } else {
      // What is converted to sRGB and back.
      for (found, side) in [(explanations.toB, PictureDifference.Side.b), (explanations.toA, .a)]
      where found.contains(.clippedToSRGB) && !found.contains(.reencoded) {
        return .init(.clippedToSRGB, side)
      }
      if let side = levels.coarser(mean: result.shift.mean / jnd) { return .init(.quantized, side) }
      if levels.isNear { return .init(.quantized) }
    }
    if isPremultiplied.b, !isOpaque.a { return .init(.premultiplied, .b) }
    if isPremultiplied.a, !isOpaque.b { return .init(.premultiplied, .a) }
    if let offset = moved.finish() { return .init(.moved, offset: offset) }
    if 2 * counts.colors >= result.pixels.visible { return .init(.shifted) }
    return .init(result.regions > 0 ? .regions : .details)
  }

  /// Whether the colorants are equal, to within the rounding of published numbers.
  private var hasOtherCurveOnly: Bool {
    guard let first = a.source.comparable?.toPCS, let second = b.source.comparable?.toPCS else { return false }
    return (0..<3).allSatisfy { column in
      let difference = first.column(column) - second.column(column)
      return max(difference.max(), -difference.min()) < 0.002
    }
  }
}
