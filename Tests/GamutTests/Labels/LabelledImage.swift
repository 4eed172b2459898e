import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// An image of Display P3 with the verdict of a person who compares it with its sRGB rendering.
///
/// A label does not come from the analysis. It follows from the drawn colours, their difference by ``PerceivedColor``,
/// and their area; the reason explains it.
struct LabelledImage: Sendable, CustomTestStringConvertible {
  enum Kind: String, Sendable, CaseIterable {
    case difference, edge, hue, hairline, text, gradient, legend, transparency, noise, petal, photograph, inside
  }

  var kind: Kind
  var name: String
  var verdict: LossReport.Verdict
  var reason: String
  var image: TestImage

  var testDescription: String { "\(kind.rawValue): \(name)" }

  init(
    _ kind: Kind, _ name: String, _ verdict: LossReport.Verdict, _ reason: String, _ drawing: Drawing, depth: Int = 8,
    dither: Bool = false
  ) {
    (self.kind, self.name, self.verdict, self.reason) = (kind, name, verdict, reason)
    image = drawing.image(depth: depth, dither: dither)
  }

  init(_ kind: Kind, _ name: String, _ verdict: LossReport.Verdict, _ reason: String, _ image: TestImage) {
    (self.kind, self.name, self.verdict, self.reason, self.image) = (kind, name, verdict, reason, image)
  }

  /// The threshold of visible differences side by side, in ΔEOK.
  static let seen = 0.015

  /// The set without the photographs, which take too long for the reference path.
  static let small: [LabelledImage] =
    differences + edges + hues + softHues + hairlines + texts + gradients + legends + transparencies + noises + petals
    + inside

  static let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB)
}
