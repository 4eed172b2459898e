import Gamut
import PNGCodec

/// The colours of a picture of the differences: white where nothing differs, then yellow up to the tolerance, and red to
/// black from there on. An entry is the mark of a pixel: 1 plus 16 times the difference, in units of the tolerance.
package enum DifferencePicture {
  static let colors: [SIMD3<UInt8>] = (0...255).map { mark in
    switch mark {
    case 0: return [0xff, 0xff, 0xff]
    case 1...16: return [0xff, UInt8(0xf8 - 4 * mark), UInt8(0xc0 - 10 * mark)]
    default:
      let share = min(Double(mark - 17) / 80, 1)
      return [UInt8(0xe0 - 0xa0 * share), 0, UInt8(0x30 + 0x20 * share)]
    }
  }

  static let mark = TextChunk(keyword: "gamut", text: "difference")

  package static func isOne(_ path: Pathname) -> Bool { mark.isIn(path) }
}

package final class DifferenceEncoder {
  private var encoder: PNGEncoder?
  private var none: [UInt8] = []
  private var isDamaged = false
  private let file: OutputFile
  private var failure: WriteError?

  package init(to file: OutputFile) { self.file = file }

  /// Adds the marks of a row; empty for a row without any, which has the width of the others.
  func add(_ marks: [UInt8], width: Int, height: Int) {
    guard !isDamaged, failure == nil else { return }
    do throws(PNGError) {
      if none.isEmpty {
        none = Array(repeating: 0, count: width)
        encoder = try PNGEncoder(
          ImageHeader(width: width, height: height, bitDepth: 8, colorType: .palette),
          palette: DifferencePicture.colors, color: HeatMapEncoder.color, texts: [DifferencePicture.mark])
      }
      try encoder?.write(marks.isEmpty ? none : marks)
      if let bytes = encoder?.take() { write(bytes) }
    } catch {
      isDamaged = true
    }
  }

  private func write(_ bytes: [UInt8]) {
    do { try file.write(bytes) } catch { failure = failure ?? error }
  }

  /// Ends the file and places it; false if it is not complete, because the images were not compared.
  package func finish() throws(WriteError) -> Bool {
    guard !isDamaged, let encoder = encoder.take(), let rest = try? encoder.finish() else { return false }
    write(rest)
    if let failure { throw failure }
    try file.finish()
    return true
  }
}

/// The marks of a small picture of the differences: of each cell the largest.
struct DifferenceCells {
  let columns, rows: Int
  private let factor: Int
  private(set) var marks: [UInt8]
  private var y = 0

  init(width: Int, height: Int, limit: Int) {
    // As ``ImageSurvey`` divides images.
    factor = max(1, (max(width, height) + limit - 1) / limit)
    (columns, rows) = ((width + factor - 1) / factor, (height + factor - 1) / factor)
    marks = Array(repeating: 0, count: columns * rows)
  }

  mutating func add(_ row: [UInt8]) {
    let first = y / factor * columns
    for x in row.indices where row[x] > 0 { marks[first + x / factor] = max(marks[first + x / factor], row[x]) }
    y += 1
  }
}
