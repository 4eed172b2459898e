import Gamut
import GamutKit

extension Property {
  /// An image is the same as itself; two images differ as much in either order, and with any number of threads.
  static let compare = Property(
    "compare", atMost: 2048, seeds: { PNGFiles.seeds + PixelBytes.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    let comparer = try succeed("no comparer") { () throws(GamutError) in try Comparer() }
    for file in PNGFiles.small(of: bytes) {
      let own: Comparison
      do throws(CompareError) {
        own = try comparer.compare(file, file)
      } catch {
        try require(!error.message.isEmpty, "an error without words")
        continue
      }
      try require(
        own.difference.verdict == .same && own.difference.reasons.isEmpty, "it is not itself: \(own.difference)")
      for converter in Converters.all {
        guard let converted = try? converter.convert(png: file).bytes else { continue }
        let found = try succeed("not compared") { () throws(CompareError) in try comparer.compare(file, converted) }
        let turned = try succeed("not turned") { () throws(CompareError) in try comparer.compare(converted, file) }
        let threads = try succeed("not with 2 threads") { () throws(CompareError) in
          try comparer.compare(file, converted, threads: 2)
        }
        try require(threads == found, "another result with 2 threads")
        let (there, back) = (found.difference, turned.difference)
        try require(
          there.verdict == back.verdict && there.pixels == back.pixels && there.regions == back.regions
            && there.regionPixels == back.regionPixels && there.shift.maximum == back.shift.maximum,
          "\(there.verdict), and \(back.verdict) in the other order")
      }
    }
  }
}
