import ArgumentParser
import GamutKit
import LibC

/// The contents of an HTML page besides the rows.
struct PagePictureOptions: ParsableArguments {
  @Option(help: "Images that have pictures on a page (html): the 200 worst, all with findings, or none.")
  var pictures = PageOptions().pictures

  var options: PageOptions {
    PageOptions(pictures: pictures, time: Self.time, command: ArgumentBytes.commandLine)
  }

  /// The current time, or that of SOURCE_DATE_EPOCH (reproducible-builds.org), so that a page can be made again byte for
  /// byte.
  private static var time: Int {
    unsafe getenv("SOURCE_DATE_EPOCH").flatMap { unsafe Int(String(cString: $0)) } ?? currentTime()
  }
}

private func currentTime() -> Int { time(nil) }

extension PageOptions.Pictures: Choice {}
