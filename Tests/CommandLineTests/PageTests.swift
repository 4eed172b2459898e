import Foundation
import SyntheticPNG
import TestSupport
import Testing

/// The page of `gamut report --format html` in headless Chromium, controlled by `Tests/Browser/check_page.py`. Skipped
/// if python3 or Chromium is missing; the accessibility check is skipped if GAMUT_AXE does not name axe.min.js.
@Suite struct PageTests {
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
  private func look(at page: [UInt8]) throws -> JSONValue {
    let folder = try TemporaryFolder()
    let path = try folder.write(page, to: "page.html")
    let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path]
    let run = try GamutProcess.run(
      [Repository.path + "/Tests/Browser/check_page.py", path] + (Self.axe.map { [$0] } ?? []),
      program: try #require(Self.program(["python3"])), environment: environment)
    try #require(run.status == 0, "\(run.errors)")
    return try JSONValue(parsing: run.output)
  }

  private static func count(_ text: String) -> Int? { Int(text.filter { $0 != "," }) }

  private static func cells(_ value: JSONValue?) -> [[String]] {
    value?.array?.map { $0.array?.map { $0.string ?? "" } ?? [] } ?? []
  }

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func aListOfImagesInABrowser() throws {
    let golden = Repository.path + "/Tests/GamutKitTests/Golden"
    let hostile = try TemporaryFolder()
    // A name that would be interpreted as markup if it were not escaped.
    try hostile.write(
      try Repository.bytes("Samples/two-reds.png"), to: "\"\u{301}><img src=x onerror=alert(1)> flat-\u{202e}.png")
    try hostile.write([1, 2, 3], to: "no.png")
    let arguments = ["report", "--recursive", Repository.path + "/Samples", golden, hostile.path, "--format"]
    let seen = try look(at: try GamutProcess.run(arguments + ["html"]).output)
    let json = try GamutProcess.run(arguments + ["json"]).rows()

    #expect(seen["faults"] == .array([]))
    #expect(seen["scripts"] == .integer(1))
    #expect(seen["untitled"] == .integer(0))
    #expect(seen["overflow"]?.integer ?? 1 <= 0)
    let headings = seen["headings"]?.array?.compactMap(\.integer) ?? []
    #expect(headings.first == 1 && headings.count { $0 == 1 } == 1)
    #expect(zip(headings, headings.dropFirst()).allSatisfy { $1 <= $0 + 1 })

    // The table has the numbers of the JSON.
    let rows = Self.cells(seen["rows"])
    #expect(rows.count == json.count)
    for row in json where row["error"] == nil {
      let path = try #require(row["path"]?.string)
      let shown = path.contains("onerror") ? nil : rows.first { $0[1] == path }
      guard let shown else {
        #expect(path.contains("onerror"))
        continue
      }
      #expect(shown[0] == row["verdict"]?.string)
      #expect((shown[2] == "0%") == (row["lost.pixels"]?.integer == 0))
      #expect(Double(shown[4]) == row["shift.maximum"]?.number.map { ($0 * 1000).rounded() / 1000 })
      #expect(Self.count(shown[5]) == row["collapse.visible.groups"]?.integer)
      #expect(Self.count(shown[6]) == row["flattened.visible.regions"]?.integer)
    }
    #expect(rows.contains { $0[1].contains("<img src=x onerror=alert(1)> flat-\\u{202e}.png") })

    // The details also have the numbers of the JSON.
    for card in seen["cards"]?.array ?? [] {
      guard let row = json.first(where: { $0["path"] == card["path"] }), let pixels = row["pixels"] else { continue }
      let legend = Dictionary(uniqueKeysWithValues: Self.cells(card["legend"]).map { ($0[0], Self.count($0[1]) ?? -1) })
      let analyzed = pixels["analyzed"]?.integer ?? 0
      let clipped = pixels["clipped"]?.integer ?? 0
      // Lost pixels may clip or fit; the report counts the larger of two parts of them.
      let lost = legend["lost"] ?? -1
      let onlyClipped = legend.filter { $0.key.hasPrefix("clips only") }.values.reduce(0, +)
      #expect(lost >= row["lost.pixels"]?.integer ?? 0)
      #expect((lost > 0) == (row["verdict"]?.string == "collapses"))
      #expect((clipped - lost...clipped).contains(onlyClipped))
      #expect(legend["fits"] == analyzed - lost - onlyClipped)
      #expect(legend["transparent, not analysed"] ?? 0 == pixels["transparent"]?.integer)
      for channel in Self.cells(card["channels"]) {
        let counts = row["channels"]?[channel[0].lowercased()]
        #expect(Self.count(channel[1]) == counts?["below"]?.integer)
        #expect(Self.count(channel[2]) == counts?["above"]?.integer)
      }
      #expect(
        Self.cells(card["regions"]).map { Self.count($0[3]) }
          == row["flattened.regions"]?.array?.map { $0["pixels"]?.integer })
      let visible = row["collapse.largest"]?.array?.filter { ($0["spread"]?.number ?? 0) >= 0.015 } ?? []
      #expect(Self.cells(card["groups"]).map { Self.count($0[4]) } == visible.map { $0["pixels"]?.integer })
      #expect(card["pictures"]?.array?.count == 2)
    }

    // Keyboard and mouse work as documented.
    #expect(
      seen["slider"]
        == .array([
          .array([.string("50"), .string("inset(0px 0px 0px 50%)")]),
          .array([.string("55"), .string("inset(0px 0px 0px 55%)")]),
        ]))
    #expect(
      seen["diagram"]
        == .array([
          .array([.string("block"), .string("none")]), .array([.string("none"), .string("block")]),
        ]))
    for (name, column) in [("Lost", 2), ("Clipped", 3), ("Largest shift", 4), ("Merged", 5), ("Shapes", 6)] {
      let orders = try #require(seen["sorted"]?[name]?.array)
      #expect(orders.map { $0.array?[0].string } == ["descending", "ascending"])
      for (order, isAscending) in zip(orders, [false, true]) {
        let values = Self.cells(order.array?[1]).filter { $0.count == 8 }.map { row in
          column < 4 ? Self.percent(row[column]) : Double(row[column].filter { $0 != "," }) ?? -1
        }
        let sorted = isAscending ? values.sorted() : values.sorted(by: >)
        #expect(values == sorted, "\(name)")
      }
    }
    let names = try #require(seen["sorted"]?["Image"]?.array)
    #expect(Self.cells(names[0].array?[1]).map { $0[1] } == Self.cells(names[1].array?[1]).map { $0[1] }.reversed())
    let filtered = Self.cells(seen["filtered"])
    #expect(filtered.count == 2 && filtered.allSatisfy { $0[1].contains("flat-") })
    #expect(seen["filterCount"]?.string == "2 of \(json.count) images")
    #expect(Self.cells(seen["withoutFits"]).allSatisfy { $0[0] != "fits" })

    // Screens, print, and the page without scripts.
    #expect(seen["screens"]?["srgb"] == .array([.string("narrow-screen")]))
    #expect(seen["screens"]?["p3"] == .array([.string("wide-screen")]))
    #expect(seen["screens"]?["print"] == .array([.string("unknown-screen")]))
    #expect(seen["withoutScript"]?["pictures"] == .array([.bool(true), .bool(true)]))
    #expect(seen["withoutScript"]?["clip"] == .integer(0))
    #expect(seen["withoutScript"]?["controls"] == .integer(0))
    if Self.axe != nil {
      #expect(seen["axe"] == .object(["light": .array([]), "dark": .array([])]))
    }
  }

  /// "under 0.1%" means less than 0.1, "over 99.9%" means more than 99.9.
  private static func percent(_ text: String) -> Double {
    let number = Double(text.filter { $0.isNumber || $0 == "." }) ?? -1
    return text.hasPrefix("under") ? number - 0.05 : text.hasPrefix("over") ? number + 0.05 : number
  }

  @Test(.enabled(if: hasBrowser, "Chromium or python3 is missing"))
  func oneImageInABrowser() throws {
    let run = try GamutProcess.run(["report", Repository.path + "/Samples/flat-gradient.png", "--format", "html"])
    let seen = try look(at: run.output)
    #expect(seen["faults"] == .array([]))
    #expect(Self.cells(seen["rows"]).isEmpty)
    #expect(seen["cards"]?.array?.count == 1)
    #expect(seen["overflow"]?.integer ?? 1 <= 0)
    if Self.axe != nil {
      #expect(seen["axe"] == .object(["light": .array([]), "dark": .array([])]))
    }
  }

  @Test func pagesAreOfOneKindWhereverTheyGo() throws {
    let folder = try TemporaryFolder()
    let arguments = ["report", "--recursive", Repository.path + "/Samples"]
    let printed = try GamutProcess.run(arguments + ["--format", "html", "--jobs", "1"])
    let filed = try GamutProcess.run(
      arguments + ["--quiet", "--report", "html=\(folder.path)/a.html", "--report", "json=\(folder.path)/a.json"])
    #expect(printed.status == 0 && filed.status == 0)
    func file(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: folder.path + "/" + name))) }
    #expect(try file("a.html") == printed.output)
    #expect(try file("a.json") == (try GamutProcess.run(arguments + ["--format", "json"]).output))
    // Standard input is read again for the pictures.
    let piped = try GamutProcess.run(
      ["report", "-", "--format", "html"], input: try Repository.bytes("Samples/two-reds.png"))
    #expect(piped.status == 0)
    #expect(piped.text.contains("data:image/png;base64,"))
  }
}
