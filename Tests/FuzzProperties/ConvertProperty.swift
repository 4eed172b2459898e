import Gamut
import GamutKit
import PNGCodec
import SyntheticPNG

extension Property {
  /// A converted file has the size of the original, fits its destination, and does not depend on the threads.
  static let convert = Property(
    "convert", atMost: 2048, seeds: { PNGFiles.seeds + PixelBytes.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    for file in PNGFiles.small(of: bytes) {
      for converter in Converters.all { try check(file, converter) }
    }
  }

  private static func check(_ file: [UInt8], _ converter: Converter) throws(Violation) {
    let converted: [UInt8]
    let report: ConvertReport
    do throws(ConvertError) {
      (converted, report) = try converter.convert(png: file)
    } catch {
      try require(!error.message.isEmpty, "an error without words")
      let other = fault(file, converter, threads: 3)
      return try require(
        other?.code == error.code, "with 3 threads: \(other.map { "\($0)" } ?? "no error"), with one: \(error)")
    }
    let other = try succeed("an error with 3 threads") { () throws(ConvertError) in
      try converter.convert(png: file, threads: 3)
    }
    try require(other.bytes == converted && other.report == report, "another file with 3 threads")
    let result = try succeed("the result is refused") { () throws(GamutError) in
      try Reporters.eight.report(png: converted)
    }
    try require(
      (result.image.width, result.image.height) == (report.image.width, report.image.height), "another size")
    try require(result.image == report.result, "\(result.image), and not \(report.result)")
    try require(result.verdict == .fits, "the result does not fit: \(result.loss)")
    let again = try succeed("the result cannot be converted") { () throws(ConvertError) in
      try converter.convert(png: converted)
    }
    try require(again.bytes == converted, "converting the result changes it")
  }

  private static func fault(_ file: [UInt8], _ converter: Converter, threads: Int) -> ConvertError? {
    do throws(ConvertError) {
      _ = try converter.convert(png: file, threads: threads)
      return nil
    } catch {
      return error
    }
  }
}

/// Made once, because each has tables.
enum Converters {
  static let all = ConvertOptions.Mapping.allCases.map { mapping in
    var options = ConvertOptions(to: .sRGB)
    options.assume = .displayP3
    options.mapping = mapping
    options.compression = .fast
    if mapping == .css { options.depth = .sixteen }
    do throws(ConvertError) {
      return try Converter(options)
    } catch {
      preconditionFailure("no converter: \(error.message)")
    }
  }
}
