import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// Pages in headless Chromium, controlled by `Tests/Browser/check_page.py`; skipped if python3 or Chromium is missing. The
/// accessibility check is skipped if GAMUT_AXE does not name axe.min.js. One browser at a time: each takes several processes.
@Suite(.enabled(if: Thoroughness.hasTime), .serialized) struct PageTests {
  private static func program(_ names: [String]) -> String? {
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":") {
      for name in names where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }

  static let hasBrowser =
    program(["python3"]) != nil && program(["chromium", "chromium-browser", "google-chrome"]) != nil
  static let axe = ProcessInfo.processInfo.environment["GAMUT_AXE"]

  /// Returns the browser's observations of a page.
  ///
  /// - Parameter isLarge: whether to leave out what would open every card.
  private func look(at page: [UInt8], isLarge: Bool = false) throws -> JSONValue {
    let folder = try TemporaryFolder()
    let path = try folder.write(page, to: "page.html")
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path]
    let run = try GamutProcess.run(
      [Repository.path + "/Tests/Browser/check_page.py", path]
        + (isLarge ? ["--large"] : Self.axe.map { [$0] } ?? []),
      program: try #require(Self.program(["python3"])), environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONValue(parsing: run.output)
  }

  private static func count(_ text: String?) -> Int? { text.flatMap { Int($0.filter { $0.isNumber }) } }

  private static func cells(_ value: JSONValue?) -> [[String]] {
    value?.array?.map { $0.array?.map { $0.string ?? "" } ?? [] } ?? []
  }

  /// What holds for every page.
  private func expectSound(_ seen: JSONValue) throws {
    #expect(seen["faults"] == .array([]))
    #expect(seen["scripts"] == .integer(2))
    #expect(seen["foreign"] == .integer(0))
    let overflow = try #require(seen["overflow"]?.object)
    #expect(overflow.count == 3)
    for (width, pixels) in overflow { #expect(pixels.integer ?? 1 <= 0, "\(width)") }
    let headings = seen["headings"]?.array?.compactMap(\.integer) ?? []
    #expect(headings.first == 1 && headings.count { $0 == 1 } == 1)
    #expect(zip(headings, headings.dropFirst()).allSatisfy { $1 <= $0 + 1 })
    let cards = try #require(seen["cards"]?.array)
    #expect(!cards.isEmpty)
    for card in cards {
      #expect(card["untitled"] == .integer(0))
      #expect(card["pictures"]?.array?.allSatisfy { $0[0]?.integer ?? 0 > 0 } == true)
    }
    #expect(seen["withoutScript"]?["controls"] == .integer(0))
    #expect(seen["withoutScript"]?["verdict"] == seen["verdict"])
    if Self.axe != nil {
      #expect(seen["axe"] == .object(["light": .array([]), "dark": .array([])]))
    } else {
      Issue.record("axe-core did not check the page, because GAMUT_AXE is not set", severity: .warning)
    }
  }

  /// Compares a card with the JSON of its report.
  private func expect(_ card: JSONValue, has row: JSONValue) {
    let name = card["path"]?.string ?? ""
    let pixels = row["pixels"]
    let figures = Dictionary(uniqueKeysWithValues: Self.cells(card["figures"]).map { ($0[0], $0) })
    let clipped = pixels?["clipped"]?.integer ?? 0
    let lost = row["lost.pixels"]?.integer ?? -1
    #expect((figures["Lost"]?[1] == "0%") == (lost == 0), "\(name)")
    #expect((figures["Clipped"]?[1] == "0%") == (clipped == 0), "\(name)")
    if lost > 0 { #expect(figures["Lost"]?[2].split(separator: " ").first.flatMap { Self.count(String($0)) } == lost) }
    #expect(
      Double(figures["Largest shift"]?[1] ?? "") == row["shift.maximum"]?.number.map { ($0 * 10).rounded() / 10 })
    #expect(Self.count(figures["Vanishing"]?[1]) == row["steps.visible.regions"]?.integer, "\(name)")
    #expect(Self.count(figures["Alike"]?[1]) == row["areas.pairs"]?.integer, "\(name)")
    // What vanishes, then the rarer colour of each pair that is no shape on its ground.
    let regions = row["steps.largest"]?.array ?? []
    let named = regions.compactMap { $0["shape.pair"]?.integer }
    let pairs = (row["areas.largest"]?.array ?? []).enumerated().filter { !named.contains($0.offset) }.map { _, pair in
      [pair["first"], pair["second"]].compactMap { $0?["pixels"]?.integer }.min()
    }
    #expect(
      Self.cells(card["losses"]).map { Self.count($0[5]) } == regions.map { $0["pixels"]?.integer } + pairs, "\(name)")
    #expect(card["pictures"]?.array?.count == 5, "\(name)")
  }

  private static let golden = Repository.path + "/Tests/GamutKitTests/Golden"

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func aReportInABrowser() throws {
    let hostile = try TemporaryFolder()
    // A name that would be interpreted as markup if it were not escaped.
    try hostile.copy("Samples/two-reds.png", to: "\"\u{301}><img src=x onerror=alert(1)> flat-\u{202e}𝒳.png")
    try hostile.write([1, 2, 3], to: "no.png")
    // A profile with such a description, and the colorants of Display P3.
    let description = "</script><img src=x onerror=alert(1)>\"' \u{202e}𝒳<!--"
    let curve = ICCData.parametric(0, values: [2.2])
    let profile = ICCBuilder.matrix(
      [[0x83df, 0x3dbf, -0x45], [0x4abf, 0xb137, 0x0ab9], [0x2838, 0x110b, 0xc8b9]], red: curve, green: curve,
      blue: curve
    ).replacing("desc", with: ICCData.localized(description))
    let reds = PNGBuilder(width: 32, height: 32, depth: 8, colorType: 2) { x, y, channel in
      channel == 0 ? 255 : channel == 1 ? (x / 8 + y / 8) % 2 * 56 : 0
    }.declaring([.iCCP(profile.bytes())])
    try hostile.write(reds.bytes, to: "profile.png")
    let arguments = [
      "report", "--exclude", "*.xcassets", Repository.path + "/Samples", Self.golden, hostile.path, "--format",
    ]
    let seen = try look(at: try GamutProcess.run(arguments + ["html"]).output)
    let json = try GamutProcess.run(arguments + ["json"]).rows()
    try expectSound(seen)
    let verdicts = Dictionary(grouping: json.compactMap { $0["verdict"]?.string }, by: \.self).mapValues(\.count)
    let lossy = verdicts["collapses"] ?? 0
    #expect(
      seen["verdict"]?.string
        == "\(lossy) of \(json.count) images lose something that can be seen in sRGB; 1 file could not be processed.")
    let tiles = Dictionary(uniqueKeysWithValues: Self.cells(seen["tiles"]).map { ($0[0], Self.count($0[1])) })
    #expect(tiles["not processed"] == 1 && tiles["errors"] == lossy)
    let named = json.first { $0["path"]?.string?.hasSuffix("/profile.png") == true }
    #expect(named?["source"]?["description"]?.string == description && named?["verdict"]?.string == "collapses")

    // Every image with a finding has a card, with the numbers of the JSON.
    var paths: Set<String> = []
    var hasHostile = false
    for card in seen["cards"]?.array ?? [] {
      let path = card["path"]?.string ?? ""
      // The name is text, with its mark of direction escaped.
      hasHostile = hasHostile || path.contains("><img src=x onerror=alert(1)> flat-\\u{202e}𝒳.png")
      let row = json.first { row in
        // That of the page is from the current folder.
        let end = path.components(separatedBy: "../").last ?? path
        return row["path"]?.string.map { $0.hasSuffix(end) || path.contains("onerror") && $0.contains("onerror") }
          ?? false
      }
      guard let row, row["error"] == nil else { continue }
      paths.insert(path)
      expect(card, has: row)
    }
    #expect(hasHostile)
    let files = json.count { row in
      row["error"] == nil
        && (row["verdict"]?.string != "fits" || row["source"]?["origin"]?.string == "assumed"
          || row["findings"]?.array?.isEmpty == false)
    }
    #expect(paths.count == files && paths.count > 10)

    // The slider: five steps by keyboard.
    let states = Self.cells(seen["controls"]?["slider"])
    #expect(states.map { $0[0] } == ["50", "55"])
    #expect(states.map { $0[1] } == [50, 45].map { "inset(0px \($0)% 0px 0px)" })
    #expect(Self.cells(seen["withoutScript"]?["findings"]).count { $0[1] == "collapses" } > 0)
  }

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func filtersActOnEverything() throws {
    // Out of the folder of tests, where findings are notes.
    let folder = try TemporaryFolder()
    for (source, name) in [(Repository.path + "/Samples", "Samples"), (Self.golden, "Golden")] {
      try FileManager.default.copyItem(atPath: source, toPath: folder.path + "/" + name)
    }
    func audit(_ format: String) throws -> [UInt8] {
      // Pages name files from the current folder.
      try GamutProcess.run(
        ["audit", "--exclude", "*.xcassets", "--no-policy", "--fail-on", "never", "--format", format], at: folder.path
      ).output
    }
    let seen = try look(at: audit("html"))
    let document = try JSONValue(parsing: audit("json"))
    try expectSound(seen)
    let copied = Self.cells(seen["controls"]?["copied"])
    #expect(copied.allSatisfy { $0[1] == "Copy" && $0[2] == "Copied" && $0[3] == $0[0] && $0[0].hasPrefix("gamut ") })
    #expect(!copied.isEmpty)
    let files = document["files"]?.array ?? []
    let findings = files.flatMap { file in
      (file["findings"]?.array ?? []).map {
        (file: file, rule: $0["rule"]?.string ?? "", severity: $0["severity"]?.string ?? "")
      }
    }
    let summary = document["summary"]
    let tiles = Dictionary(uniqueKeysWithValues: Self.cells(seen["tiles"]).map { ($0[0], Self.count($0[1])) })
    for (noun, severity) in [("errors", "error"), ("warnings", "warning"), ("notes", "note")] {
      #expect(tiles[noun] == summary?["severities"]?[severity]?.integer)
    }
    // How many files have errors, and of which rules, the commonest first.
    let errors = findings.filter { $0.severity == "error" }
    let rulesOfErrors = Dictionary(grouping: errors, by: \.rule).sorted { $0.value.count > $1.value.count }
    try #require(rulesOfErrors.count == 2 && Set(rulesOfErrors.map(\.value.count)).count == 2)
    #expect(
      seen["verdict"]?.string
        == "\(Set(errors.compactMap { $0.file["path"]?.string }).count) of \(files.count) files have "
        + "errors: \(rulesOfErrors.map(\.key).joined(separator: ", ")).")
    let all = seen["filters"]?["all"]
    #expect(all?["count"]?.string == "\(files.count) images")

    /// Compares what a filter leaves with the files that have a finding, or are themselves, as chosen.
    func expect(_ state: JSONValue?, _ name: String, _ isChosen: (JSONValue) -> Bool, rules: (String, String) -> Bool) {
      let chosen = files.filter(isChosen)
      #expect(
        state?["count"]?.string == (chosen.count == files.count ? "" : "\(chosen.count) of ") + "\(files.count) images",
        "\(name)")
      var counts: [[String]: Int] = [:]
      for finding in findings where isChosen(finding.file) && rules(finding.rule, finding.severity) {
        counts[[finding.severity, finding.rule], default: 0] += 1
      }
      let groups = state?["groups"]?.array ?? []
      #expect(groups.map { Self.count($0["count"]?.string) ?? 0 }.sorted() == counts.values.sorted(), "\(name)")
    }
    func rules(of file: JSONValue) -> [(String, String)] {
      (file["findings"]?.array ?? []).map { ($0["rule"]?.string ?? "", $0["severity"]?.string ?? "") }
    }
    /// Returns what the filter of a name leaves, for each of the values that it must have.
    func states(_ name: String, _ values: some Sequence<String>) throws -> [String: JSONValue] {
      let states = try #require(seen["filters"]?[name]?.object)
      #expect(Set(states.keys) == Set(values), "\(name)")
      return states
    }
    for (rule, state) in try states("rule", findings.map(\.rule)) {
      expect(state, rule, { rules(of: $0).contains { $0.0 == rule } }, rules: { name, _ in name == rule })
    }
    for (severity, state) in try states("severity", findings.map(\.severity)) {
      expect(state, severity, { rules(of: $0).contains { $0.1 == severity } }, rules: { _, level in level == severity })
    }
    expect(seen["filters"]?["text"], "text", { $0["path"]?.string?.contains("flat-") == true }, rules: { _, _ in true })
    #expect(seen["filters"]?["nothing"]?["none"]?.string == "No image matches.")
    #expect(seen["filters"]?["nothing"]?["groups"] == .array([]))
    #expect(seen["filters"]?["cleared"] == all)
  }

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func oneImageInABrowser() throws {
    let sample = Repository.path + "/Samples/two-reds.png"
    let run = try GamutProcess.run(["report", sample, "--format", "html"])
    let seen = try look(at: run.output)
    try expectSound(seen)
    #expect(seen["verdict"]?.string == "Something that can be seen vanishes in sRGB.")
    let card = try #require(seen["cards"]?[0])
    let shape =
      "A shape 30 x 30 at 17, 17 can no longer be seen on its ground: #ff0000 and #ec0000 both become #ff0000."
    #expect(Self.cells(card["losses"]).first?[3] == shape)
    expect(card, has: try #require(try GamutProcess.run(["report", sample, "--format", "json"]).rows().first))
  }

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func aPaletteInABrowser() throws {
    let folder = try TemporaryFolder()
    let colors = "--hot: color(display-p3 1 0 0);\n--red: #ff0000;\n--leaf: #34c759;\n--mint: #00c7be"
    let dark = "@media (prefers-color-scheme: dark) { :root { --red: #00ff00 } }"
    let file = try folder.write(":root {\n\(colors);\n}\n\(dark)\n", to: "theme.css")
    let run = try GamutProcess.run(["palette", file, "--format", "html"])
    let seen = try look(at: run.output)
    try expectSound(seen)
  }

  /// 20,000 files: what is not open is not in the document.
  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func aLargeTreeIsASmallDocument() throws {
    let reporter = try Reporter()
    let samples = try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples").sorted()
      .filter { $0.hasSuffix(".png") }
      .map { (name: $0, report: try reporter.report(Pathname(Repository.path + "/Samples/" + $0))) }
    var page = ReportPage(reporter, [], jobs: 2)
    for index in 0..<20_000 {
      let name = samples[index % samples.count].name
      var report = samples[index % samples.count].report
      // A space of its own, so that no two are joined.
      report.source.description = "Space \(index)"
      let path = Pathname("\(Repository.path)/Samples/folder-\(index % 700)/\(index)-\(name)")
      _ = page.add(ReportRow(path: path, result: .success(report)))
    }
    let bytes = page.end(())
    #expect(bytes.count < 25_000_000)
    let seen = try look(at: bytes, isLarge: true)
    #expect(seen["elements"]?.integer ?? 5000 < 5000)
    #expect(seen["grown"]?.integer ?? 5000 < 5000)
    #expect(seen["faults"] == .array([]))
    #expect(seen["filters"]?["text"]?["count"]?.string?.hasSuffix(" of 20,000 images") == true)
  }

  /// Returns the data in a page.
  static func data(in page: [UInt8]) throws -> JSONValue {
    let text = String(decoding: page, as: UTF8.self)
    let rest = try #require(text.split(separator: "id=\"data\">", maxSplits: 1).last)
    return try JSONValue(parsing: String(rest.split(separator: "</script>", maxSplits: 1)[0]).utf8)
  }

  /// `--open` writes the page, and hands it to the program of the system.
  @Test func openShowsThePage() throws {
    let folder = try TemporaryFolder()
    let opener = try folder.write("#!/bin/sh\ncp \"$1\" \"$TMPDIR/seen.html\"\n", to: "xdg-open")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener)
    var environment = ["PATH": folder.path + ":/usr/bin:/bin", "TMPDIR": folder.path]
    let sample = Repository.path + "/Samples/two-reds.png"
    let run = try GamutProcess.run(["report", sample, "--open"], environment: environment)
    #expect(run.status == 0)
    #expect(run.errors.contains("The page is \(folder.path)/gamut-"))
    #expect(try folder.bytes("seen.html").starts(with: "<!DOCTYPE html>".utf8))
    // Without such a program the page is still there.
    environment["PATH"] = folder.path + "/none"
    let failed = try GamutProcess.run(["report", sample, "--open"], environment: environment)
    #expect(failed.status == 2)
    #expect(failed.errors.contains("open it in a browser"))
  }
}
