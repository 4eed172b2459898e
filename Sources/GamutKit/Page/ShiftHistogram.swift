import Gamut

/// The clipped pixels of an image by their shift, as SVG of 320 x 190 units.
struct ShiftHistogram {
  let counts: [Int]
  /// The just-noticeable difference; the width of a bar is a quarter of it.
  let jnd: Double

  private static let (left, right, top, bottom) = (10.0, 310.0, 26.0, 148.0)

  /// The number of bars shown: up to the last with pixels, and at least three just-noticeable differences.
  private var shown: Int {
    let last = counts.lastIndex { $0 > 0 } ?? 0
    return min(counts.count, max(12, (last / 4 + 1) * 4))
  }

  var svg: String {
    let count = shown
    let width = (Self.right - Self.left) / Double(count)
    let highest = Double(max(counts.max() ?? 1, 1))
    func text(_ value: Double) -> String { ChromaticityDiagram.number(value) }
    var bars = ""
    for (index, pixels) in counts.prefix(count).enumerated() where pixels > 0 {
      // Ensures that a bar of few pixels is visible.
      let height = max(1.5, Double(pixels) / highest * (Self.bottom - Self.top))
      bars +=
        "M\(text(Self.left + Double(index) * width + 0.5)) \(text(Self.bottom))"
        + "v-\(text(height))h\(text(width - 1))v\(text(height))z"
    }
    var svg = "<path class=\"bars\" d=\"\(bars)\"/>"
    let just = Self.left + 4 * width
    svg += "<path class=\"just\" d=\"M\(text(just)) \(text(Self.bottom))V14\"/>"
    svg += ChromaticityDiagram.label("just visible", x: just + 4, y: 20, anchor: "start")
    svg += "<path class=\"axis\" d=\"M\(text(Self.left)) \(text(Self.bottom))H\(text(Self.right))\"/>"
    let steps = count / 4
    let every = steps > 6 ? 2 : 1
    for step in stride(from: 0, through: steps, by: every) {
      let x = Self.left + Double(4 * step) * width
      let isOpen = count == counts.count && step == steps
      svg += "<path class=\"axis\" d=\"M\(text(x)) \(text(Self.bottom))v4\"/>"
      svg += ChromaticityDiagram.label(
        JSONWriter.text(of: Double(step) * jnd, significantDigits: 3) + (isOpen ? "+" : ""), x: x, y: Self.bottom + 16,
        anchor: step == 0 ? "start" : step == steps ? "end" : "middle")
    }
    svg += ChromaticityDiagram.label("ΔE of the shift, in OKLab", x: 160, y: Self.bottom + 34, anchor: "middle")
    return svg
  }
}
