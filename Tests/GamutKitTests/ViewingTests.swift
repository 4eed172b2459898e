import Dispatch
import Gamut
import Synchronization
import TestSupport
import Testing

@testable import GamutKit

/// What other eyes and other light lose of the images in `Viewings`, against what two independent programs found there.
@Suite struct ViewingTests {
  private static let folder = "Tests/GamutKitTests/Viewings/"

  private static func list(_ name: String) -> [String: [String: JSONValue]] {
    let list = (try? JSONValue(parsing: Repository.bytes(folder + name)))?.object ?? [:]
    return list.mapValues { $0.object ?? [:] }
  }

  /// By image, and by rendition.
  private static let expected = list("expected.json")
  static let names = expected.keys.sorted()

  private static func bytes(_ name: String) throws -> [UInt8] { try Repository.bytes(folder + name) }

  @Test func `All images have six renditions`() {
    #expect(Self.names.count == 40)
    #expect(Self.expected.values.allSatisfy { Set($0.keys) == Set(Viewing.all.map(\.name)) })
  }

  @Test(arguments: names)
  func `Every verdict and count is that of two independent programs`(name: String) throws {
    var options = ReportOptions()
    options.viewings = Viewing.all
    let report = try Reporter(options).report(png: Self.bytes(name))
    for loss in report.loss.renditions {
      let cell = try #require(Self.expected[name]?[loss.viewing.name])
      #expect(loss.verdict.rawValue == cell["verdict"]?.string, "\(loss.viewing.name)")
      #expect(loss.regions == cell["regions"]?.integer, "\(loss.viewing.name)")
      #expect(loss.boxes == cell["boxes"]?.integer, "\(loss.viewing.name)")
      #expect(loss.pairs == cell["pairs"]?.integer, "\(loss.viewing.name)")
      let first = loss.confused.first.map { $0.sides.map { hexText(of: $0.code, depth: 8) } }
      #expect(first == cell["first"]?.array?.map { "#" + ($0.string ?? "") }, "\(loss.viewing.name)")
    }
  }

  /// What a person sees: of 35 losses all are found, and of 175 harmless cells two are not `keeps`, both gradients.
  @Test func `Verdicts are what a person sees`() {
    let labels = Self.list("labels.json")
    var (lost, missed, harmless, found) = (0, [String](), 0, [String]())
    for name in Self.names {
      for viewing in Viewing.all {
        let isKept = Self.expected[name]?[viewing.name]?["verdict"]?.string == "keeps"
        switch labels[name]?[viewing.name]?.string ?? "harmless" {
        case "lost":
          lost += 1
          if isKept { missed.append(name) }
        case "harmless":
          harmless += 1
          if !isKept { found.append("\(name) \(viewing.name)") }
        default: break
        }
      }
    }
    #expect(lost == 35 && missed == [] && harmless == 175)
    #expect(found == ["m_grad_blue_yellow.png tritanopia", "m_grad_blue_yellow.png achromatopsia"])
  }

  /// The verdicts of each image, changed in the same way.
  private static func verdicts(_ change: @Sendable (Picture) -> Picture) -> [[ViewingLoss.Verdict]] {
    let verdicts = Mutex([[ViewingLoss.Verdict]](repeating: [], count: names.count))
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      guard let picture = try? Picture(png: bytes(names[index])) else { return }
      let found = change(picture).report(Viewing.all).renditions.map(\.verdict)
      verdicts.withLock { $0[index] = found }
    }
    return verdicts.withLock { $0 }
  }

  private static let plain = verdicts { $0 }

  @Test(arguments: Picture.Move.symmetries + Picture.Move.crops)
  func `Flips, turns and crops of one pixel change no verdict`(move: Picture.Move) {
    #expect(Set(Self.plain.joined()) == Set(ViewingLoss.Verdict.allCases))
    #expect(Self.verdicts { $0.moved(move) } == Self.plain)
  }

  @Test func `A copy of 16 bits has the same verdict`() { #expect(Self.verdicts(\.with16Bits) == Self.plain) }

  /// A report that is read again is equal.
  @Test(arguments: ["m_pie_husl.png", "m_text_deut.png"])
  func `The JSON contains the whole report`(name: String) throws {
    var options = ReportOptions()
    options.viewings = Viewing.all
    let report = try Reporter(options).report(png: Self.bytes(name)).rounded
    let json = JSONWriter.object { $0.members(of: report) }
    let again = try #require(GamutReport(JSONReader.read(json)))
    #expect(again.loss == report.loss)
    #expect(report.loss.renditions.contains { !$0.largest.isEmpty || !$0.confused.isEmpty })
  }
}
