import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// What `Comparer` says of pairs of images. The numbers are those of the definition in numpy (Tests/Readers/compare.py),
/// which checks many more.
@Suite struct ComparerTests {
  private static let (width, height) = (40, 30)

  /// An image whose samples are a function of a base of 40 to 230, x, y and channel; 3 is alpha.
  static func image(
    _ chunks: [PNGChunk] = [.sRGB()], depth: Int = 8, alpha: Bool = false,
    _ sample: (_ base: Int, _ x: Int, _ y: Int, _ channel: Int) -> Int = { base, _, _, _ in base }
  ) -> PNGBuilder {
    PNGBuilder(width: width, height: height, depth: depth, colorType: alpha ? 6 : 2) { x, y, channel in
      channel == 3 ? 6 * x + 1 : sample(40 + 2 * x + 3 * y + 15 * channel, x, y, channel)
    }.declaring(chunks)
  }

  private static func isInside(_ x: Int, _ y: Int, _ size: Int = 4) -> Bool {
    (10..<10 + size).contains(x) && (10..<10 + size).contains(y)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var a = ComparerTests.image()
    var b: PNGBuilder
    var verdict: PictureDifference.Verdict
    var reasons: [PictureDifference.Reason] = []
    /// The pixels with other codes, that are not equal, that differ, and of regions.
    var pixels: [Int]
    /// The largest and the mean shift.
    var shift = (maximum: 0.0, mean: 0.0)

    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "the same", b: image(), verdict: .same, pixels: [0, 0, 0, 0]),
    Case(name: "assumed sRGB", b: image([]), verdict: .same, pixels: [0, 0, 0, 0]),
    Case(name: "cICP of sRGB", b: image([.cICP(1, 13)]), verdict: .same, pixels: [0, 0, 0, 0]),
    Case(
      name: "no profile", a: image([.cICP(12, 13)]), b: image([]), verdict: .alike,
      reasons: [.init(.declaration, .b)], pixels: [0, 1200, 0, 0], shift: (1.72969262, 1.68035650)),
    Case(
      name: "another gamma", b: image([.gAMA(55_556)]), verdict: .differs, reasons: [.init(.curve)],
      pixels: [0, 1200, 1200, 1200], shift: (8.03512682, 6.38875636)),
    Case(
      name: "16 bits", b: image(depth: 16) { base, _, _, _ in 257 * base }, verdict: .same,
      reasons: [.init(.reencoded, .b)], pixels: [0, 0, 0, 0]),
    Case(
      name: "a region", b: image { $0 + (isInside($1, $2) && $3 == 0 ? 20 : 0) }, verdict: .differs,
      reasons: [.init(.regions)], pixels: [16, 16, 32, 32], shift: (10.1124997, 10.0623043)),
    Case(
      name: "a spot", b: image { $0 + (isInside($1, $2, 2) && $3 == 0 ? 20 : 0) }, verdict: .differs,
      reasons: [.init(.regions)], pixels: [4, 4, 12, 12], shift: (10.1124997, 10.0966072)),
    Case(
      name: "noise", b: image { base, x, y, _ in base + (x + y) % 2 }, verdict: .alike, reasons: [.init(.quantized)],
      pixels: [600, 600, 0, 0], shift: (0.489093075, 0.379610587)),
    Case(
      name: "no alpha", a: image(alpha: true), b: image(), verdict: .differs, reasons: [.init(.alphaDropped, .b)],
      pixels: [1200, 1200, 1200, 1200], shift: (75.4454875, 32.7056008)),
    Case(
      name: "alpha twice", a: image(alpha: true),
      b: image(alpha: true) { base, x, _, _ in (base * (6 * x + 1) + 127) / 255 },
      verdict: .differs, reasons: [.init(.premultiplied, .b)], pixels: [1200, 1200, 1119, 1119],
      shift: (21.7441332, 11.2465071)),
    Case(
      name: "bands", b: image { base, _, _, _ in base / 16 * 16 + 8 }, verdict: .alike,
      reasons: [.init(.quantized, .b)], pixels: [1200, 1200, 11, 0], shift: (11.2708337, 2.40264394)),
    Case(
      name: "a translucent region", a: image(alpha: true),
      b: image(alpha: true) { $0 + (isInside($1, $2) && $3 == 1 ? 30 : 0) }, verdict: .differs,
      reasons: [.init(.regions)], pixels: [16, 16, 32, 32], shift: (10.5237340, 9.60257288)),
    Case(
      name: "moved", b: image { base, x, _, _ in base - (x > 0 ? 2 : 0) }, verdict: .alike,
      reasons: [.init(.moved, offset: [1, 0])], pixels: [1170, 1170, 0, 0], shift: (0, 0)),
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: cases)
  func `Verdict and numbers in both directions`(_ example: Case) throws {
    for threads in 1...2 {
      let comparison = try Comparer().compare(example.a.bytes, example.b.bytes, threads: threads)
      let difference = comparison.difference
      #expect(difference.verdict == example.verdict)
      #expect(difference.reasons == example.reasons)
      let pixels = difference.pixels
      #expect([pixels.codes, pixels.unequal, pixels.differing, difference.regionPixels] == example.pixels)
      if example.shift.maximum > 0 {
        #expect(abs(difference.shift.maximum - example.shift.maximum) < 1e-6)
        #expect(abs(difference.shift.mean - example.shift.mean) < 1e-6)
      }
      let back = try Comparer().compare(example.b.bytes, example.a.bytes, threads: threads).difference
      #expect(back.verdict == difference.verdict && back.pixels == difference.pixels)
      #expect(back.largest == difference.largest && back.shift == difference.shift)
      #expect(back.reasons.map(\.code) == difference.reasons.map(\.code))
    }
  }

  @Test func `A region has a box, and the first pixel both colours`() throws {
    let changed = Self.image { $0 + (Self.isInside($1, $2) && $3 == 0 ? 20 : 0) }
    let difference = try Comparer().compare(Self.image().bytes, changed.bytes).difference
    // The surroundings of a corner have one of nine pixels that differ by 10: less than 1.75.
    #expect(difference.largest.map(\.box) == [.init(x: 9, y: 9, width: 6, height: 6)])
    #expect(difference.first?.position == .init(x: 10, y: 10))
    #expect(difference.first?.a == [90, 105, 120, 255] && difference.first?.b == [110, 105, 120, 255])
    #expect(difference.direction.y > 0, "redder")
  }

  @Test func `Sizes, hidden colours, codes and displays`() throws {
    func verdict(_ a: PNGBuilder, _ b: PNGBuilder, _ change: (inout CompareOptions) -> Void = { _ in }) throws -> String
    {
      var options = CompareOptions()
      change(&options)
      let difference = try Comparer(options).compare(a.bytes, b.bytes).difference
      return ([difference.verdict.rawValue] + difference.reasons.map(\.code.rawValue)).joined(separator: " ")
    }
    let other = PNGBuilder(width: 40, height: 31) { _, _, _ in 0 }
    #expect(try verdict(Self.image(), other) == "differs size")
    var hidden = Self.image(alpha: true)
    var colors = hidden
    for index in stride(from: 3, to: 400, by: 4) {
      (hidden.samples[index], colors.samples[index]) = (0, 0)
      colors.samples[index - 1] = 7
    }
    #expect(try verdict(hidden, colors) == "same hidden-colors")
    // Two reds of Display P3 that are #ff0000 in sRGB, and one code in two spaces.
    let reds = [255, 245].map { red in
      return PNGBuilder(width: 9, height: 9) { _, _, channel in channel == 0 ? red : 0 }.declaring([.cICP(12, 13)])
    }
    let untagged = reds[0].declaring([])
    #expect(try verdict(reds[0], reds[1]).hasPrefix("differs"))
    #expect(try verdict(reds[0], reds[1]) { $0.display = .sRGB } == "same")
    #expect(try verdict(reds[0], untagged) == "differs declaration")
    #expect(try verdict(reds[0], untagged) { $0.ignoresDeclarations = true } == "same")
    #expect(try verdict(reds[0], untagged) { $0.assume = .displayP3 } == "same")
    #expect(try verdict(reds[0], untagged) { $0.tolerance = 20 } == "alike declaration")
  }

  /// The file is that of Examples/snapshots.
  @Test func `The example compares snapshots`() throws {
    let diffing = try Diffing.picture()
    let (p3, untagged) = (Self.image([.cICP(12, 13)]), Self.image([]))
    let linear = Self.image([.gAMA(100_000)])
    #expect(diffing.diff(p3.bytes, p3.bytes) == nil)
    #expect(diffing.diff(untagged.bytes, Self.image([.sRGB()]).bytes) == nil)
    #expect(diffing.diff(untagged.bytes, linear.bytes)?.contains("differs: 40 x 30 at 0, 0") == true)
    #expect(diffing.diff(untagged.bytes, [1])?.contains("PNG") == true)
  }

  @Test func `A page runs its script`() throws {
    #expect(try sha256(ComparePage.resources.script) == ComparePage.resources.scriptHash)
  }

  @Test func `An error names its side`() throws {
    let whole = Self.image().bytes
    let damaged = Array(whole.dropLast(40))
    for threads in 1...2 {
      for (a, b, side) in [(damaged, whole, PictureDifference.Side.a), (whole, damaged, .b)] {
        #expect {
          _ = try Comparer().compare(a, b, threads: threads)
        } throws: { error in
          (error as? CompareError)?.side == side && (error as? CompareError)?.error.code == "truncated"
        }
      }
    }
  }

  @Test func `The schema lists every reason`() throws {
    let schema = try JSONValue(parsing: Repository.bytes("Schemas/compare.schema.json"))
    func list(_ path: String) -> [String]? { schema["$defs." + path]?.array?.compactMap(\.string) }
    #expect(
      list("comparison.properties.reasons.items.properties.code.enum")
        == PictureDifference.Reason.Code.allCases.map(\.rawValue))
    #expect(try list("error.properties.code.enum") == ErrorCodes.ofImages)
  }
}
