import SyntheticPNG
import TestSupport
import Testing

@testable import Gamut

/// An image of Display P3 with the verdict of somebody who sees it and its sRGB rendering.
///
/// A label does not come from the analysis. It follows from the colours that were drawn, their difference by
/// ``PerceivedColor``, and their area; the reason says how.
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

  /// What is seen side by side, in ΔEOK.
  static let seen = 0.015

  /// The set but for the photographs, which take too long for the reference path.
  static let small: [LabelledImage] =
    differences + edges + hues + softHues + hairlines + texts + gradients + legends + transparencies + noises + petals
    + inside

  static let rendition = Rendition(source: .rgb(.displayP3), destination: .sRGB)
}
