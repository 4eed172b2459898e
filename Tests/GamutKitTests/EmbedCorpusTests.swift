import Foundation
import GamutKit
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Files from other sources, including an APNG: embed, then strip. Only the declarations of colour change.
@Suite struct EmbedCorpusTests {
  /// The chunks about colour; what eXIf says of it follows the declaration.
  private static let colorChunks = Set(ColorChunks.Kind.allCases.map(\.rawValue)).subtracting(["sBIT"]).union(["eXIf"])

  /// Returns the chunks that embed does not change.
  private func others(_ file: [UInt8]) throws -> [[UInt8]] {
    try #require(PNGChunk.split(file)).filter { !Self.colorChunks.contains($0.type) }.map(\.bytes)
  }

  private func embedThenStrip(_ file: [UInt8], _ change: (inout EmbedOptions) -> Void = { _ in }) throws {
    for space in [ReferenceSpace.displayP3, .sRGB] {
      var options = EmbedOptions(.space(.known(space)))
      // Many of these files declare gAMA.
      options.assume = .known(space)
      change(&options)
      if space != .sRGB { options.usesSRGBChunk = false }
      let embedder = try Embedder(options)
      let embedded = try embedder.embed(png: file).bytes
      #expect(try others(embedded) == others(file))
      #expect(try PNGDecoder.samples(of: embedded).samples == PNGDecoder.samples(of: file).samples)
      #expect(try embedder.embed(png: embedded).bytes == embedded)
      let structure = try PNGStructure(ByteSource(bytes: embedded))
      if let profile = structure.colorChunks.iCCP {
        _ = try Transform(Profile(bytes: profile.value.contents.get()))
      } else {
        #expect(structure.colorChunks.sRGB != nil)
      }
      let stripped = try Embedder(EmbedOptions(.none)).embed(png: embedded).bytes
      #expect(try others(stripped) == others(file))
      #expect(try PNGDecoder.samples(of: stripped).samples == PNGDecoder.samples(of: file).samples)
      #expect(try PNGReader(ByteSource(bytes: stripped)).declarations == [])
    }
  }

  @Test(.enabled(if: Corpus.path != nil, "GAMUT_CORPUS is not set"))
  func pngSuite() throws {
    let folder = try #require(Corpus.path) + "/pngsuite"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix("x") }
    #expect(names.filter { $0.hasSuffix(".png") }.count == 161)
    for name in names where name.hasSuffix(".png") {
      let file = Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))
      try embedThenStrip(file)
      try embedThenStrip(file) {
        $0.addsCICP = true
        $0.usesSRGBChunk = true
      }
    }
  }

  @Test func anAnimation() throws {
    var image = PNGBuilder(width: 40, height: 30, depth: 8, colorType: 6) { x, y, channel in x * y + 60 * channel }
    image.colorChunks = [.gAMA(45455)]
    image.otherChunks = [PNGChunk("tEXt", Array("Title\0frames".utf8))]
    image.imageDataSize = 300
    let frames = (1...3).map { frame in image.samples.map { $0 &* UInt16(frame) & 255 } }
    try embedThenStrip(PNGBuilder.file(image.animated(frames)))
  }
}
