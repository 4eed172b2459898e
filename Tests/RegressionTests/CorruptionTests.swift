import FuzzProperties
import SyntheticPNG
import TestSupport
import Testing

/// Every truncation, every change of a byte and every change of the order of chunks: each command answers each file, or
/// refuses it with an error, in time.
@Suite struct CorruptionTests {
  struct Seed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var chunks: [PNGChunk] { PNGChunk.split(bytes) ?? [] }

    /// The number of damaged files: cut before each byte; six values of each byte, each with the old CRC and with the
    /// right one; each pair of chunks in the other order; each chunk twice; each left out.
    var fileCount: Int { bytes.count * (1 + 2 * 6) + chunks.count * (chunks.count - 1) / 2 + 2 * chunks.count }

    init(_ name: String, _ image: PNGBuilder) { self.init(name, image.chunks) }

    init(_ name: String, _ chunks: [PNGChunk]) { (testDescription, bytes) = (name, PNGBuilder.file(chunks)) }
  }

  static let seeds: [Seed] = {
    func image(
      _ type: Int, _ depth: Int, _ chunks: [PNGChunk] = [], _ change: (inout PNGBuilder) -> Void = { _ in }
    ) -> PNGBuilder {
      var image = PNGBuilder(width: 9, height: 7, depth: depth, colorType: type) { x, y, channel in
        (channel == 0 ? 0xffff - 31 * x : 97 * y ^ 57 * x) * (channel + 1)
      }
      image.colorChunks = chunks
      change(&image)
      return image
    }
    func indexed(_ depth: Int, _ transparency: [UInt8]?) -> PNGBuilder {
      image(3, depth, [.cICP(12, 13)]) {
        $0.samples = $0.samples.map { $0 % 2 }
        $0.palette = [255, 0, 0, 250, 0, 9]
        $0.transparency = transparency
      }
    }
    let profile = ICCBuilder.sRGBPrimaries(curve: ICCData.curve([0x0233])).bytes()
    let light = [
      PNGChunk("mDCV", [UInt8](repeating: 9, count: 24)), PNGChunk("cLLI", [0, 0, 3, 0, 0, 0, 3, 0]),
    ]
    let texts = [
      PNGChunk("tEXt", Array("Title\0text".utf8)), PNGChunk("zTXt", Array("Title\0\0".utf8) + deflated([65, 66])),
      PNGChunk("iTXt", Array("Title\0\u{1}\0en\0Titel\0".utf8) + deflated([65, 66])),
      PNGChunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]), PNGChunk("bKGD", [0, 1, 0, 2, 0, 3]),
    ]
    return [
      Seed("grey of 1 bit", image(0, 1)), Seed("grey of 2 bits", image(0, 2, [.gAMA(45455)])),
      Seed("grey of 4 bits with a transparent colour", image(0, 4) { $0.transparency = [0, 1] }),
      Seed("grey of 16 bits", image(0, 16, [.cICP(12, 13)])),
      Seed("RGB with a profile", image(2, 8, [.iCCP(profile)])),
      Seed(
        "RGB of 16 bits, sRGB, gAMA and cHRM", image(2, 16, [.sRGB(), .gAMA(45455), .cHRM(PNGChunk.sRGBPrimaries)])),
      Seed("RGB in several IDAT chunks", image(2, 8, [.cICP(12, 13)]) { $0.imageDataSize = 5 }),
      Seed("RGB with light levels", image(2, 8, [.cICP(9, 1)] + light)),
      Seed("palette of 1 bit", indexed(1, nil)), Seed("palette of 2 bits with transparency", indexed(2, [0])),
      Seed("palette of 8 bits with transparency", indexed(8, [0, 128])),
      Seed("grey and alpha", image(4, 8)), Seed("grey and alpha of 16 bits with a gamma", image(4, 16, [.gAMA(50000)])),
      Seed("RGBA, interlaced", image(6, 8, [.cICP(12, 13)]) { $0.isInterlaced = true }),
      Seed("RGBA of 16 bits", image(6, 16, [.gAMA(45455), .cHRM(PNGChunk.p3Primaries)])),
      Seed("texts", image(2, 8) { $0.otherChunks = texts }),
      Seed("animation", image(2, 8, [.cICP(12, 13)]).animated([image(2, 8).samples, image(2, 8).samples])),
    ]
  }()

  /// What the seeds have to cover, read from their bytes by their lengths alone.
  @Test func seedsCoverTheFormat() {
    var kinds: Set<[UInt8]> = []
    var types: Set<String> = []
    for seed in Self.seeds {
      kinds.insert([seed.bytes[24], seed.bytes[25]])
      types.formUnion(seed.chunks.map(\.type))
    }
    for kind: [UInt8] in [
      [1, 0], [2, 0], [4, 0], [16, 0], [8, 2], [16, 2], [1, 3], [2, 3], [8, 3], [8, 4], [16, 4], [8, 6], [16, 6],
    ] {
      #expect(kinds.contains(kind), "depth and colour type \(kind)")
    }
    #expect(
      types.isSuperset(of: [
        "PLTE", "tRNS", "iCCP", "cICP", "sRGB", "gAMA", "cHRM", "mDCV", "cLLI", "tEXt", "zTXt", "iTXt", "acTL", "fcTL",
        "fdAT",
      ]))
    #expect(Self.seeds.contains { $0.bytes[28] == 1 })
    #expect(Self.seeds.contains { seed in seed.chunks.filter { $0.type == "IDAT" }.count > 2 })
    let questions = Answers.Question.allCases.count
    #expect(Self.seeds.reduce(0) { $0 + $1.fileCount * questions } >= 200_000)
  }

  @Test func seedsHaveAnswers() throws {
    for seed in Self.seeds {
      for question in Answers.Question.allCases where question != .convert || seed.testDescription != "animation" {
        #expect(try Answers.answer(question, of: seed.bytes), "\(question) of \(seed.testDescription)")
      }
    }
  }

  @Test(arguments: seeds) func everyDamagedFileIsAnswered(_ seed: Seed) {
    var answers = 0
    func ask(_ file: [UInt8], _ damage: @autoclosure () -> String) {
      for question in Answers.Question.allCases {
        let start = ContinuousClock.now
        do throws(Violation) {
          _ = try Answers.answer(question, of: file)
          answers += 1
        } catch {
          Issue.record("\(question) with \(damage()): \(error)")
        }
        let time = ContinuousClock.now - start
        // A hundred times what the slowest needs alone on a machine.
        if time > .seconds(ProcessorTime.limit * ProcessorTime.slowdown) {
          Issue.record("\(question) with \(damage()) took \(time)")
        }
      }
    }
    let (bytes, chunks) = (seed.bytes, seed.chunks)
    for place in bytes.indices {
      ask(Array(bytes.prefix(place)), "\(place) bytes")
      for value in [bytes[place] ^ 1, bytes[place] ^ 0x10, bytes[place] ^ 0x80, 0, 0x7f, 255] {
        var changed = bytes
        changed[place] = value
        ask(changed, "\(value) at byte \(place)")
        ask(Answers.repaired(changed), "\(value) at byte \(place) and right CRCs")
      }
    }
    for place in chunks.indices {
      for other in chunks.indices where other > place {
        var changed = chunks
        changed.swapAt(place, other)
        ask(PNGBuilder.file(changed), "chunks \(place) and \(other) swapped")
      }
      ask(PNGBuilder.file(Array(chunks[...place] + chunks[place...])), "chunk \(place) twice")
      ask(PNGBuilder.file(Array(chunks[..<place] + chunks[(place + 1)...])), "no chunk \(place)")
    }
    #expect(answers == seed.fileCount * Answers.Question.allCases.count)
  }
}
