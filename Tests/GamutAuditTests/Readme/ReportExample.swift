import Gamut
import GamutKit

/// The first example of the README.
func reportExample(print: (Any...) -> Void) throws {
  // README
  var options = ReportOptions()
  options.depth = .sixteen
  let reporter = try Reporter(options)
  let report = try reporter.report(Pathname("Samples/two-reds.png"))

  print(report.verdict)
  print(report.loss.pixels.clipped, "of", report.loss.pixels.analyzed, "pixels clip")
  for pair in report.loss.areas.largest {
    print(pair.first.color.code, "and", pair.second.color.code, "both become", pair.first.color.becomes)
  }
  for region in report.loss.steps.largest {
    print(region.pixels, "pixels around", region.witness, "have lost a difference of", region.loss)
  }
  print(report.loss.lostPixels, "pixels are lost")
  // end
}
