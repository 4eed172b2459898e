import Dispatch
import GamutKit

/// The example of a conversion. Returns the bytes of the conversion.
func convertExample(bytes: [UInt8], icon: Pathname, web: Pathname, print: (Any...) -> Void) async throws -> [UInt8] {
  // README
  var options = ConvertOptions(to: .sRGB)
  options.depth = .eight
  options.mapping = .preserve
  let converter = try Converter(options)
  let converted = try converter.convert(png: bytes).bytes
  let done = try converter.convert(icon, WriteOptions(.file(web)))
  print(done.destination, done.action)

  // In an actor or a task: the work takes processor time, and would block a thread that others share.
  let report = try await withCheckedThrowingContinuation { waiting in
    DispatchQueue.global().async { waiting.resume(with: Result { try Reporter().report(web) }) }
  }
  print(report.verdict)
  // end
  return converted
}
