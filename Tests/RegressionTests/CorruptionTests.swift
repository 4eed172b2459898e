import FuzzProperties
import SyntheticPNG
import TestSupport
import Testing

/// Every truncation, every change of a byte and every change of the order of chunks: each command answers each file, or
/// refuses it with an error.
@Suite struct CorruptionTests {
  struct Seed: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var chunks: [PNGChunk] { PNGChunk.split(bytes) ?? [] }

    /// The number of damaged files: cut before each byte; six values of each byte, each with the old CRC and with the
    /// right one; each pair of chunks in the other order; each chunk twice; each left out.
    var fileCount: Int { bytes.count * (1 + 2 * 6) + chunks.count * (chunks.count - 1) / 2 + 2 * chunks.count }

    init(_ number: Int, _ bytes: [UInt8]) { (testDescription, self.bytes) = ("seed \(number)", bytes) }
  }

  /// Files of all colour types and depths, and of all declarations. Of each pair, the second one is interlaced and short.
  static let seeds: [Seed] = (Property.all.first { $0.name == "chunks" }?.seeds() ?? []).enumerated()
    .filter { $0.offset % 2 == 1 || $0.offset >= 30 }.map { Seed($0.offset, $0.element) }

  @Test func seedsAreMany() {
    let questions = Answers.Question.allCases.count
    #expect(Self.seeds.reduce(0) { $0 + $1.fileCount * questions } >= 200_000)
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: seeds) func everyDamagedFileIsAnswered(_ seed: Seed) {
    var answers = 0
    func ask(_ file: [UInt8], _ damage: @autoclosure () -> String) {
      for question in Answers.Question.allCases {
        do throws(Violation) {
          _ = try Answers.answer(question, of: file)
          answers += 1
        } catch {
          Issue.record("\(question) with \(damage()): \(error)")
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
