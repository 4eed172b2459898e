/// Finds what is lost of an image, from its rows in order: lost steps, and the colours that may be areas.
struct LossFinder: ~Copyable, Sendable {
  private let coordinates: PixelCoordinates
  private let vector: VectorExtension
  private var window: PixelWindow
  private(set) var steps: StepFinder
  private var areas = AreaCounter()
  private var solid: SolidPixels
  /// The next row whose solid pixels are counted.
  private var next = 0
  private let listedAreas: Int

  /// - Parameter limit: the memory that lost pixels may use.
  init(
    _ tables: RenditionTables, layout: PixelLayout, vector: VectorExtension, part: StepPart? = nil, limit: Int = .max
  ) {
    coordinates = PixelCoordinates(tables, layout: layout, vector: vector)
    self.vector = vector
    window = PixelWindow(layout)
    steps = StepFinder(
      tables, layout: layout, vector: vector, coordinates, part: part ?? StepPart(of: layout), limit: limit)
    solid = SolidPixels(coordinates, layout)
    listedAreas = tables.model.rendition.listedAreas
  }

  mutating func add(_ batch: borrowing RowBatch) {
    let layout = window.layout
    layout.withFormat { unsafe add(batch, as: $0) }
  }

  @unsafe
  private mutating func add<Format: PixelFormat>(_ batch: borrowing RowBatch, as format: Format.Type) {
    var start = 0
    for y in 0..<batch.classified.rows {
      let end = unsafe batch.classified.ends.base[y]
      // A row that equals the one above it has no entries of its own.
      let isRepeat = unsafe batch.classified.repeats.base[y]
      unsafe window.add(batch.row(y), batch.classified, isRepeat ? nil : start..<end, vector: vector, as: format)
      start = end
      let last = window.count == window.layout.height ? window.count : window.count - 1
      while next < last {
        unsafe solid.look(at: next, window, as: format)
        for strip in 0..<window.strips where solid.words[strip] != 0 {
          unsafe areas.add(solid.words[strip], next, strip, window, as: format)
        }
        next += 1
      }
      unsafe steps.advance(window, as: format)
    }
  }

  /// Writes the lost steps to the report, whose analysed pixels are known, after the last row. Returns them, and the
  /// colours whose pixels must be counted.
  consuming func finish(_ report: inout LossReport) -> (steps: FoundSteps, areas: AreaCandidates?) {
    let colors = areas.colors(withAtLeast: Visibility.solidPixels(analyzed: report.pixels.analyzed))
    let candidates = AreaCandidates(colors, coordinates)
    report.areas.colors = candidates.colors.prefix(listedAreas).map {
      .init(code: PackedColor(bits: $0.color).color, becomes: PackedColor(bits: $0.code).color)
    }
    return (FoundSteps(steps.finish(&report)), candidates.pairs.isEmpty ? nil : candidates)
  }
}

/// The lost pixels of an image: those of visible regions, and those of the rarer colours of lost pairs.
public final class LostPixels: Sendable {
  private let steps: FoundSteps
  private let areas: FoundAreas
  /// The index of the first lost pair that a colour belongs to, by packed colour; of the pairs that the report lists.
  private let pairs: [UInt64: Int]

  init(steps: FoundSteps, areas: FoundAreas, listed: [LossReport.AreaPair]) {
    self.steps = steps
    self.areas = areas
    var pairs: [UInt64: Int] = [:]
    for (index, pair) in listed.enumerated().reversed() {
      for color in [pair.first, pair.second] { pairs[PackedColor(color.color.code).bits] = index }
    }
    self.pairs = pairs
  }

  /// Returns how large the lost step at a pixel of a visible region is; nil outside these regions.
  public func step(x: Int, y: Int) -> StepSize? { steps.map[x, y] }

  /// Whether there is a lost pair.
  var hasPairs: Bool { !areas.rarer.isEmpty }

  /// Returns whether two areas are a lost pair in another rendition of the image. Which colours are areas does not depend
  /// on the rendition; they are known if two of them may be a pair in this one.
  package func losesPair(in tables: RenditionTables) -> Bool {
    !AreaCandidates(areas.colors, PixelCoordinates(tables, layout: nil)).pairs.isEmpty
  }

  /// Returns whether a judged pixel of a packed colour is lost because its area is.
  func isRarer(_ color: UInt64) -> Bool { areas.rarer.contains(color) }

  /// Returns the index, in ``LossReport/Areas/largest``, of the first lost pair that a packed colour belongs to.
  func pair(of color: UInt64) -> Int? { pairs[color] }
}

/// The lost steps of visible regions, after the pass that finds them.
final class FoundSteps: Sendable {
  let map: StepMap

  init(_ map: consuming StepMap) { self.map = map }
}

/// The size of a lost step, in just-noticeable differences.
public enum StepSize: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// 1 to 2, 2 to 4, and 4 or more.
  case small = 1
  case medium, large

  public static func < (a: StepSize, b: StepSize) -> Bool { a.rawValue < b.rawValue }

  init(jnds: Double) { self = jnds < 2 ? .small : jnds < 4 ? .medium : .large }
}

/// The lost steps of an image: two bits for each pixel, allocated at the first lost pixel.
struct StepMap: ~Copyable, Sendable {
  let width, height: Int
  private let wordsPerRow: Int
  private var words: Scratch<UInt64>

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    wordsPerRow = (width + 31) / 32
    words = Scratch(count: 0)
  }

  /// The memory that an image with lost pixels needs.
  static func bytes(width: Int, height: Int) -> Int { 8 * ((width + 31) / 32) * height }

  var isEmpty: Bool { words.count == 0 }

  subscript(x: Int, y: Int) -> StepSize? {
    get {
      guard !isEmpty else { return nil }
      let word = unsafe words.base[y * wordsPerRow + x / 32]
      return StepSize(rawValue: Int(word >> UInt64(2 * (x % 32)) & 3))
    }
    set {
      if isEmpty {
        if newValue == nil { return }
        words = Scratch(count: wordsPerRow * height, filledWith: 0)
      }
      let shift = UInt64(2 * (x % 32))
      let word = unsafe words.base + (y * wordsPerRow + x / 32)
      unsafe word.pointee = word.pointee & ~(3 << shift) | UInt64(newValue?.rawValue ?? 0) << shift
    }
  }

  /// The first column from `x` on with a lost pixel; the width if there is none.
  func nextLost(_ x: Int, _ y: Int) -> Int {
    var x = x
    while x < width, self[x, y] == nil {
      // A word of 32 pixels at once, if they have none.
      let isEmpty = unsafe x % 32 == 0 && (isEmpty || words.base[y * wordsPerRow + x / 32] == 0)
      x = isEmpty ? min(x + 32, width) : x + 1
    }
    return x
  }

  /// Removes the region, connected by sides and corners, that contains a pixel.
  mutating func removeRegion(x: Int, y: Int) {
    var stack = [(x, y)]
    while let (x, y) = stack.popLast() {
      guard self[x, y] != nil else { continue }
      self[x, y] = nil
      for ny in max(y - 1, 0)...min(y + 1, height - 1) {
        for nx in max(x - 1, 0)...min(x + 1, width - 1) where self[nx, ny] != nil { stack.append((nx, ny)) }
      }
    }
  }
}
