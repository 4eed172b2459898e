import Gamut
import GamutKit
import PNGCodec
import SyntheticPNG

/// What the commands answer to a file: each property once, so that hundreds of thousands of files take seconds.
public enum Answers {
  /// A question to a file, by its command.
  public enum Question: String, CaseIterable, Sendable {
    case inspect, report, embed, strip, convert
  }

  /// Returns whether there is an answer, and not an error; throws what does not hold.
  public static func answer(_ question: Question, of file: [UInt8]) throws(Violation) -> Bool {
    switch question {
    case .inspect: try inspect(file)
    case .report: try report(file)
    case .embed: try embed(file, Embedders.all[2])
    case .strip: try embed(file, Embedders.strip)
    case .convert: try convert(file)
    }
  }

  /// Returns the file with a correct CRC in each chunk, up to the first chunk that is cut off.
  public static func repaired(_ file: [UInt8]) -> [UInt8] { PNGFiles.repaired(file) }

  private static let inspector = Inspector()

  private static func inspect(_ file: [UInt8]) throws(Violation) -> Bool {
    let survey: ChunkSurvey
    do throws(PNGError) {
      survey = try inspector.inspect(png: file).survey
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      return false
    }
    for finding in survey.findings {
      try require((0...file.count).contains(finding.offset), "a finding outside the file: \(finding)")
    }
    return true
  }

  private static func report(_ file: [UInt8]) throws(Violation) -> Bool {
    let report: GamutReport
    do throws(GamutError) {
      report = try Reporters.eight.report(png: file)
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      return false
    }
    try Property.checkCounts(report)
    return true
  }

  private static func embed(_ file: [UInt8], _ embedder: Embedder) throws(Violation) -> Bool {
    try Property.checkEmbedding(embedder, file)
    return (try? embedder.embed(png: file)) != nil
  }

  /// The result can be read, and has the size of the file.
  private static func convert(_ file: [UInt8]) throws(Violation) -> Bool {
    let converted: [UInt8]
    let report: ConvertReport
    do throws(ConvertError) {
      (converted, report) = try Converters.all[0].convert(png: file)
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      return false
    }
    let image = try succeed("the result is refused") { () throws(GamutError) in
      try Reporters.eight.report(png: converted).image
    }
    try require(image == report.result, "\(image), and not \(report.result)")
    try require((image.width, image.height) == (report.image.width, report.image.height), "another size")
    return true
  }
}
