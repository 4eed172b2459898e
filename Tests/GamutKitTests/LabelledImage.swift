import Dispatch
import Gamut
import PNGCodec
import Synchronization
import TestSupport

@testable import GamutKit

/// An image of `Labels`, with what a careful person sees on a display of Display P3 and misses on one of sRGB.
struct LabelledImage: Sendable {
  enum Label: String {
    case must
    case mustNot = "must not"
    case either
  }

  var file, name: String
  var label: Label
  var picture: Picture

  static let all: [LabelledImage] = {
    let folder = "Tests/GamutKitTests/Labels/"
    let list = (try? JSONValue(parsing: Repository.bytes(folder + "labels.json")))?.array ?? []
    return list.compactMap { entry in
      guard let file = entry["file"]?.string, let family = entry["family"]?.string, let name = entry["name"]?.string,
        let label = entry["label"]?.string.flatMap(Label.init), let bytes = try? Repository.bytes(folder + file),
        let picture = try? Picture(png: bytes)
      else { return nil }
      return LabelledImage(file: file, name: "\(family): \(name)", label: label, picture: picture)
    }
  }()

  /// The verdicts of all images as they are.
  static let verdicts = verdicts { $0.picture }

  /// Returns the verdicts of all images, each changed in the same way.
  static func verdicts(_ change: @Sendable (LabelledImage) -> Picture) -> [LossReport.Verdict] {
    let images = all
    let verdicts = Mutex([LossReport.Verdict](repeating: .fits, count: images.count))
    DispatchQueue.concurrentPerform(iterations: images.count) { index in
      let verdict = change(images[index]).verdict
      verdicts.withLock { $0[index] = verdict }
    }
    return verdicts.withLock { $0 }
  }

  /// Returns the names of the images that a change makes collapse, or not collapse any more.
  static func differing(_ change: @Sendable (LabelledImage) -> Picture) -> [String] {
    zip(all, zip(verdicts, verdicts(change))).filter { ($1.0 == .collapses) != ($1.1 == .collapses) }
      .map { "\($0.file) \($0.name): \($1.0), then \($1.1)" }
  }
}

/// The pixels of an image and what they mean.
struct Picture: Sendable {
  private var layout: PixelLayout
  private let source: SourceSpace
  /// The samples of each pixel.
  private var pixels: [[UInt16]]

  init(png: [UInt8]) throws {
    let reader = try PNGReader(ByteSource(bytes: png))
    let color = try DeclarationInForce(assumed: nil).source(
      reader.colorChunks, isGrey: reader.header.colorType.isGrey)
    source = color.meaning
    var decoder = try PNGDecoder(reader)
    let layout = decoder.layout
    self.layout = layout
    pixels = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: layout.bytesPerRow, alignment: 16)
    defer { unsafe buffer.deallocate() }
    while try unsafe decoder.readRows(into: buffer) > 0 {
      for x in 0..<layout.width {
        pixels.append(
          (0..<layout.channels).map { channel in
            let index = x * layout.channels + channel
            return layout.depth == 16
              ? unsafe buffer.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
              : UInt16(unsafe buffer[index])
          })
      }
    }
    _ = try decoder.finish()
  }

  var depth: Int { layout.depth }
  var width: Int { layout.width }
  var height: Int { layout.height }

  /// The verdict in sRGB with 8 bits.
  var verdict: LossReport.Verdict { report([]).verdict }

  /// The report for sRGB with 8 bits, with renditions for some eyes and lights.
  func report(_ viewings: [Viewing]) -> LossReport {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(layout.bytesPerRow * layout.height)
    for sample in pixels.joined() {
      bytes.append(UInt8(truncatingIfNeeded: sample))
      if layout.depth == 16 { bytes.append(UInt8(sample >> 8)) }
    }
    // All rows at once, which takes one pass.
    var rendition = Rendition(source: source, destination: .sRGB)
    rendition.viewings = viewings
    var analyzer = Analyzer(rendition, layout: layout)
    var batch = RowBatch(layout, bytes: bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe batch.buffer.copyMemory(from: $0) }
    batch.rows = layout.height
    batch.classify(with: analyzer.classifier)
    analyzer.absorb(batch)
    return analyzer.finish()
  }

  /// Returns an image of another size, each pixel of which is that at a position of this one.
  private func moved(width: Int, height: Int, _ position: (_ x: Int, _ y: Int) -> (x: Int, y: Int)) -> Picture {
    var result = self
    (result.layout.width, result.layout.height) = (width, height)
    result.pixels = (0..<width * height).map { index in
      let (x, y) = position(index % width, index / width)
      return pixels[y * self.width + x]
    }
    return result
  }

  enum Move: CaseIterable {
    case flippedAcross, flippedDown, quarterTurn, halfTurn, threeQuarterTurn, transposed
    case withoutLeft, withoutRight, withoutTop, withoutBottom

    static let symmetries: [Move] = [
      .flippedAcross, .flippedDown, .quarterTurn, .halfTurn, .threeQuarterTurn, .transposed,
    ]
    static let crops: [Move] = [.withoutLeft, .withoutRight, .withoutTop, .withoutBottom]
  }

  func moved(_ move: Move) -> Picture {
    let (w, h) = (width, height)
    return switch move {
    case .flippedAcross: moved(width: w, height: h) { (w - 1 - $0, $1) }
    case .flippedDown: moved(width: w, height: h) { ($0, h - 1 - $1) }
    case .halfTurn: moved(width: w, height: h) { (w - 1 - $0, h - 1 - $1) }
    case .quarterTurn: moved(width: h, height: w) { ($1, h - 1 - $0) }
    case .threeQuarterTurn: moved(width: h, height: w) { (w - 1 - $1, $0) }
    case .transposed: moved(width: h, height: w) { ($1, $0) }
    case .withoutLeft: moved(width: w - 1, height: h) { ($0 + 1, $1) }
    case .withoutRight: moved(width: w - 1, height: h) { ($0, $1) }
    case .withoutTop: moved(width: w, height: h - 1) { ($0, $1 + 1) }
    case .withoutBottom: moved(width: w, height: h - 1) { ($0, $1) }
    }
  }

  /// The image with an alpha of 254 wherever it is opaque.
  var nearlyOpaque: Picture {
    let opaque = UInt16(layout.depth == 16 ? 65_535 : 255)
    let nearly = UInt16(layout.depth == 16 ? 254 * 257 : 254)
    var result = self
    if layout.hasAlpha {
      for index in pixels.indices where pixels[index].last == opaque {
        result.pixels[index][layout.channels - 1] = nearly
      }
      return result
    }
    result.layout.hasAlpha = true
    result.layout.transparentColor = nil
    for index in pixels.indices {
      let color =
        layout.isGrey ? SIMD3(repeating: pixels[index][0]) : SIMD3(pixels[index][0], pixels[index][1], pixels[index][2])
      result.pixels[index].append(color == layout.transparentColor ? 0 : nearly)
    }
    return result
  }

  /// The same with 16 bits, if it has 8.
  var with16Bits: Picture {
    guard depth == 8 else { return self }
    var result = self
    result.layout.depth = 16
    result.layout.transparentColor = layout.transparentColor.map { $0 &* 257 }
    result.pixels = pixels.map { $0.map { $0 * 257 } }
    return result
  }

  /// The image with -1, 0 or 1 added to each channel but alpha, with equal chances.
  func withNoise(seed: UInt64) -> Picture {
    var random = RandomSource(seed: seed)
    var result = self
    for index in pixels.indices {
      for channel in 0..<(layout.isGrey ? 1 : 3) {
        let sample = Int(pixels[index][channel]) + Int.random(in: -1...1, using: &random)
        result.pixels[index][channel] = UInt16(min(max(sample, 0), 1 << depth - 1))
      }
    }
    return result
  }
}
