import GamutKit
import PNGCodec
import SyntheticPNG
import TestSupport

extension Property {
  /// Embedding and stripping change the declarations of colour, and no other chunk.
  static let embed = Property(
    "embed", atMost: 4096, seeds: { PNGFiles.seeds }, words: { PNGFiles.words }
  ) { (bytes) throws(Violation) in
    for file in PNGFiles.variants(bytes) {
      let others = others(file)
      for embedder in Embedders.all { try checkEmbedding(embedder, file, others) }
    }
  }

  /// Embedding keeps all other chunks; a second run changes nothing, and stripping leaves no declaration.
  static func checkEmbedding(_ embedder: Embedder, _ file: [UInt8]) throws(Violation) {
    try checkEmbedding(embedder, file, others(file))
  }

  private static func checkEmbedding(_ embedder: Embedder, _ file: [UInt8], _ kept: [[UInt8]]) throws(Violation) {
    let embedded: [UInt8]
    do throws(EmbedError) {
      embedded = try embedder.embed(png: file).bytes
    } catch {
      return try require(!error.message.isEmpty, "an error without words")
    }
    try require(others(embedded) == kept, "another chunk than a declaration changes")
    let again = try succeed("a second run is refused") { () throws(EmbedError) in
      try embedder.embed(png: embedded).bytes
    }
    try require(again == embedded, "a second run changes the file")
    let stripped = try succeed("stripping is refused") { () throws(EmbedError) in
      try Embedders.strip.embed(png: embedded).bytes
    }
    try require(others(stripped) == kept, "stripping changes another chunk than a declaration")
    let declarations = try succeed("the stripped file is refused") { () throws(PNGError) in
      try PNGReader(ByteSource(bytes: stripped)).declarations
    }
    try require(declarations.isEmpty, "a stripped file declares \(declarations)")
  }

  /// Returns the chunks that embedding keeps, and what follows the last one. It keeps sBIT if that breaks no rule.
  private static func others(_ file: [UInt8]) -> [[UInt8]] {
    let chunks = PNGChunk.split(file) ?? []
    let rest = file.dropFirst(PNGBuilder.signature.count + chunks.reduce(0) { $0 + 12 + $1.data.count })
    let faulty = (try? PNGStructure(ByteSource(bytes: file)))?.faultyKinds.contains(.sBIT) == true
    let removed = faulty ? declaring.union(["sBIT"]) : declaring
    return chunks.filter { !removed.contains($0.type) }.map(\.bytes) + [Array(rest)]
  }

  private static let declaring = Set(ColorChunks.Kind.allCases.map(\.rawValue)).subtracting(["sBIT"])
}

enum Embedders {
  static let strip = make(EmbedOptions(.none))

  static let all: [Embedder] = {
    var list = [strip]
    for space in [ReferenceSpace.displayP3, .sRGB] {
      var options = EmbedOptions(.space(.known(space)))
      list.append(make(options))
      options.assume = .known(space)
      options.addsCICP = true
      options.usesSRGBChunk = space == .sRGB
      list.append(make(options))
      options.onlyUntagged = true
      list.append(make(options))
    }
    return list
  }()

  private static func make(_ options: EmbedOptions) -> Embedder {
    do throws(EmbedError) {
      return try Embedder(options)
    } catch {
      preconditionFailure("no embedder: \(error.message)")
    }
  }
}
