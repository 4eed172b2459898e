import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// The output of `inspect` and `verify`.
struct InspectOutputTests {
  static func rows() -> [InspectRow] {
    InspectCase.all.map { test in
      let result: Result<Inspection, GamutError>
      do {
        result = .success(.png(try InspectTests.inspector.inspect(png: test.bytes)))
      } catch {
        result = .failure(.png(.empty))
      }
      return InspectRow(path: Pathname(test.name), result: result)
    } + [
      InspectRow(path: Pathname("a.icc"), result: .success(.profile(InspectTests.inspector.inspect(.displayP3)))),
      InspectRow(path: Pathname(bytes: [0x61, 0xff]), result: .failure(.png(.folder))),
    ]
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func jsonFollowsTheSchemas() throws {
    let inspect = try Repository.schema("inspect")
    for row in Self.rows() { #expect(inspect.faults(in: try JSONValue(parsing: row.json())) == [], "\(row.path.text)") }
    let verify = try Repository.schema("verify")
    let options = VerifyOptions(target: .space(.displayP3))
    let verifier = try Verifier(options)
    for test in InspectCase.all {
      let result = Result { () throws(GamutError) in try verifier.verify(png: test.bytes) }
      let row = VerifyRow(path: Pathname(test.name), result: result)
      #expect(verify.faults(in: try JSONValue(parsing: row.json(options))) == [], "\(test.name)")
    }
  }

  /// The lists of codes are closed: the schemas contain exactly these codes.
  @Test func theSchemasListEveryCode() throws {
    for command in ["inspect", "verify"] {
      let schema = try JSONValue(parsing: Repository.bytes("Schemas/\(command).schema.json"))
      func list(_ path: String) -> [String]? { schema["$defs." + path]?.array?.compactMap(\.string) }
      #expect(try list("error.properties.code.enum") == ErrorCodes.ofImages)
      #expect(try list("fault.properties.code.enum") == ErrorCodes.ofImages)
      #expect(try list("finding.properties.code.enum") == ErrorCodes.ofFindings)
      #expect(list("match.properties.space.enum") == ReferenceSpace.allCases.map(\.rawValue))
    }
    let verify = try JSONValue(parsing: Repository.bytes("Schemas/verify.schema.json"))
    let reasons = verify["$defs.answer.properties.reasons.items.properties.code.enum"]?.array?.compactMap(\.string)
    #expect(reasons == Verification.Reason.Code.allCases.map(\.rawValue))
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func valuesInJSON() throws {
    var image = InspectCase.rgb16
    image.colorChunks = [
      .cICP(12, 13), .iCCP(InspectCase.sRGBProfile, name: "icc"), .sRGB(intent: 1), .gAMA(45455),
      .cHRM(InspectCase.p3Primaries), PNGChunk("cLLI", [0, 0x98, 0x96, 0x80, 0, 0x0f, 0x42, 0x40]),
      PNGChunk("sBIT", [10, 11, 12]),
    ]
    image.otherChunks = [PNGChunk("eXIf", InspectCase.exif(colorSpace: 1))]
    let inspection = try InspectTests.inspector.inspect(png: image.bytes)
    let json = try JSONValue(parsing: InspectRow(path: Pathname("x.png"), result: .success(.png(inspection))).json())
    let expected: [(String, JSONValue)] = [
      ("schema", .string("gamut.inspect/1")), ("kind", .string("png")), ("size", .integer(image.bytes.count)),
      ("image.bitDepth", .integer(16)), ("color.cICP.primaries", .integer(12)),
      ("color.cICP.transferName", .string("sRGB")), ("color.iCCP.name", .string("icc")),
      ("color.iCCP.profile.description", .string("sRGB")), ("color.iCCP.profile.curves.red.function", .integer(3)),
      ("color.iCCP.profile.equivalence.space", .string("srgb")), ("color.sRGB.intent", .integer(1)),
      ("color.gAMA.value", .integer(45455)), ("color.cHRM.red.0", .real(0.68)),
      ("color.cLLI.maximumContentLightLevel", .integer(1000)), ("color.sBIT.bits.1", .integer(11)),
      ("color.eXIf.colorSpace", .integer(1)), ("inForce.origin", .string("cICP")),
      ("inForce.equivalence.level", .string("16-bit")),
      ("declarations.2.origin", .string("sRGB")), ("comparisons.0.agrees", .bool(false)),
      // gAMA and cHRM have the primaries of the cICP.
      ("comparisons.2.lower", .string("gAMA+cHRM")), ("comparisons.2.agrees", .bool(true)),
      ("comparisons.3.lower", .string("eXIf")), ("comparisons.3.agrees", .bool(false)),
    ]
    for (path, value) in expected { #expect(json[path] == value, "\(path)") }
  }

  /// Text fits 80 columns, unless a single word is too long, and no name controls the terminal.
  @Test(.enabled(if: Thoroughness.hasTime)) func textFits() throws {
    for row in Self.rows() {
      var writer = InspectDocument(TextStyle(), isList: false).text
      let text = String(decoding: writer.add(row), as: UTF8.self)
      for line in text.split(separator: "\n") where line.split(separator: " ").allSatisfy({ $0.count < 60 }) {
        #expect(line.count <= 80, "\(row.path.text): \(line)")
      }
    }
  }

  @Test func namesAreMadePrintable() throws {
    let profile = InspectCase.matrix(InspectCase.p3Colorants, InspectCase.curve, called: "a\u{1b}[2Jb\nc")
    let image = InspectCase.rgb.declaring([.iCCP(profile)])
    let row = InspectRow(
      path: Pathname("x\u{7}.png"), result: .success(.png(try InspectTests.inspector.inspect(png: image.bytes))))
    var writer = InspectDocument(TextStyle(), isList: false).text
    let text = String(decoding: writer.add(row), as: UTF8.self)
    #expect(!text.contains("\u{1b}") && !text.contains("\u{7}"))
    #expect(text.contains("a\\u{1b}[2Jb\\nc"))
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func listsSumUp() throws {
    var writer = InspectDocument(TextStyle(), isList: true).text
    let rows = Array(
      Self.rows().filter { ["nothing", "sRGB", "Display P3", "gAMA 0"].contains($0.path.text) })
    for row in rows { _ = writer.add(row) }
    _ = writer.add(InspectRow(path: Pathname("f"), result: .failure(.png(.folder))))
    let end = String(decoding: writer.end(), as: UTF8.self)
    #expect(
      end == "\n5 files: 1 Display P3, 1 sRGB, 1 undeclared, 1 unusable, 1 could not be processed\n"
        + "1 with errors, 0 with warnings only; --quiet lists these files.\n")
  }
}
