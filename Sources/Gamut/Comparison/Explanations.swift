import ColorScience

/// The way from the colours of one image to the codes of another. A class, because it is used for every pixel, and a copy of
/// its tables takes longer than a conversion.
final class CodeConversion: Sendable {
  /// From the linear values of the source to those of the destination, and to those of sRGB.
  private let matrix, toSRGB: Matrix3
  /// From linear values of sRGB to those of the destination.
  private let fromSRGB: Matrix3
  private let bounds, boundsOfSRGB: CodeBounds
  private let space: RGBSpace

  /// nil if the destination is a table, which has no way back.
  init?(from source: ComparedColors, to destination: ComparedColors) {
    guard let space = destination.source.comparable else { return nil }
    self.space = space
    matrix =
      ColorModel(Rendition(source: source.source, destination: space), sourceDepth: source.depth).toDestination
    toSRGB = source.model.toSRGB
    fromSRGB = space.toPCS == RGBSpace.sRGB.toPCS ? .identity : space.fromPCS * RGBSpace.sRGB.toPCS
    bounds = CodeBounds(space, maximum: destination.maximum)
    boundsOfSRGB = CodeBounds(.sRGB, maximum: destination.maximum)
  }

  /// Returns whether a colour, converted and rounded, has a code.
  @inline(__always)
  func gives(_ code: SIMD4<UInt16>, _ linear: SIMD3<Double>) -> Bool { bounds.hold(matrix * linear, code) }

  /// Returns the levels of a colour in the destination, not limited.
  func levels(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    let linear = matrix * linear
    return SIMD3(space.red.inverse(linear.x), space.green.inverse(linear.y), space.blue.inverse(linear.z))
  }

  /// The conversions that programs make, each to within a code.
  struct Explanations: OptionSet {
    let rawValue: Int

    static let reencoded = Explanations(rawValue: 1)
    static let clipped = Explanations(rawValue: 2)
    static let clippedToSRGB = Explanations(rawValue: 4)
    static let mistagged = Explanations(rawValue: 8)
  }

  /// Those that are looked for: where the destination is sRGB, the last two say what clipping says.
  var explanations: Explanations {
    space == .sRGB ? [.reencoded, .clipped] : [.reencoded, .clipped, .clippedToSRGB, .mistagged]
  }

  /// Removes what does not explain that a colour has a code.
  @inline(__always)
  func keep(_ explanations: inout Explanations, for code: SIMD4<UInt16>, _ linear: SIMD3<Double>) {
    let converted = matrix * linear
    func drop(_ explanation: Explanations, unless holds: @autoclosure () -> Bool) {
      if explanations.contains(explanation), !holds() { explanations.remove(explanation) }
    }
    drop(.reencoded, unless: bounds.hold(converted, code, slack: 1))
    drop(.clipped, unless: bounds.hold(converted, code, slack: 1, clamped: true))
    guard !explanations.isDisjoint(with: [.clippedToSRGB, .mistagged]) else { return }
    let inSRGB = ClipMapping()(toSRGB * linear)
    drop(.clippedToSRGB, unless: bounds.hold(fromSRGB * inSRGB, code, slack: 1, clamped: true))
    drop(.mistagged, unless: boundsOfSRGB.hold(inSRGB, code, slack: 1, clamped: true))
  }
}

/// The codes of pixels that are not equal, at 8 bits: whether one image has fewer than the other.
struct CodeLevels {
  private typealias Channels = [Bool]
  private var levels = (a: Channels(repeating: false, count: 768), b: Channels(repeating: false, count: 768))
  private var colors: (a: Set<UInt64>, b: Set<UInt64>) = ([], [])
  /// The largest difference of codes in each channel, in 255ths.
  private var largest = SIMD3<Double>()

  /// A palette has at most this many colours, and twice as many are counted.
  private static let palette = 256

  mutating func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
    for channel in 0..<3 {
      levels.a[256 * channel + Int(a[channel] * 255 + 0.5)] = true
      levels.b[256 * channel + Int(b[channel] * 255 + 0.5)] = true
      largest[channel] = max(largest[channel], ((a[channel] - b[channel]) * 255).magnitude)
    }
    Self.count(a, &colors.a)
    Self.count(b, &colors.b)
  }

  private static func count(_ color: SIMD3<Double>, _ colors: inout Set<UInt64>) {
    guard colors.count < 2 * palette else { return }
    colors.insert(PackedColor(SIMD3<UInt16>(color * 65_535, rounding: .toNearestOrAwayFromZero)).bits)
  }

  /// Whether all codes differ by at most one of 255.
  var isNear: Bool { largest.max() <= 1 + 1e-9 }

  /// Returns the image with fewer codes, in whose steps the other one changes; nil if there is none. A palette keeps `mean`
  /// small, the mean difference in units of the tolerance.
  func coarser(mean: Double) -> PictureDifference.Side? {
    if Self.isCoarser(levels.b, than: levels.a, largest) { return .b }
    if Self.isCoarser(levels.a, than: levels.b, largest) { return .a }
    guard mean < 1 else { return nil }
    if colors.b.count <= Self.palette, 2 * colors.b.count <= colors.a.count { return .b }
    if colors.a.count <= Self.palette, 2 * colors.a.count <= colors.b.count { return .a }
    return nil
  }

  private static func isCoarser(_ coarse: Channels, than fine: Channels, _ largest: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { channel in
      let codes = 256 * channel..<256 * (channel + 1)
      let used = codes.filter { coarse[$0] }
      let widest = zip(used, used.dropFirst()).map { Double($1 - $0) }.max() ?? 0
      return 2 * used.count <= fine[codes].count { $0 } && largest[channel] <= widest + 1e-9
    }
  }
}

/// Whether one image is the other, moved by a few pixels: the last rows of both, and the moves that are still possible.
/// The rows begin a few above the first that differs.
struct MovedRows {
  static let reach = 8

  private struct Move {
    var x, y: Int
    /// Whether the images differ where both show the moved picture.
    var isNeeded = false
  }

  private let width: Int
  private var moves: [Move] = []
  private var a, b: [[UInt64]]
  private var count = 0

  init(width: Int, height: Int) {
    self.width = width
    let (columns, rows) = (min(Self.reach, width / 4), min(Self.reach, height / 4))
    for y in -rows...rows {
      for x in -columns...columns where x != 0 || y != 0 { moves.append(Move(x: x, y: y)) }
    }
    a = Array(repeating: [], count: 2 * Self.reach + 1)
    b = a
  }

  var isPossible: Bool { !moves.isEmpty }

  mutating func add(_ rowA: [UInt64], _ rowB: [UInt64]) {
    guard isPossible else { return }
    a[count % a.count] = rowA
    b[count % b.count] = rowB
    count += 1
    check(count - 1 - Self.reach, until: count)
  }

  /// Looks at a row of B, whose moved row of A is there.
  private mutating func check(_ y: Int, until end: Int) {
    guard y >= 0 else { return }
    let row = b[y % b.count]
    let unmoved = a[y % a.count]
    let first = row.indices.first { row[$0] != unmoved[$0] }
    let last = first == nil ? nil : row.indices.last { row[$0] != unmoved[$0] }
    moves.removeAll { move in
      let from = y - move.y
      guard from >= 0, from < end else { return false }
      let range = max(move.x, 0)..<width + min(move.x, 0)
      return row[range] != a[from % a.count][(range.lowerBound - move.x)..<(range.upperBound - move.x)]
    }
    guard let first, let last else { return }
    for index in moves.indices {
      let move = moves[index]
      let range = max(move.x, 0)..<width + min(move.x, 0)
      if y - move.y >= 0, range.contains(first) || range.contains(last) { moves[index].isNeeded = true }
    }
  }

  /// Returns the smallest move that leads from A to B; nil if there is none.
  mutating func finish() -> SIMD2<Int>? {
    for y in max(count - Self.reach, 0)..<max(count, 0) { check(y, until: count) }
    return moves.filter(\.isNeeded).min {
      (abs($0.x) + abs($0.y), abs($0.y), $0.y, $0.x) < (abs($1.x) + abs($1.y), abs($1.y), $1.y, $1.x)
    }.map { SIMD2($0.x, $0.y) }
  }
}
