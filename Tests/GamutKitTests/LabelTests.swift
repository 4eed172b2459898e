import Gamut
import TestSupport
import Testing

@testable import GamutKit

/// The verdicts of images whose labels follow from the colours drawn, their area, and the consensus of CIEDE2000 and
/// CAM16-UCS. They were set before the definitions were final, and do not follow them.
@Suite(.enabled(if: Thoroughness.hasTime)) struct LabelTests {
  @Test func `There are images of each label`() {
    let counts = Dictionary(grouping: LabelledImage.all, by: \.label).mapValues(\.count)
    #expect(counts == [.must: 86, .mustNot: 222, .either: 24])
  }

  /// The limits are listed in Documentation/definitions.md.
  @Test func `Verdicts are what a person sees`() {
    func names(_ label: LabelledImage.Label, collapsing: Bool) -> [String] {
      zip(LabelledImage.all, LabelledImage.verdicts)
        .filter { $0.label == label && ($1 == .collapses) == collapsing }.map { "\($0.0.file) \($0.0.name)" }
    }
    let missed = names(.must, collapsing: false)
    #expect(missed.count <= 4, "missed: \(missed)")
    #expect(names(.mustNot, collapsing: true) == [], "false")
  }

  @Test(arguments: Picture.Move.symmetries)
  func `Flips and turns change no verdict`(move: Picture.Move) {
    #expect(LabelledImage.verdicts { $0.picture.moved(move) } == LabelledImage.verdicts)
  }

  @Test func `A barely transparent copy has the same verdict`() {
    #expect(LabelledImage.verdicts { $0.picture.nearlyOpaque } == LabelledImage.verdicts)
  }

  @Test func `A copy of 16 bits has the same verdict`() {
    #expect(LabelledImage.differing { $0.picture.with16Bits } == [])
  }

  @Test(arguments: Picture.Move.crops)
  func `A row or column less changes no verdict`(move: Picture.Move) {
    #expect(LabelledImage.differing { $0.picture.moved(move) } == [])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `Noise of one code changes few verdicts`(seed: UInt64) {
    let images = LabelledImage.all.filter { $0.picture.depth == 8 }
    let differing = LabelledImage.differing { image in
      guard image.picture.depth == 8 else { return image.picture }
      // Another noise for each image.
      let number = image.file.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) }
      return image.picture.withNoise(seed: number)
    }
    #expect(images.count > 200)
    #expect(Double(differing.count) <= 0.05 * Double(images.count), "\(differing)")
  }
}
