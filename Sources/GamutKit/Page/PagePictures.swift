import Gamut
import PNGCodec

struct PagePictures: Sendable {
  struct Views: Sendable {
    var original, result, map: [UInt8]
    var frame: LossReport.Box

    var size: Int { original.count + result.count + map.count }
  }

  let whole: Views
  /// The loss before and after, of the part around the largest one of a large image; nil if nothing is lost.
  let loss: LossPictures?
  /// The whole image for other eyes and in other light, in the order of the report.
  let renditions: [[UInt8]]
  let width, height: Int
  let marks: [Int]
  let rendition: Rendition
  /// Bits of the samples in the rendition's source.
  let depth: Int

  init(
    _ input: OpenedInput, of report: GamutReport, _ reporter: Reporter, budget: PageBudget.Share, threads: Int
  ) throws(GamutError) {
    self = try reporter.survey(
      input, of: report, limit: budget.side, threads: threads
    ) { survey, part, rendition throws(GamutError) in
      do throws(PNGError) {
        return try PagePictures(survey, part, of: report, rendition, budget)
      } catch {
        throw .png(error)
      }
    }
  }

  private init(
    _ survey: consuming ImageSurvey, _ part: consuming ImageSurvey?,
    of report: GamutReport, _ rendition: Rendition, _ budget: PageBudget.Share
  ) throws(PNGError) {
    self.rendition = rendition
    depth = survey.layout.depth
    func views(_ survey: borrowing ImageSurvey) throws(PNGError) -> Views {
      return Views(
        original: try SmallPicture.meant(survey),
        result: try SmallPicture.shown(survey, in: rendition.destination, isSRGB: report.destination.space == .sRGB),
        map: try HeatMapEncoder.encode(survey), frame: survey.frame)
    }
    func loss(_ survey: borrowing ImageSurvey) throws(PNGError) -> LossPictures? {
      report.loss.lostPixels > 0 ? try LossPictures(survey, of: report, in: rendition) : nil
    }
    var shown: LossPictures?
    if var part {
      shown = try loss(part)
      while let size = shown?.size, size > budget.bytes / 2, max(part.columns, part.rows) > 32 {
        part.halve()
        shown = try loss(part)
      }
    }
    let isOfPart = shown != nil
    var whole = try views(survey)
    if !isOfPart { shown = try loss(survey) }
    while whole.size + (shown?.size ?? 0) > budget.bytes, max(survey.columns, survey.rows) > 32 {
      survey.halve()
      whole = try views(survey)
      if !isOfPart { shown = try loss(survey) }
    }
    self.whole = whole
    self.loss = shown
    (width, height) = (survey.columns, survey.rows)
    var renditions: [[UInt8]] = []
    repeat {
      if !renditions.isEmpty { survey.halve() }
      renditions = []
      for loss in report.loss.renditions {
        renditions.append(try SmallPicture.seen(survey, loss.viewing, in: rendition.destination))
      }
    } while renditions.reduce(0, { $0 + $1.count }) > budget.bytes && max(survey.columns, survey.rows) > 32
    self.renditions = renditions
    marks = survey.markCounts
  }
}

struct PageBudget: Sendable {
  /// The room for one image: the most bytes of its pictures, before Base64, and the largest width and height.
  struct Share: Sendable {
    var bytes, side: Int
  }

  private let files: Int
  private let total: Int
  private let side: Int
  private let weights: Double

  private static let least = 2048

  init(files: Int, pictured: Int, others: Int, memory: Int, threads: Int) {
    self.files = files
    let wanted =
      files <= 20 ? 6 << 20 : files <= 300 ? max(1_200_000, 120 << 20 / files) : 1_200_000 + 400 * (files - 300)
    total = min(wanted, 9 << 20, memory / 4) - Self.least * others
    weights = (0..<pictured).reduce(0) { $0 + Self.weight($1) }
    // A cell of a survey takes 40 bytes, and 200 more while its loss is drawn.
    side = Int((Double(memory / 2 / max(threads, 1)) / 240).squareRoot())
  }

  private static func weight(_ rank: Int) -> Double { 1 / (1 + Double(rank) / 10) }

  /// Returns the room for the image of a rank, from 0; nil is an image that does not change, which has a thumbnail.
  func share(_ rank: Int?) -> Share {
    guard let rank else { return Share(bytes: Self.least, side: min(64, side)) }
    let bytes = max(Self.least, Int(Double(total) * Self.weight(rank) / max(weights, 1)))
    let wanted = bytes > 1 << 20 ? 1024 : bytes > 100_000 ? 640 : bytes > 40_000 ? 480 : bytes > 10_000 ? 320 : 160
    return Share(bytes: bytes, side: min(wanted, side))
  }

  /// Returns the maximum number of regions, and of pairs, in the lists of the image of a rank; nil for all.
  func lists(_ rank: Int) -> Int? { files <= 200 ? nil : rank < 20 ? 10 : 2 }
}
