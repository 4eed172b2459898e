import Gamut
import PNGCodec

/// The pictures of one image, as PNG, and the counts for its charts.
struct ImagePictures: Sendable {
  var meant, shown, map: [UInt8]
  /// A smaller version of `meant`.
  var thumbnail: Thumbnail
  /// The size of `meant` and `shown`, in pixels.
  var width, height: Int
  /// The number of image pixels along each edge of one of these pixels.
  var factor: Int
  /// The size of the map in pixels, and the number of image pixels per map pixel: a fraction if the map is enlarged.
  var mapWidth, mapHeight: Int
  var mapFactor: Double
  var histogram: [Int]
  /// The pixels of the histogram that are not lost.
  var onlyClipped: [Int]
  /// The number of pixels lost in shapes and gradients, as flat colours, and in either way.
  var lostInRegions, merged, lost: Int
  var chromaticities: ChromaticityCount
  var rendition: Rendition
  /// Bits of the samples in the rendition's source.
  var depth: Int

  struct Thumbnail: Sendable {
    var bytes: [UInt8]
    var width, height: Int
  }

  /// The size limits of pictures.
  struct Limits: Sendable, Hashable {
    /// The maximum width and height, in pixels.
    var side: Int
    /// The maximum number of bytes of a picture, and of a map, before Base64 encoding.
    var pictureBytes, mapBytes: Int

    /// Creates the limits for a page with the given number of images in detail.
    init(images: Int) {
      side = images <= 1 ? 1024 : images <= 8 ? 640 : images <= 20 ? 480 : 320
      pictureBytes = min(3 << 20, (8 << 20) / (2 * max(images, 1)))
      mapBytes = min(1 << 20, (5 << 19) / max(images, 1))
    }
  }

  /// Maps of small images are enlarged to about this many pixels, so that single pixels are visible.
  private static let mapSide = 480
  private static let thumbnailSide = 80

  init(
    _ input: OpenedInput, of report: GamutReport, _ reporter: Reporter, limits: Limits, threads: Int
  ) throws(GamutError) {
    var survey = try reporter.survey(input, of: report, limit: limits.side, threads: threads)
    rendition = try reporter.renditionRows(input).tables.rendition
    depth = survey.layout.depth
    do {
      let isSRGB = report.destination.space == .sRGB
      meant = try SmallPicture.meant(survey)
      shown = try SmallPicture.shown(survey, in: rendition.destination, isSRGB: isSRGB)
      while max(meant.count, shown.count) > limits.pictureBytes, max(survey.columns, survey.rows) > 32 {
        survey.halve()
        meant = try SmallPicture.meant(survey)
        shown = try SmallPicture.shown(survey, in: rendition.destination, isSRGB: isSRGB)
      }
      (width, height, factor) = (survey.columns, survey.rows, survey.factor)
      func scale(_ survey: borrowing ImageSurvey) -> Int { max(1, Self.mapSide / max(survey.columns, survey.rows)) }
      map = try HeatMapEncoder.encode(survey, jnd: report.loss.jnd, scale: scale(survey))
      while map.count > limits.mapBytes, max(survey.columns, survey.rows) > 32 {
        survey.halve()
        map = try HeatMapEncoder.encode(survey, jnd: report.loss.jnd, scale: scale(survey))
      }
      (mapWidth, mapHeight) = (survey.columns * scale(survey), survey.rows * scale(survey))
      mapFactor = Double(survey.factor) / Double(scale(survey))
      while max(survey.columns, survey.rows) > Self.thumbnailSide { survey.halve() }
      thumbnail = Thumbnail(bytes: try SmallPicture.meant(survey), width: survey.columns, height: survey.rows)
    } catch {
      throw .png(error)
    }
    histogram = survey.histogram
    onlyClipped = survey.histogramOfUnlost
    (lostInRegions, merged, lost) = (survey.regionPixels, survey.mergedPixels, survey.lostPixels)
    chromaticities = survey.chromaticities
  }
}
