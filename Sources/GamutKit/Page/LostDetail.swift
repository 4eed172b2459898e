import Gamut
import PNGCodec

/// A picture of the differences that an image loses, visible on every screen and for every eye: differences that the
/// destination does not have are redrawn as differences of lightness, stretched from black to white. All other pixels
/// are a pale blue trace of the image.
///
/// The difference is that between the original and the result in OKLab, along the direction in which it varies most.
/// Where several colours become one, the result is the same, so this shows the colours that were there.
struct LostDetail {
  private let columns, rows: Int
  /// Per cell: the value in [0, 1] to draw; nil for a cell that loses nothing.
  private var values: [Double?]
  /// Per cell: the lightness of the original in OKLab; nil for transparent cells.
  private let lightness: [Double?]

  /// The entries of the palette: transparent, then the values, then the trace.
  private static let steps = (value: 192, trace: 63)

  /// - Parameters:
  ///   - survey: the survey of the image, or of a part.
  ///   - report: the report of the image.
  ///   - rendition: the rendition of the survey.
  init(_ survey: borrowing ImageSurvey, of report: GamutReport, in rendition: Rendition) {
    (columns, rows) = (survey.columns, survey.rows)
    let toSRGB = RGBSpace.sRGB.fromPCS * rendition.destination.toPCS
    let results = report.loss.areas.largest.flatMap { [$0.first, $0.second] }.map {
      OKLab(linearSRGB: rendition.linearSRGB(ofDestination: $0.color.becomes))
    }
    var lightness: [Double?] = []
    var changes: [SIMD3<Double>] = []
    var shown: [OKLab?] = []
    lightness.reserveCapacity(survey.original.count)
    changes.reserveCapacity(survey.original.count)
    shown.reserveCapacity(survey.original.count)
    var isShown = survey.isLost
    // Most cells are those before them again.
    var last: (original: SIMD4<Float>, rendered: SIMD4<Float>, isMerged: Bool)?
    for index in survey.original.indices {
      let (original, rendered) = (survey.original[index], survey.rendered[index])
      guard original.w > 0 else {
        last = nil
        lightness.append(nil)
        changes.append(.zero)
        shown.append(nil)
        isShown[index] = false
        continue
      }
      if let last, last.original == original, last.rendered == rendered {
        lightness.append(lightness[index - 1])
        changes.append(changes[index - 1])
        shown.append(shown[index - 1])
        isShown[index] = isShown[index] || last.isMerged
        continue
      }
      let meant = OKLab(linearSRGB: SIMD3(SIMD3(original.x, original.y, original.z) / original.w))
      let result = OKLab(linearSRGB: toSRGB * SIMD3(SIMD3(rendered.x, rendered.y, rendered.z) / rendered.w))
      lightness.append(meant.l)
      changes.append(SIMD3(meant.l - result.l, meant.a - result.a, meant.b - result.b))
      shown.append(result)
      // All that gets the colour of a lost pair, wherever it is.
      let isMerged = results.contains { $0.deltaE(to: result) < 0.002 }
      isShown[index] = isShown[index] || isMerged
      last = (original, rendered, isMerged)
    }
    self.lightness = lightness
    for _ in 0..<max(1, min(columns, rows) / 64) { isShown = Self.grown(isShown, shown, columns: columns) }
    values = Self.stretched(changes, isShown)
  }

  /// Returns the marked cells, and adjacent cells with nearly the same result, which surround a lost shape.
  private static func grown(_ marks: [Bool], _ shown: [OKLab?], columns: Int) -> [Bool] {
    var result = marks
    func grow(from index: Int, to other: Int) {
      guard !marks[other], let color = shown[index], let otherColor = shown[other] else { return }
      if color.deltaE(to: otherColor) < 0.005 { result[other] = true }
    }
    for index in marks.indices where marks[index] {
      let column = index % columns
      if column > 0 { grow(from: index, to: index - 1) }
      if column < columns - 1 { grow(from: index, to: index + 1) }
      if index >= columns { grow(from: index, to: index - columns) }
      if index + columns < marks.count { grow(from: index, to: index + columns) }
    }
    return result
  }

  /// Returns the shown changes along their main direction, stretched to [0, 1]: by their rank, so that many small
  /// differences are as visible as a few large ones, and by their size.
  private static func stretched(_ changes: [SIMD3<Double>], _ isShown: [Bool]) -> [Double?] {
    let shown = changes.indices.filter { isShown[$0] }
    let direction = mainDirection(shown.map { changes[$0] })
    let places = shown.map { (changes[$0] * direction).sum() }
    guard let low = places.min(), let high = places.max() else { return Array(repeating: nil, count: changes.count) }
    // Differences that are hardly visible, by a quarter of the usual limit, are one step.
    let count = 2 + Int(min(254, (high - low) / 0.004))
    func step(_ place: Double) -> Int {
      high > low ? min(count - 1, Int((place - low) / (high - low) * Double(count))) : 0
    }
    var histogram = [Double](repeating: 0, count: count)
    for place in places { histogram[step(place)] += 1 }
    let limit = 4 * Double(places.count) / Double(histogram.count { $0 > 0 })
    histogram = histogram.map { min($0, limit) }
    var ranks: [Double] = []
    var below = 0.0
    for value in histogram {
      ranks.append(below + value / 2)
      below += value
    }
    let (first, last) = (ranks[0], ranks[count - 1])
    var values = [Double?](repeating: nil, count: changes.count)
    for (index, place) in zip(shown, places) {
      let rank = last > first ? (ranks[step(place)] - first) / (last - first) : 0.5
      let size = high > low ? (place - low) / (high - low) : 0.5
      values[index] = 0.6 * rank + 0.4 * size
    }
    return values
  }

  /// Returns the direction in which vectors vary most, with a part of the other directions, so that vectors that
  /// differ only in those differ along it as well.
  private static func mainDirection(_ vectors: [SIMD3<Double>]) -> SIMD3<Double> {
    let mean = vectors.reduce(.zero, +) / Double(max(vectors.count, 1))
    var covariance = [SIMD3<Double>](repeating: .zero, count: 3)
    for vector in vectors {
      let difference = vector - mean
      for row in 0..<3 { covariance[row] += difference[row] * difference }
    }
    var sum = SIMD3<Double>.zero
    for share in [1.0, 0.35, 0.15] {
      // Power iteration; the start is no eigenvector of a plausible image.
      var vector = SIMD3(0.61, 0.53, 0.59)
      for _ in 0..<64 {
        let next = SIMD3(
          (covariance[0] * vector).sum(), (covariance[1] * vector).sum(), (covariance[2] * vector).sum())
        let length = (next * next).sum().squareRoot()
        guard length > 1e-18 else { break }
        vector = next / length
      }
      let variance = (0..<3).reduce(0) { $0 + vector[$1] * (covariance[$1] * vector).sum() }
      guard variance > 1e-15 else { break }
      // More lightness is lighter, if that is any part of it.
      if vector.x < 0 { vector = -vector }
      sum += share * vector
      for row in 0..<3 { covariance[row] -= variance * vector[row] * vector }
    }
    return sum
  }

  /// Returns the picture as a PNG.
  func encoded() throws(PNGError) -> [UInt8] {
    let indices = values.indices.map { index -> UInt8 in
      if let value = values[index] {
        return UInt8(1 + Int(value * Double(Self.steps.value - 1) + 0.5))
      }
      guard let lightness = lightness[index] else { return 0 }
      let level = max(0, min(lightness, 1)) * Double(Self.steps.trace - 1)
      return UInt8(1 + Self.steps.value + Int(level + 0.5))
    }
    return try SmallPicture.encode(
      indices, width: columns, height: rows, .palette, palette: Self.palette, color: HeatMapEncoder.color)
  }

  private static let palette: [SIMD3<UInt8>] =
    [HeatMapPalette.transparent]
    + (0..<steps.value).map { step in
      grey(0.1 + 0.9 * Double(step) / Double(steps.value - 1))
    }
    + (0..<steps.trace).map { step in
      let level = UInt8(min(255, 196 + step / 2))
      return SIMD3(level - 12, level, min(255, level + 12))
    }

  /// Returns the grey of a lightness in OKLab, as sRGB.
  private static func grey(_ lightness: Double) -> SIMD3<UInt8> {
    SIMD3(repeating: UInt8((RGBSpace.sRGBCurve.inverse(lightness * lightness * lightness) * 255).rounded()))
  }
}
