import Gamut
import PNGCodec

/// The pictures of one image, as PNG, and the counts for its charts.
struct PagePictures: Sendable {
  /// The original, the result and the heat map, in one size.
  struct Views: Sendable {
    var original, result, map: [UInt8]
    /// The part of the image, in its pixels.
    var frame: ImageSurvey.Frame

    var size: Int { original.count + result.count + map.count }
  }

  let whole: Views
  /// Those of the part around the largest loss; nil if that is most of the image.
  let detail: Views?
  /// The loss before and after; nil if nothing is lost.
  let loss: LossPictures?
  /// The whole image for other eyes and in other light, in the order of the report.
  let renditions: [[UInt8]]
  let width, height: Int
  /// The numbers of clipped pixels by the step of their shift, and of all pixels by their mark.
  let histogram, marks: [Int]
  /// The chromaticities, if there is room for them.
  let chromaticities: ChromaticityCount?
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
      let isSRGB = report.destination.space == .sRGB
      return Views(
        original: try SmallPicture.meant(survey),
        result: try SmallPicture.shown(survey, in: rendition.destination, isSRGB: isSRGB),
        map: try HeatMapEncoder.encode(survey), frame: survey.frame)
    }
    func loss(_ survey: borrowing ImageSurvey) throws(PNGError) -> LossPictures? {
      report.loss.lostPixels > 0 ? try LossPictures(survey, of: report, in: rendition) : nil
    }
    var (detail, lossOfPart): (Views?, LossPictures?)
    if var part {
      // The part takes at most two thirds of the room, and only its loss is needed.
      lossOfPart = try loss(part)
      while let size = lossOfPart?.size, size > budget.bytes / 3, max(part.columns, part.rows) > 32 {
        part.halve()
        lossOfPart = try loss(part)
      }
      let made = try views(part)
      if made.size <= budget.bytes / 3 { detail = made }
    }
    self.detail = detail
    let room = budget.bytes - (detail?.size ?? 0) - (lossOfPart?.size ?? 0)
    var whole = try views(survey)
    var lossOfWhole: LossPictures?
    while true {
      let isSmallest = max(survey.columns, survey.rows) <= 32
      if whole.size <= room || isSmallest {
        if lossOfPart == nil { lossOfWhole = try loss(survey) }
        if whole.size + (lossOfWhole?.size ?? 0) <= room || isSmallest { break }
      }
      // Half the width and height takes about a third of the room.
      var size = whole.size
      repeat {
        survey.halve()
        size /= 3
      } while size > room && max(survey.columns, survey.rows) > 32
      whole = try views(survey)
    }
    self.whole = whole
    self.loss = lossOfPart ?? lossOfWhole
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
    (histogram, marks) = (survey.histogram, survey.markCounts)
    chromaticities = budget.hasCharts && report.loss.pixels.clipped > 0 ? survey.chromaticities : nil
  }
}

/// The room of a page for the details of images.
struct PageBudget: Sendable {
  /// The room for one image.
  struct Share: Sendable {
    /// The maximum number of bytes of its pictures, before Base64 encoding.
    var bytes: Int
    /// The maximum width and height of a picture.
    var side: Int
    var hasCharts: Bool
  }

  /// The maximum number of bytes of all pictures.
  private let total: Int
  /// The maximum width and height that memory allows.
  private let side: Int
  private let weights: Double
  /// The maximum number of regions, and of pairs, of the worst image; nil for all.
  private let listed: Double?

  private static let chartLimit = 20
  /// The least that an image gets.
  private static let least = 2048

  init(files: Int, pictured: Int, others: Int, numbers: Int, memory: Int, threads: Int) {
    // 300 files fit 3 MB, with Base64 and the rest of the document.
    let room = max(1_200_000, (2_800_000 - numbers) / 4 * 3)
    let wanted =
      files <= 20 ? 6 << 20 : files <= 300 ? max(room, 120 << 20 / files) : max(room, 1_200_000 + 400 * (files - 300))
    total = min(wanted, 9 << 20, memory / 4) - Self.least * others
    weights = (0..<pictured).reduce(0) { $0 + Self.weight($1) }
    // An item of a list takes 200 to 500 bytes.
    listed = files <= 20 ? nil : 1200 / (0..<min(files, 1000)).reduce(0) { $0 + Self.weight($1) }
    // A cell of a survey takes 40 bytes, and 200 more while its loss is drawn.
    side = Int((Double(memory / 2 / max(threads, 1)) / 240).squareRoot())
  }

  /// The worst images get more.
  private static func weight(_ rank: Int) -> Double { 1 / (1 + Double(rank) / 10) }

  /// Returns the room for the image of a rank, from 0; nil is an image that does not change, which has a thumbnail.
  func share(_ rank: Int?) -> Share {
    guard let rank else { return Share(bytes: Self.least, side: min(64, side), hasCharts: false) }
    let bytes = max(Self.least, Int(Double(total) * Self.weight(rank) / max(weights, 1)))
    let wanted = bytes > 1 << 20 ? 1024 : bytes > 100_000 ? 640 : bytes > 40_000 ? 480 : bytes > 10_000 ? 320 : 160
    return Share(bytes: bytes, side: min(wanted, side), hasCharts: rank < Self.chartLimit)
  }

  /// Returns the maximum number of regions, and of pairs, in the lists of the image of a rank; nil for all.
  func lists(_ rank: Int) -> Int? { listed.map { max(2, Int($0 * Self.weight(rank))) } }
}
