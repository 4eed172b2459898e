@testable import Gamut

extension LabelledImage {
  private enum Direction: String, CaseIterable {
    case horizontal, vertical, diagonal, radial

    /// Returns the position of a pixel along the gradient, 0 to 1.
    func callAsFunction(_ x: Int, _ y: Int, side: Int) -> Double {
      let (x, y, side) = (Double(x), Double(y), Double(side - 1))
      return switch self {
      case .horizontal: x / side
      case .vertical: y / side
      case .diagonal: (x + y) / (2 * side)
      case .radial: min(Drawing.distance(x - side / 2, y - side / 2) / (side / 2), 1)
      }
    }
  }

  /// Gradients in every direction, in 8 and 16 bits, with and without dither.
  static let gradients: [LabelledImage] = {
    let ends: [(name: String, from: SIMD3<Double>, to: SIMD3<Double>, verdict: LossReport.Verdict, reason: String)] = [
      ("red to full red", [0.6, 0, 0], [1, 0, 0], .collapses, "The last fifth, a difference of 0.047, goes flat."),
      (
        "full green towards grey", [0, 1, 0], [0.45, 1, 0.28], .collapses, "All of it, a difference of 0.07, goes flat."
      ),
      ("dark to red", [0.1, 0, 0], [0.88, 0, 0], .clips, "Each step of red stays a step."),
      ("teal", [0, 0.2, 0.3], [0, 0.65, 0.8], .clips, "Green and blue go on rising where red clips."),
      ("orange to yellow", [1, 0.45, 0], [1, 0.9, 0], .clips, "Green goes on rising where red and blue clip."),
      ("white to violet", [1, 1, 1], [0.5, 0, 1], .clips, "Red and green go on falling where blue clips."),
      ("grey to brown", [0.8, 0.8, 0.8], [0.5, 0.35, 0.25], .fits, "Nothing leaves sRGB."),
    ]
    return ends.flatMap { end in
      Direction.allCases.flatMap { direction in
        [8, 16].flatMap { depth in
          [false, true].map { dither in
            LabelledImage(
              .gradient, "\(end.name), \(direction.rawValue), \(depth) bits\(dither ? ", dithered" : "")", end.verdict,
              end.reason,
              Drawing { x, y in end.from + (end.to - end.from) * direction(x, y, side: 64) }, depth: depth,
              dither: dither)
          }
        }
      }
    }
  }()
}
