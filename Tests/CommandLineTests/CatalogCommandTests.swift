import Foundation
import LittleCMS
import SyntheticPNG
import TestSupport
import Testing

/// `gamut convert --catalog`.
@Suite struct CatalogCommandTests {
  /// In sRGB both reds are #ff0000.
  private static let collapsing = image([255, 0, 0], [236, 0, 0])
  /// The red of Display P3, and a grey: it clips, and no detail is lost.
  private static let clipping = image([255, 0, 0], [128, 128, 128])

  /// An image in Display P3, whose halves have two colours.
  private static func image(_ left: [Int], _ right: [Int]) -> [UInt8] {
    var builder = PNGBuilder(width: 16, height: 16) { x, _, channel in (x < 8 ? left : right)[channel] }
    builder.colorChunks = [.iCCP(Profile.displayP3.bytes)]
    return builder.bytes
  }

  /// Members of a slot besides the name of its file, in the order of their keys: before it and after it.
  private static let conditions: [(before: [String], after: [String])] = {
    let dark =
      "\"appearances\" : [\n        {\n          \"appearance\" : \"luminosity\",\n"
      + "          \"value\" : \"dark\"\n        }\n      ]"
    let inP3 = "\"display-gamut\" : \"display-P3\""
    let inSRGB = "\"display-gamut\" : \"sRGB\""
    let idiom = "\"idiom\" : \"universal\""
    let phone = "\"idiom\" : \"iphone\""
    let twice = "\"scale\" : \"2x\""
    let thrice = "\"scale\" : \"3x\""
    return [
      ([], [idiom]), ([], [idiom, twice]), ([], [phone, thrice]), ([dark], [idiom]), ([dark], [phone, twice]),
      ([inP3], [idiom]), ([inP3], [phone, twice]), ([dark, inP3], [idiom, twice]), ([inSRGB], [idiom]),
      ([dark, inSRGB], [phone, thrice]),
    ]
  }()

  private static func contents(_ slots: [[String]]) -> String {
    "{\n  \"images\" : [\n"
      + slots.map { "    {\n" + $0.map { "      " + $0 }.joined(separator: ",\n") + "\n    }" }.joined(separator: ",\n")
      + "\n  ],\n  \"info\" : {\n    \"author\" : \"xcode\",\n    \"version\" : 1\n  }\n}\n"
  }

  /// Writes 20 sets with an image that collapses and 20 with one that clips, in all kinds of slots.
  private func write(to folder: TemporaryFolder) throws {
    for index in 0..<40 {
      let (before, after) = Self.conditions[index / 2 % Self.conditions.count]
      // Half of the sets are in a folder, and every fifth is for the icon of an app.
      let set = "A.xcassets/\(index % 4 < 2 ? "" : "Folder/")Set\(index).\(index % 5 == 4 ? "appiconset" : "imageset")"
      try folder.write(index % 2 == 0 ? Self.collapsing : Self.clipping, to: "\(set)/image.png")
      let slot = before + ["\"filename\" : \"image.png\""] + after
      // Another slot of the set stays empty.
      let empty = ["\"idiom\" : \"universal\"", "\"scale\" : \"1x\""]
      try folder.write(Array(Self.contents([slot, empty]).utf8), to: "\(set)/Contents.json")
    }
  }

  /// Returns the files below a folder, by their paths.
  private func files(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      _ = unsafe FileManager.default.fileExists(atPath: folder.path + "/" + name, isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = Array(try Data(contentsOf: URL(filePath: folder.path + "/" + name))) }
    }
    return files
  }

  private func audit(_ folder: TemporaryFolder) throws -> [String: Int] {
    let run = try GamutProcess.run(
      ["audit", folder.path, "--no-policy", "--fail-on", "never", "--format", "json"])
    var counts: [String: Int] = [:]
    for finding in try run.rows().flatMap({ $0["findings"]?.array ?? [] }) {
      counts[finding["rule"]?.string ?? "", default: 0] += 1
    }
    return counts
  }

  /// Whether each line of a text is in another one, in the same order.
  private func isPart(_ old: [UInt8], of new: [UInt8]) -> Bool {
    var rest = new.split(separator: 0x0a, omittingEmptySubsequences: false)[...]
    for line in old.split(separator: 0x0a, omittingEmptySubsequences: false) {
      guard let place = rest.firstIndex(of: line) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aWrittenCatalogDoesNotCollapse() throws {
    let folder = try TemporaryFolder()
    try write(to: folder)
    let before = try files(folder)
    #expect(try audit(folder)["collapses"] == 20)

    let plan = try GamutProcess.run(["convert", "--catalog", folder.path, "--dry-run"])
    #expect(plan.status == 0 && plan.text.contains("40 sets: 20 would be written, with 20 images"))
    #expect(try files(folder) == before)

    let run = try GamutProcess.run(["convert", "--catalog", folder.path, "--format", "json"])
    #expect(run.status == 0 && run.errors == "")
    let schema = try Repository.schema("catalog")
    #expect(schema.faults(in: try JSONValue(parsing: run.output)) == [])

    let counts = try audit(folder)
    #expect(counts["collapses"] == nil && counts["variant-loses"] == nil)
    #expect(counts["has-variant"] == 20 && counts["catalog-broken"] == nil && counts["catalog-orphan-file"] == nil)
    let after = try files(folder)
    for (name, bytes) in before {
      let new = try #require(after[name])
      #expect(name.hasSuffix(".png") ? new == bytes : isPart(bytes, of: new), "\(name)")
    }
    #expect(after.keys.filter { before[$0] == nil }.allSatisfy { $0.hasSuffix("/image-srgb.png") })
    #expect(after.count == before.count + 20)

    let again = try GamutProcess.run(["convert", "--catalog", folder.path])
    #expect(again.status == 0 && again.text.contains("40 sets: nothing to write"))
    #expect(try files(folder) == after)

    // All that clips gets a slot, too.
    #expect(try GamutProcess.run(["convert", "--catalog", folder.path, "--only", "wide"]).status == 0)
    #expect(try files(folder).count == before.count + 40)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aFailureLeavesTheSetAsItWas() throws {
    let folder = try TemporaryFolder()
    let slots = [
      ["\"filename\" : \"a.png\"", "\"scale\" : \"1x\""], ["\"filename\" : \"b.png\"", "\"scale\" : \"2x\""],
    ]
    try folder.write(Self.collapsing, to: "A.xcassets/A.imageset/a.png")
    try folder.write(Array(Self.collapsing.dropLast(40)), to: "A.xcassets/A.imageset/b.png")
    try folder.write(Array(Self.contents(slots).utf8), to: "A.xcassets/A.imageset/Contents.json")
    let before = try files(folder)
    let run = try GamutProcess.run(["convert", "--catalog", folder.path])
    #expect(run.status == 2 && run.errors.contains("A.imageset: b.png: "))
    #expect(try files(folder) == before)

    // A file in the place of the variant is not replaced, unless an earlier run has made it.
    try folder.write(Self.collapsing, to: "A.xcassets/A.imageset/b.png")
    try folder.write([1, 2, 3], to: "A.xcassets/A.imageset/b-srgb.png")
    let occupied = try files(folder)
    let refused = try GamutProcess.run(["convert", "--catalog", folder.path])
    #expect(refused.status == 2 && refused.errors.contains("b.png: The output exists. Add --force to replace it."))
    #expect(try files(folder) == occupied)
    #expect(try GamutProcess.run(["convert", "--catalog", folder.path, "--force"]).status == 0)
    let done = try files(folder)

    // The variants without the slots are what is left of a run that was cut short.
    try folder.write(Array(Self.contents(slots).utf8), to: "A.xcassets/A.imageset/Contents.json")
    #expect(try GamutProcess.run(["convert", "--catalog", folder.path]).status == 0)
    #expect(try files(folder) == done)
  }

  /// Neither the place of a variant nor the file of a set may be a link out of the catalog.
  @Test(arguments: [["--force"], [], ["--force", "--dry-run"]])
  func aLinkOutOfTheCatalogIsNotWrittenThrough(options: [String]) throws {
    let folder = try TemporaryFolder()
    let slot = Array(Self.contents([["\"filename\" : \"a.png\""]]).utf8)
    let note = Array("Nobody else has this.\n".utf8)
    let (file, contents) = (try folder.write(note, to: "note"), try folder.write(slot, to: "contents"))
    for set in ["A", "B", "C"] { try folder.write(Self.collapsing, to: "Q/M.xcassets/\(set).imageset/a.png") }
    for set in ["A", "C"] { try folder.write(slot, to: "Q/M.xcassets/\(set).imageset/Contents.json") }
    try folder.link("Q/M.xcassets/A.imageset/a-srgb.png", to: "../../../note")
    try folder.link("Q/M.xcassets/B.imageset/Contents.json", to: "../../../contents")
    // A link within the catalog is written through.
    try folder.write(note, to: "Q/M.xcassets/C.imageset/b.txt")
    if options == ["--force"] { try folder.link("Q/M.xcassets/C.imageset/a-srgb.png", to: "b.txt") }
    let run = try GamutProcess.run(["convert", "--catalog", folder.path + "/Q/M.xcassets"] + options)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("A.imageset: a.png: The output leads out of the catalog by a link, to "))
    #expect(run.errors.contains("B.imageset: Contents.json: The output leads out of the catalog by a link, to "))
    #expect(!run.errors.contains("C.imageset"))
    #expect(FileManager.default.contents(atPath: file) == Data(note))
    #expect(FileManager.default.contents(atPath: contents) == Data(slot))
    let written = FileManager.default.contents(atPath: folder.path + "/Q/M.xcassets/C.imageset/b.txt")
    #expect((written == Data(note)) == (options != ["--force"]))
  }

  @Test func colorsStayApart() throws {
    let folder = try TemporaryFolder()
    func set(_ name: String, _ red: String) throws {
      try folder.write(
        Array(
          """
          {"colors":[{"color":{"color-space":"display-p3","components":{"alpha":"1.000","blue":"0.000","green":"0.000",\
          "red":"\(red)"}},"idiom":"universal"}]}
          """.utf8), to: "A.xcassets/\(name).colorset/Contents.json")
    }
    // By coloraide, they are 2.53 and 2.58 (DIN99o) apart, and #ff0000, #ff0000 and #fe0000 in sRGB, 0.2 apart.
    for (name, red) in [("A", "1.000"), ("B", "0.955"), ("C", "0.910")] { try set(name, red) }
    #expect(try audit(folder)["colors-merge"] == 3)
    let run = try GamutProcess.run(["convert", "--catalog", folder.path + "/A.xcassets", "--format", "json"])
    #expect(run.status == 0)
    let codes = try run.rows().compactMap { $0["colors"]?[0]?["srgb"]?.string }
    #expect(Set(codes).count == 3)
    let counts = try audit(folder)
    #expect(counts["colors-merge"] == nil && counts["near-duplicate"] == nil && counts["color-outside-srgb"] == nil)
    let again = try GamutProcess.run(["convert", "--catalog", folder.path + "/A.xcassets"])
    #expect(again.text.contains("nothing to write"))
  }

  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [
      (["--catalog", "A.xcassets", "--to", "srgb"], "leave out --to"),
      (["--catalog", "A.xcassets", "--in-place"], "leave out --in-place"),
      (["--only", "wide", "A.png", "--to", "srgb"], "--only needs --catalog"),
      (["--catalog", "Package.swift"], "is not in an asset catalog"),
      (["--catalog", "missing.xcassets"], "missing.xcassets: It does not exist."),
    ])
  func misuseIsExplained(arguments: [String], message: String) throws {
    let run = try GamutProcess.run(["convert"] + arguments, preparation: "cd '\(Repository.path)'")
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
  }
}
