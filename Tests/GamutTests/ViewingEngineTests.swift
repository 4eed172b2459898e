import TestSupport
import Testing

@testable import Gamut

/// Other eyes and other light: the engine against the reference, and the renditions against the printed constants.
@Suite struct ViewingEngineTests {
  static let viewings = Viewing.all + ["sun+deuteranopia", "k=0.3", "k=2+tritanopia"].compactMap { Viewing($0) }

  private func rendition(_ source: RGBSpace, to destination: RGBSpace = .sRGB, top: Int = 10) -> Rendition {
    var rendition = Rendition(source: .rgb(source), destination: destination, top: top)
    rendition.viewings = Self.viewings
    return rendition
  }

  /// Plates with dots: colours that eyes confuse and that strong light hides, with edges, gradients, noise and holes.
  private func image(_ layout: PixelLayout, _ random: inout RandomSource) -> TestImage {
    let most = Double(1 << layout.depth - 1)
    let sets: [[[Double]]] = [
      [[0.22, 0.69, 0.29], [0.86, 0.46, 0.36], [0.9, 0.9, 0.9]],
      [[0.1, 0.1, 0.1], [0.16, 0.16, 0.16], [0.05, 0.05, 0.05]],
      [[0.16, 0.65, 0.27], [0.86, 0.21, 0.27], [1, 1, 1]], [[0.9, 0.85, 0.3], [0.85, 0.75, 0.95], [0.2, 0.2, 0.25]],
    ]
    let colors = sets.randomElement(using: &random) ?? []
    let noise = Bool.random(using: &random) ? 0 : 0.02
    let (size, soft) = (Int.random(in: 5...24, using: &random), Bool.random(using: &random))
    func color(_ x: Int, _ y: Int) -> [Double] { colors[(x / size + 2 * (y / size)) % colors.count] }
    let alphaOfHoles: Double = [0.49, 0.51, 1].randomElement(using: &random) ?? 1
    let samples = (0..<layout.width * layout.height).map { index -> [Int] in
      let (x, y) = (index % layout.width, index / layout.width)
      var rgb = color(x, y)
      if soft, x % size == 0 { rgb = zip(rgb, color(max(x - 1, 0), y)).map { ($0 + $1) / 2 } }
      let own = noise > 0 ? Double.random(in: -noise...noise, using: &random) : 0
      let codes = rgb.map { Int((min(max($0 + own, 0), 1) * most).rounded()) }
      let alpha = Int(((x / 7 + y / 5) % 6 == 0 ? alphaOfHoles : 1) * most)
      return (layout.isGrey ? [codes[1]] : codes) + (layout.hasAlpha ? [alpha] : [])
    }
    return TestImage(layout: layout, samples: samples)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: EngineTests.layouts)
  func `The engine equals the reference`(layout: PixelLayout) {
    var random = RandomSource(seed: UInt64(layout.depth * 1000 + layout.channels + 63))
    var verdicts: Set<ViewingLoss.Verdict> = []
    for round in 0..<3 {
      let image = round == 2 ? TestImage(shapesIn: layout, random: &random) : image(layout, &random)
      let wide = round == 1 && !layout.isGrey
      let report = image.expectReference(
        rendition(wide ? .displayP3 : .sRGB, to: wide ? .displayP3 : .sRGB, top: round == 0 ? 1 : 10), "round \(round)")
      verdicts.formUnion(report.renditions.map(\.verdict))
    }
    if layout.depth >= 8, !layout.isGrey { #expect(verdicts.count > 1) }
  }

  /// Sizes around the 64 pixels that kernels look at together, and images without boxes, runs and regions.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (64, 40), (65, 33), (66, 20), (127, 30), (130, 12), (1, 70), (70, 1), (2, 90), (3, 3), (5, 131), (200, 4),
    ])
  func `The engine equals the reference on images of any size`(width: Int, height: Int) {
    var random = RandomSource(seed: UInt64(width * 1000 + height))
    let layout = PixelLayout(width: width, height: height, depth: 8, hasAlpha: height > 30)
    for round in 0..<3 { image(layout, &random).expectReference(rendition(.sRGB), "round \(round)") }
  }

  /// The constants that `Documentation/definitions.md` prints, by eye: normal, and the rows of both matrices.
  private static let printed: [String: [[Double]]] = [
    "protanopia": [
      [0.00048, 0.00393, -0.00441], [0.14980, 1.19548, -0.34528], [0.10764, 0.84864, 0.04372],
      [0.00384, -0.00540, 1.00156], [0.14570, 1.16172, -0.30742], [0.10816, 0.85291, 0.03892],
      [0.00386, -0.00524, 1.00139],
    ],
    "deuteranopia": [
      [-0.00281, -0.00611, 0.00892], [0.36477, 0.86381, -0.22858], [0.26294, 0.64245, 0.09462],
      [-0.02006, 0.02728, 0.99278], [0.37298, 0.88166, -0.25464], [0.25954, 0.63506, 0.10540],
      [-0.01980, 0.02784, 0.99196],
    ],
    "tritanopia": [
      [0.03901, -0.02788, -0.01113], [1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431],
      [0.07589, 0.80500, 0.11911], [0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.12320],
      [-0.37562, 1.12767, 0.24796],
    ],
    "achromatopsia": [[0, 0, 0]]
      + Array(repeating: [0.2126390059, 0.7151686788, 0.0721923154], count: 6),
  ]

  /// A rendition of a colour, by the printed constants.
  private func seen(_ linear: [Double], _ name: String) -> [Double] {
    let reflected: [String: Double] = [
      "shade": 10_000 * 0.045 / 800 / Double.pi, "sun": 50_000 * 0.045 / 1_600 / Double.pi,
    ]
    if let k = reflected[name] { return linear.map { ($0 + k) / (1 + k) } }
    func product(_ row: [Double]) -> Double { zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 } }
    guard let rows = Self.printed[name] else { return [] }
    return (0..<3).map { product(rows[(product(rows[0]) >= 0 ? 1 : 4) + $0]) }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func `The six renditions are those of the printed constants`() {
    var random = RandomSource(seed: 63)
    #expect(Viewing.all.map(\.name) == ["protanopia", "deuteranopia", "tritanopia", "achromatopsia", "shade", "sun"])
    var worst = 0.0
    for viewing in Viewing.all {
      for _ in 0..<10_000 {
        let linear = (0..<3).map { _ in Double.random(in: 0...1, using: &random) }
        let (found, expected) = (viewing(SIMD3(linear)), seen(linear, viewing.name))
        worst = max(worst, (0..<3).map { (found[$0] - expected[$0]).magnitude }.max() ?? .infinity)
      }
    }
    #expect(worst <= 1e-6)
  }

  @Test func `Names of renditions are read again, and others are none`() {
    for viewing in Self.viewings { #expect(Viewing(viewing.name) == viewing) }
    #expect(Viewing("deuteranopia+sun") == Viewing("sun+deuteranopia"))
    for name in ["", "+", "sun+", "sun+shade", "protanopia+tritanopia", "k=0", "k=-1", "k=nan", "k=1e9", "k=", "dark"] {
      #expect(Viewing(name) == nil, "\(name)")
    }
  }
}
