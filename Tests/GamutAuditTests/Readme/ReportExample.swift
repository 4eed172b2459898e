import Gamut
import GamutKit

/// The first example of the README.
func reportExample(print: (Any...) -> Void) throws {
  // README
  var options = ReportOptions()
  options.depth = .sixteen
  let reporter = try Reporter(options)
  let report = try reporter.report(on: Pathname("Samples/two-reds.png"))

  print(report.verdict)
  print(report.loss.pixels.clipped, "of", report.loss.pixels.analyzed, "pixels clip")
  for group in report.loss.collapse.largest {
    guard let witnesses = group.witnesses else { continue }  // skip groups without flat colours
    print(group.members[0].code, "at", witnesses.first, "and", group.members[1].code, "at", witnesses.second)
  }
  print(report.loss.lostPixels, "pixels no longer stand out")
  // end
}
