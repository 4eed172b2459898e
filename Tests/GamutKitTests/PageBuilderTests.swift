import Foundation
import Gamut
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct PageBuilderTests {
  static let golden = Repository.path + "/Tests/GamutKitTests/Golden/"

  /// A browser runs the script of a page only if its hash is that of the policy.
  @Test func hashesAreThoseOfStyleAndScript() throws {
    let resources = PageDocument.resources
    for (bytes, hash) in [(resources.style, resources.styleHash), (resources.script, resources.scriptHash)] {
      #expect(try sha256(bytes) == hash)
    }
  }

  private func report(_ name: String) throws -> GamutReport {
    try Reporter().report(Pathname(Self.golden + name + ".png"))
  }

  private func page(_ rows: [ReportRow], command: String? = nil) throws -> String {
    var page = ReportPage(try Reporter(), rows.map { .file($0.path) }, command: command, jobs: 2)
    for row in rows { _ = page.add(row) }
    return String(decoding: page.end(()), as: UTF8.self)
  }

  /// Returns the data in a page.
  private func data(_ page: String) throws -> JSONValue {
    let element = try #require(page.components(of: "<script type=\"application/json\" id=\"data\">").last)
    return try JSONValue(parsing: String(element).components(of: "</script>")[0].utf8)
  }

  static let hostile = [
    "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "<!--", "<!-- <script>",
    "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    // Swift treats a quotation mark with an accent as a different character, but it ends an attribute.
    "\"\u{301} onmouseover=alert(1) x=\"\u{301}", "&\u{301}lt;<\u{338}b>", "\u{202e}gnp.exe", "{{{style}}}{{#rows}}",
    "</style><style>*{display:none}", String(repeating: "x", count: 10_000), "a\nb\u{0}c\u{7f}\u{2028}", "🏴‍☠️𝒳\u{10ffff}",
  ]

  @Test(.enabled(if: Thoroughness.hasTime), arguments: hostile)
  func hostileTextStaysText(text: String) throws {
    var report = try report("two_reds_16")
    report.source.description = text
    report.source.space = nil
    report.findings = [FileFinding(code: "crc-mismatch", severity: .warning, message: text)]
    // Alone, in a list, and as a failed input.
    let rows = [
      ReportRow(path: Pathname(text), result: .success(report)),
      ReportRow(path: Pathname("b" + text), result: .failure(.changedWhileRead)),
    ]
    for page in [try page([rows[0]], command: text), try page(rows)] {
      #expect(page.components(of: "<script").count == 3)
      #expect(page.components(of: "</script").count == 3)
      #expect(page.components(of: "<style").count == 2)
      #expect(!page.contains("<img src=x") && !page.contains("<b>"))
      #expect(page.components(of: "<!--").count == 1)
      #expect(!page.unicodeScalars.contains { (0x202a...0x202e).contains($0.value) })
      #expect(page.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\n" })
      // Quotation marks that the document did not write are escaped, so the rest of each tag is well formed.
      let document = page.components(of: "<script")[0].split(separator: "<").dropFirst()
      for tag in document.filter({ !$0.hasPrefix("style") }) {
        let inside = tag.prefix { $0 != ">" }.unicodeScalars
        #expect(inside.count { $0 == "\"" } % 2 == 0)
        #expect(!inside.contains("'") || inside.contains("\""))
      }
      let rows = try #require(try data(page)["rows"]?.array)
      #expect(rows.contains { $0["path"]?.string == Pathname(text).text.pageText })
    }
  }

  /// The data have the JSON of each report, member by member.
  @Test(.enabled(if: Thoroughness.hasTime)) func thePageHasTheNumbersOfTheJSON() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.golden).filter { $0.hasSuffix(".png") }
    #expect(files.count > 20)
    for file in files {
      let path = Pathname(Self.golden + file)
      let row = ReportRow(path: path, result: .success(try Reporter().report(path)))
      let shown = try #require(data(try page([row]))["rows"]?[0]?["report"]?.object)
      var json = try #require(try JSONValue(parsing: row.json()).object)
      for name in ["schema", "path", "advice", "command"] { json[name] = nil }
      #expect(shown == json, "\(file)")
    }
  }

  /// 230 different images with findings: 200 have pictures, or the reason that there are none.
  @Test(.enabled(if: Thoroughness.hasTime)) func theWorstImagesHavePictures() throws {
    var report = try report("two_reds_16")
    let rows = (0..<230).map { index in
      report.source.description = "Space \(index)"
      return ReportRow(path: Pathname("missing-\(index).png"), result: .success(report))
    }
    let rowsOfPage = try #require(try data(try page(rows))["rows"]?.array)
    #expect(rowsOfPage.count == 230)
    #expect(rowsOfPage.count { $0["fault"] != nil } == 200)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func detailsAreLimited() throws {
    var report = try report("two_reds_16")
    let rows = (0..<2500).map { index in
      report.source.description = "Space \(index)"
      // The later, the worse.
      report.loss.lostPixels = index + 1
      return ReportRow(path: Pathname("missing-\(index).png"), result: .success(report))
    }
    let rowsOfPage = try #require(try data(try page(rows))["rows"]?.array)
    #expect(rowsOfPage.map { $0["path"]?.string } == (0..<2500).reversed().map { "missing-\($0).png" })
    #expect(rowsOfPage.prefix(1000).map { $0["report"]?["lost"]?["pixels"]?.integer } == (1501...2500).reversed())
    #expect(rowsOfPage.dropFirst(1000).allSatisfy { $0["report"] == nil && $0["findings"]?.array?.count == 1 })
  }

  /// Sorted, the worst first: by verdict, by the share of pixels, by the largest shift.
  @Test(.enabled(if: Thoroughness.hasTime)) func rowsComeWorstFirst() throws {
    let names = ["sky_8", "srgb_chunk_16", "two_reds_16", "grey_ramp_8", "green_ramp_8"]
    let page = try data(
      try page(names.map { ReportRow(path: Pathname(Self.golden + $0 + ".png"), result: .success(try report($0))) }))
    let order = try #require(page["rows"]?.array).compactMap { $0["path"]?.string }.map { path in
      names.first { path.hasSuffix("/\($0).png") } ?? ""
    }
    let verdicts = try order.map { try report($0).verdict }
    #expect(verdicts == verdicts.sorted(by: >))
    #expect(order.first == "two_reds_16")
    #expect(!order.contains("grey_ramp_8"))
    #expect(page["fine"]?.array?.contains { $0[0]?.string?.hasSuffix("/grey_ramp_8.png") == true } == true)
  }

  /// A file that has changed since its report gets no pictures, and the page states the reason.
  @Test func changedFilesGetNoPictures() throws {
    let folder = try TemporaryFolder()
    let path = Pathname(try folder.copy("Samples/two-reds.png", to: "a.png"))
    let row = ReportRow(path: path, result: .success(try Reporter().report(path)))
    let pictures = try #require(try data(try page([row]))["rows"]?[0])
    #expect(pictures["pictures"] != nil && pictures["fault"] == nil)
    try folder.copy("Samples/palette.png", to: "a.png")
    let changed = try page([row])
    #expect(try data(changed)["rows"]?[0]?["fault"]?.string?.isEmpty == false)
    #expect(!changed.contains("<img"))
  }

  /// Returns the lightness (OKLab) of the pixels of the loss of an image, before and after.
  private func loss(of png: [UInt8]) throws -> (width: Int, before: [Double], after: [Double])? {
    let folder = try TemporaryFolder()
    let path = Pathname(try folder.write(png, to: "image.png"))
    let reporter = try Reporter()
    let report = try reporter.report(path)
    let budget = PageBudget(files: 1, pictured: 1, others: 0, memory: 1 << 30, threads: 1).share(0)
    let pictures = try PagePictures(OpenedInput(.file(path)), of: report, reporter, budget: budget, threads: 1)
    guard let loss = pictures.loss else { return nil }
    func lightness(_ png: [UInt8]) throws -> [Double] {
      let picture = try ConvertTests.decode(png)
      return stride(from: 0, to: picture.samples.count, by: picture.layout.channels).map { index in
        var linear = SIMD3<Double>()
        for channel in 0..<3 {
          linear[channel] = RGBSpace.sRGBCurve(Double(picture.samples[index + channel]) / 255)
        }
        return OKLab(linearSRGB: linear).l
      }
    }
    return (loss.frame.width, try lightness(loss.before), try lightness(loss.after))
  }

  /// Two reds that sRGB cannot tell apart are dark and light before, and one colour after.
  @Test func whatIsLostIsInThePictureBefore() throws {
    let (width, before, after) = try #require(try loss(of: try Repository.bytes("Samples/two-reds.png")))
    #expect(width == 64)
    // A pixel of the disc, and one of its ground.
    let (disc, ground) = (18 * width + 29, 1 * width + 1)
    #expect(abs(before[disc] - before[ground]) > 0.3)
    #expect(abs(after[disc] - after[ground]) < 0.01)
    #expect((after.max() ?? 1) - (after.min() ?? 0) < 0.01)
  }

  /// Two greens of a legend; what fits sRGB is the same in both pictures.
  @Test func whatStaysIsInBothPictures() throws {
    let (width, before, after) = try #require(try loss(of: try Repository.bytes("Samples/swatches.png")))
    let (first, second) = (7 * width + 7, 31 * width + 7)
    #expect(abs(before[first] - before[second]) > 0.3)
    #expect(abs(after[first] - after[second]) < 0.01)
    #expect(before[0] == after[0])
    #expect(zip(before, after).count { abs($0 - $1) > 0.01 } == 288)
  }

  @Test func withoutALossThereIsNoPictureOfOne() throws {
    #expect(try loss(of: try Repository.bytes("Samples/soft-disc.png")) == nil)
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

/// The hash in base64, as a policy has it.
func sha256(_ bytes: [UInt8]) throws -> String {
  let folder = try TemporaryFolder()
  return try output(of: [
    "python3", "-c",
    "import base64, hashlib, sys; print(base64.b64encode(hashlib.sha256(open(sys.argv[1], 'rb').read()).digest()).decode())",
    folder.write(bytes, to: "bytes"),
  ]).filter { !$0.isWhitespace }
}
