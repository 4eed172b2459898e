import Gamut
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct HTMLReportTests {
  static let golden = Repository.path + "/Tests/GamutKitTests/Golden/"

  /// The examples of FIPS 180-4 from NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func hashesAreThoseOfTheStandard(text: String, expected: String) {
    let hash = sha256(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    #expect(hash == expected)
  }

  /// x, y of CIE 1931 from published tables (CIE 015:2018, table T.4).
  @Test(arguments: [(460, 0.1440, 0.0297), (520, 0.0743, 0.8338), (600, 0.6270, 0.3725)])
  func theSpectralLocusIsThatOfTheTables(wavelength: Int, x: Double, y: Double) {
    let place = SpectralLocus.xy[(wavelength - SpectralLocus.first) / SpectralLocus.step]
    #expect((place.x - x).magnitude < 0.0001 && (place.y - y).magnitude < 0.0001)
    #expect(SpectralLocus.xy.count == 51)
  }

  /// u' = 4x / (-2x + 12y + 3) and back; D65 is at 0.1978, 0.4683.
  @Test func chromaticitiesAreThoseOfCIE1976() throws {
    let white = Chromaticity2D(x: 0.3127, y: 0.3290).uvFromXY
    #expect((white.x - 0.1978).magnitude < 0.0001 && (white.y - 0.4683).magnitude < 0.0001)
    let back = white.xyFromUV
    #expect((back.x - 0.3127).magnitude < 1e-12 && (back.y - 0.3290).magnitude < 1e-12)
    // White, red, green and blue of sRGB, from linear light.
    for (color, xy) in [
      (SIMD3(1.0, 1, 1), (0.3127, 0.3290)), ([1, 0, 0], (0.64, 0.33)), ([0, 1, 0], (0.30, 0.60)),
      ([0, 0, 1], (0.15, 0.06)),
    ] {
      let place = try #require(Chromaticity2D(linearSRGB: color)).xyFromUV
      #expect((place.x - xy.0).magnitude < 0.0005 && (place.y - xy.1).magnitude < 0.0005)
    }
    #expect(Chromaticity2D(linearSRGB: .zero) == nil)
  }

  private func report(_ name: String) throws -> GamutReport {
    try Reporter().report(on: Pathname(Self.golden + name + ".png"))
  }

  private func page(_ rows: [ReportRow]) throws -> String {
    var page = HTMLReport(try Reporter())
    for row in rows { page.add(row) }
    return String(decoding: page.bytes(from: rows.map { .file($0.path) }, jobs: 2), as: UTF8.self)
  }

  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    // Swift treats a quotation mark with an accent as a different character, but it ends an attribute.
    "\"\u{301} onmouseover=alert(1) x=\"\u{301}", "&\u{301}lt;<\u{338}b>", "\u{202e}gnp.exe", "{{{style}}}{{#rows}}",
    "</style><style>*{display:none}", String(repeating: "x", count: 10_000), "a\nb\u{0}c\u{7f}",
  ]

  @Test(arguments: hostile)
  func hostileTextStaysText(text: String) throws {
    var report = try report("two_reds_16")
    report.source.description = text
    report.source.space = nil
    report.findings = [FileFinding(code: "crc-mismatch", severity: .warning, message: text)]
    // Alone, in a list, and as a failed input.
    let rows = [
      ReportRow(path: Pathname(text), result: .success(report)),
      ReportRow(path: Pathname("b" + text), result: .failure(.carriageReturn)),
    ]
    for page in [try page([rows[0]]), try page(rows)] {
      #expect(page.components(of: "<script").count == 2)
      #expect(page.components(of: "<style").count == 2)
      #expect(!page.contains("<img src=x") && !page.contains("<b>"))
      #expect(!page.unicodeScalars.contains { (0x202a...0x202e).contains($0.value) })
      #expect(page.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" })
      // Quotation marks that the template did not write are escaped, so the rest of each tag is well formed.
      for tag in page.split(separator: "<").dropFirst().filter({ !$0.hasPrefix("script") && !$0.hasPrefix("style") }) {
        let inside = tag.prefix { $0 != ">" }.unicodeScalars
        #expect(inside.count { $0 == "\"" } % 2 == 0)
        #expect(!inside.contains("'") || inside.contains("\""))
      }
    }
  }

  /// 130 images with findings: 100 are shown, and the page states this.
  @Test func theLimitIsStated() throws {
    let report = try report("two_reds_16")
    let rows = (0..<130).map {
      ReportRow(path: Pathname(Self.golden + "two_reds_16.png?\($0)"), result: .success(report))
    }
    let page = try page(rows)
    #expect(page.components(of: "<article").count - 1 == HTMLReport.detailLimit)
    #expect(page.contains("The 100 worst of 130 images"))
    #expect(page.components(of: "<tr class=\"collapses\"").count - 1 == 130)
  }

  /// Sorted, the worst first: by verdict, by the share of pixels, by the largest shift.
  @Test func cardsComeWorstFirst() throws {
    let names = ["sky_8", "srgb_chunk_16", "two_reds_16", "grey_ramp_8", "green_ramp_8"]
    let page = try page(
      names.map { ReportRow(path: Pathname(Self.golden + $0 + ".png"), result: .success(try report($0))) })
    let order = page.components(of: "<article").dropFirst().map { card in
      names.first { card.contains("\($0).png</h3>") } ?? ""
    }
    let verdicts = try order.map { try report($0).verdict }
    #expect(verdicts == verdicts.sorted(by: >))
    #expect(order.first == "two_reds_16")
    #expect(!order.contains("grey_ramp_8"))
  }

  /// A file that has changed since its report gets no pictures, and the page states the reason.
  @Test func changedFilesGetNoPictures() throws {
    let folder = try TemporaryFolder()
    let path = Pathname(try folder.write(try Repository.bytes("Samples/two-reds.png"), to: "a.png"))
    let row = ReportRow(path: path, result: .success(try Reporter().report(on: path)))
    #expect(try page([row]).contains("data:image/png;base64,"))
    try folder.write(try Repository.bytes("Samples/palette.png"), to: "a.png")
    let changed = try page([row])
    #expect(changed.contains("There are no pictures"))
    #expect(!changed.contains("<img"))
  }

  @Test(arguments: [
    ("icon.png", "icon.png", "icon-srgb.png"), ("-x.png", "./-x.png", "./-x-srgb.png"),
    ("it's.PNG", "'it'\\''s.PNG'", "'it'\\''s-srgb.PNG'"), ("a b.png", "'a b.png'", "'a b-srgb.png'"),
    ("icon-p3.png", "icon-p3.png", "icon-srgb.png"), ("a/icon-p3.png", "a/icon-p3.png", "a/icon-srgb.png"),
  ])
  func commandsAreForAShell(name: String, word: String, output: String) throws {
    let commands = try report("two_reds_16").commands(for: Pathname(name))
    #expect(commands == ["gamut convert \(word) --to srgb --depth 8 --mapping preserve --output \(output)"])
  }
}

extension String {
  /// Returns the parts between the occurrences of a text, compared code point by code point.
  fileprivate func components(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var (start, index) = (startIndex, startIndex)
    let (own, wanted) = (unicodeScalars, text.unicodeScalars)
    while index < endIndex {
      if own[index] == wanted.first, own[index...].starts(with: wanted) {
        parts.append(self[start..<index])
        index = own.index(index, offsetBy: wanted.count)
        start = index
      } else {
        index = own.index(after: index)
      }
    }
    return parts + [self[start...]]
  }
}
