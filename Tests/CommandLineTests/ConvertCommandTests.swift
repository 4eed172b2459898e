import ColorScience
import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Tests of `gamut convert` as a command: what it rejects and with which message, and that rejected files remain
/// unchanged.
@Suite(.enabled(if: Thoroughness.hasTime)) struct ConvertCommandTests {
  /// Large enough for several pieces of image data.
  static let image: PNGBuilder = {
    var random = RandomSource(seed: 2)
    var image = PNGBuilder(width: 300, height: 200, depth: 16) { _, _, _ in Int.random(in: 0...65535, using: &random) }
    image.colorChunks = [.iCCP((try? Repository.bytes("Profiles/DisplayP3.icc")) ?? [])]
    image.imageDataSize = 10_000
    return image
  }()
  static let bytes = image.bytes

  let folder: TemporaryFolder
  let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(Self.bytes, to: "a.png")
  }

  /// Expects a run to fail with the given status and message, and to leave the folder unchanged.
  private func refused(_ options: [String], status: Int32 = 2, says words: [String], of input: String? = nil) throws {
    let before = try folder.names()
    let run = try GamutProcess.run(["convert", input ?? file] + options)
    #expect(run.status == status, "\(options): \(run.errors)")
    for word in words { #expect(run.errors.contains(word), "\(options): \(run.errors)") }
    #expect(try folder.bytes("a.png") == Self.bytes)
    #expect(try folder.names() == before)
  }

  /// Returns the text of a run that has no errors, with one space between words.
  private func words(_ options: [String]) throws -> String {
    let run = try GamutProcess.run(["convert"] + options)
    #expect(run.status == 0 && run.errors == "")
    return run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(arguments: [
    [], ["--to", "srgb"], ["--in-place"], ["--to", "srgb", "--in-place", "--output", "x.png"],
    ["--to", "srgb", "--output", ""], ["--to", "srgb", "--output", "-", "--format", "json"],
    ["--to", "nowhere.icc", "--in-place"],
    ["--to", "srgb", "--variants", "--output-dir", "x"],
    ["--variants", "--in-place"], ["--variants", "--depth", "8", "--output-dir", "x"],
    ["--to", "srgb", "--depth", "12", "--in-place"],
  ])
  func wrongUsage(options: [String]) throws {
    try refused(options, status: 64, says: ["Error: ", "gamut convert"])
  }

  @Test func places() throws {
    for name in ["x.jpg", "a.b.TXT", "x.json"] {
      let says = ["has the ending of another format", "--output \(name.dropLast(name.hasSuffix("json") ? 4 : 3))png"]
      try refused(["--to", "srgb", "--output", name], status: 64, says: says)
    }
    try refused(["--to", "srgb", "--output", file], status: 64, says: ["The output is the input", "--in-place"])
    try refused(
      ["--to", "srgb", "--output", folder.path + "/none/x.png"], says: ["a.png", "does not exist", "Make it first"])
    try refused(["--to", "srgb", "--output", file + "/x.png"], says: ["a.png", "not a folder"])
    try refused(["--to", "srgb", "--output-dir", file], says: ["a.png", "not a folder"])
    try refused(["--to", "srgb", "--output", folder.path], says: ["not a file"])
    try folder.write([1], to: "there.png")
    try refused(["--to", "srgb", "--output", folder.path + "/there.png"], says: ["exists", "--force"])
    #expect(try folder.bytes("there.png") == [1])
  }

  /// A fault in the middle of a file: no output, not even partial, and the other files are converted.
  @Test(arguments: ["--in-place", "--output-dir"]) func damage(target: String) throws {
    let half = Array(Self.bytes.prefix(Self.bytes.count / 2))
    var bent = Self.bytes
    bent[bent.count / 2] ^= 0x40
    var last = Self.bytes
    last[last.count - 5] ^= 1
    let damaged = [half, bent, last]
    for (index, bytes) in damaged.enumerated() { try folder.write(bytes, to: "in/\(index).png") }
    try folder.write(Self.bytes, to: "in/good.png")
    let options = target == "--in-place" ? [target] : [target, folder.path + "/out"]
    let run = try GamutProcess.run(
      ["convert", folder.path + "/in", "--to", "srgb", "--compression", "fast"] + options)
    #expect(run.status == 2)
    for index in damaged.indices {
      #expect(run.errors.contains("/in/\(index).png: "))
      #expect(try folder.bytes("in/\(index).png") == damaged[index])
    }
    #expect(run.errors.contains("at byte"))
    let written = target == "--in-place" ? "in" : "out"
    let names = try folder.names(in: written)
    #expect(names == (target == "--in-place" ? ["0.png", "1.png", "2.png", "good.png"] : ["good.png"]))
    let good = try GamutProcess.run(["convert", file, "--to", "srgb", "--compression", "fast", "--output", "-"]).output
    #expect(try folder.bytes(written + "/good.png") == good)
    #expect(run.text.contains("4 images: 1 written, 3 could not be processed"))
  }

  /// The messages name the assumed space of a file without a declaration.
  @Test func words() throws {
    let plain = try folder.write(Self.image.declaring([]).bytes, to: "plain.png")
    func words(_ options: [String]) throws -> String { try self.words([plain] + options) }
    let output = ["--output", folder.path + "/x.png", "--force"]
    #expect(
      try words(["--to", "display-p3"] + output).contains("has no declaration, and is read as sRGB; --assume SPACE"))
    #expect(try words(["--to", "display-p3", "--quiet"] + output) == "")
    #expect(try !words(["--to", "srgb", "--override", "display-p3"] + output).contains("read as"))
    #expect(try words(["--to", "srgb", "--dry-run"] + output).contains("would write"))
  }

  /// The result of `preserve` is reported. The output is the same with little memory.
  @Test func preserve() throws {
    func words(_ image: String, _ options: [String]) throws -> String {
      try self.words(
        [Repository.path + "/" + image, "--to", "srgb", "--mapping", "preserve", "--force", "--output"]
          + [folder.path + "/out.png"] + options)
    }
    let plain = try words("Samples/two-reds.png", [])
    #expect(plain.contains("Preserve Strength ") && plain.contains("the weakest that loses nothing that was seen"))
    let file = try folder.bytes("out.png")
    #expect(try words("Samples/two-reds.png", ["--memory", "64M"]) == plain)
    #expect(try folder.bytes("out.png") == file)
    let clips = try words("Samples/soft-disc.png", [])
    #expect(clips.contains("Clipping loses no detail, so the result is that of clip"))
    try refused(["--to", "srgb", "--output", folder.path + "/x.png", "--report"], status: 64, says: ["--report"])
  }

  /// The bytes do not depend on the number of threads or on the working directory.
  @Test func jobs() throws {
    var outputs: [[UInt8]] = []
    for jobs in ["1", "3"] {
      let run = try GamutProcess.run(
        ["convert", "-", "--to", "srgb", "--depth", "8", "--jobs", jobs, "--output", "-"], input: Self.bytes)
      #expect(run.status == 0 && run.errors == "")
      outputs.append(run.output)
    }
    #expect(outputs[0] == outputs[1])
  }
}

/// Conversions that are repeated, and conversions of sets.
@Suite struct ConvertSetTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, _ red: Int, on ground: (Int, Int, Int), size: Int = 64) throws {
    let image = PNGBuilder(width: size, height: size, depth: 8, colorType: 2) { x, y, c in
      let isDisc = (x - size / 2) * (x - size / 2) + (y - size / 2) * (y - size / 2) <= size * size / 16
      return isDisc ? (c == 0 ? red : 0) : [ground.0, ground.1, ground.2][c]
    }.declaring([.iCCP(try Repository.bytes("Profiles/DisplayP3.icc"))])
    try folder.write(image.bytes, to: name)
  }

  private func convert(_ options: [String]) throws -> GamutProcess {
    try GamutProcess.run(["convert"] + options, at: folder.path)
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func updatesDoOnlyTheRest() throws {
    try write("in/a.png", 255, on: (255, 255, 255))
    try write("in/b.png", 255, on: (0, 0, 0))
    let usual = ["in", "--to", "srgb", "--output-dir", "out"]
    // What a run without --update has written is taken over, if it has the same bytes.
    #expect(try convert(usual).status == 0)
    let first = try (folder.bytes("out/a.png"), folder.bytes("out/b.png"))
    #expect(try convert(usual + ["--update"]).text.contains("2 images: 2 unchanged"))
    // Their rows have what those of new files have.
    let rows = try convert(usual + ["--update", "--format", "ndjson"]).text.split(separator: "\n").map {
      try JSONValue(parsing: Array($0.utf8))
    }
    #expect(rows.count == 2 && rows.allSatisfy { $0["action"]?.string == "unchanged" && $0["sourceBytes"] != nil })
    #expect(rows.first?["bytes"] == .integer(first.0.count))
    for row in rows { #expect(try Repository.schema("convert").faults(in: row) == []) }
    try FileManager.default.removeItem(atPath: folder.path + "/out/a.png")
    #expect(try convert(usual + ["--update"]).text.contains("2 images: 1 written, 1 unchanged"))
    #expect(try (folder.bytes("out/a.png"), folder.bytes("out/b.png")) == first)
    // Other options, and other contents.
    #expect(try convert(usual + ["--update", "--embed-profile"]).text.contains("2 images: 2 written"))
    try write("in/b.png", 200, on: (0, 0, 0))
    #expect(try convert(usual + ["--update", "--embed-profile"]).text.contains("2 images: 1 written, 1 unchanged"))
    // What somebody else has saved there stays.
    try folder.write(first.0, to: "out/b.png")
    let changed = try convert(usual + ["--update", "--embed-profile"])
    #expect(changed.status == 2 && changed.errors.contains("in/b.png: The output out/b.png is not what"))
    #expect(try folder.bytes("out/b.png") == first.0)
    try folder.write("{}", to: "out/.gamut-convert.json")
    let foreign = try convert(usual + ["--update"])
    #expect(foreign.status == 2 && foreign.errors.contains(".gamut-convert.json"))
    #expect(try folder.bytes("out/.gamut-convert.json") == Array("{}".utf8))
    // What the first run has written is not searched by the second one.
    for done in ["2 written", "2 unchanged"] {
      let run = try convert(["in", "--to", "srgb", "--output-dir", "in/out", "--update"])
      #expect(run.text.contains("2 images: \(done)"), "\(run.errors)")
    }
  }

  /// A run that writes nothing says of an output what the run said that wrote it.
  @Test(arguments: [["--depth", "16"], ["--compression", "small"]]) func unchangedHasFacts(options: [String]) throws {
    for (name, type) in [("a", 2), ("b", 3)] {
      var image = PNGBuilder(width: 64, height: 64, colorType: type) { (31 * $0 * $0 + $0 * $1) / 8 % 2 * ($2 + 1) }
      if type == 3 { image.palette = [255, 0, 0, 0, 255, 0] }
      try folder.write(image.bytes, to: "in/\(name).png")
    }
    let usual = ["in", "--to", "srgb", "--output-dir", "out", "--update"] + options + ["--format"]
    let runs = try ["ndjson", "ndjson", "text"].map { try convert(usual + [$0]).text.split(separator: "\n") }
    let rows = try runs[..<2].map { try $0.map { try JSONValue(parsing: Array($0.utf8)) } }
    #expect(rows[1].map { $0["action"]?.string } == ["unchanged", "unchanged"])
    #expect(rows[0].map { [$0["result"], $0["findings"]] } == rows[1].map { [$0["result"], $0["findings"]] })
    let keeps = options == ["--depth", "16"]
    #expect(rows[1][0]["result"]?["bitDepth"] == .integer(keeps ? 16 : 1))
    #expect(rows[1][1]["findings"]?.array?.first?["code"]?.string == (keeps ? "palette-depth" : nil))
    #expect(runs[2][0].hasSuffix(keeps ? "; 8 to 16 bits)" : "; as a palette)"), "\(runs[2])")
    #expect(runs[2][1].hasSuffix("; a palette keeps 8 bits)") == keeps, "\(runs[2])")
  }

  /// Nothing is deleted, and what another run made of other images is not missed.
  @Test func updatesCountOutputsWithoutAnOriginal() throws {
    for name in ["in/a.png", "in/b.png", "other/c.png"] { try write(name, 255, on: (0, 0, 0), size: 16) }
    let usual = ["--to", "srgb", "--output-dir", "out", "--update"]
    for name in ["in", "other"] { #expect(try convert([name] + usual).errors.isEmpty) }
    // A folder with another name is the same one.
    try FileManager.default.moveItem(atPath: folder.path + "/in", toPath: folder.path + "/new")
    #expect(try convert(["new"] + usual).errors.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/new/b.png")
    #expect(try convert(["new"] + usual).errors.isEmpty)
    #expect(try !folder.bytes("out/b.png").isEmpty)
    try FileManager.default.removeItem(atPath: folder.path + "/out/b.png")
    #expect(try convert(["new"] + usual).errors.isEmpty)
  }

  /// Names of resources have no hyphen (Android, "App resources overview"); folders have the qualifiers.
  @Test func variantsOfResourcesHaveOneName() throws {
    try write("app/res/drawable-xhdpi/a.png", 255, on: (255, 255, 255))
    #expect(try convert(["app", "--variants", "--output-dir", "out"]).text.contains("2 images: 2 written"))
    #expect(
      try !folder.bytes("out/res/drawable-nowidecg-xhdpi/a.png").isEmpty
        && !folder.bytes("out/res/drawable-xhdpi/a.png").isEmpty)
    // The folder would not be in that of the output.
    #expect(try convert(["app/res/drawable-xhdpi", "--variants", "--output-dir", "flat"]).status == 0)
    #expect(try !folder.bytes("flat/a-srgb.png").isEmpty && !folder.bytes("flat/a-p3.png").isEmpty)
  }

  /// The variants of `X-p3.png` are those of `X.png`, as audits find them.
  @Test func wideImagesKeepTheirNames() throws {
    try write("in/a-p3@2x.png", 255, on: (255, 255, 255))
    #expect(try convert(["in", "--variants", "--output-dir", "out"]).status == 0)
    #expect(try !folder.bytes("out/a-srgb@2x.png").isEmpty && !folder.bytes("out/a-p3@2x.png").isEmpty)
  }

  @Test func whoRepeatsARunSeesHow() throws {
    try write("in/a.png", 255, on: (255, 255, 255))
    let usual = ["in", "--to", "srgb", "--output-dir", "out"]
    #expect(try convert(usual).errors.isEmpty)
    let again = try convert(usual)
    #expect(again.status == 2 && again.errors.hasSuffix("  $ gamut convert in --to srgb --output-dir out --update\n"))
    #expect(try convert(usual + ["--update"]).status == 0)
    let space = try convert(["in/a.png", "p3"])
    #expect(space.errors.contains("$ gamut convert in/a.png --to p3 --output in/a-display-p3.png"), "\(space.errors)")
  }

  @Test func updatesKnowTheFilesOfAllVariants() throws {
    try write("in/a.png", 255, on: (255, 255, 255))
    let usual = ["in", "--variants", "--output-dir", "out", "--update"]
    #expect(try convert(usual).text.contains("2 images: 2 written"))
    #expect(try convert(usual + ["--memory", "64M"]).text.contains("2 images: 2 unchanged"))
  }

  /// The colours of the discs.
  private func reds(_ folder: String) throws -> Set<[Int]> {
    var reds: Set<[Int]> = []
    for name in ["dark", "orange", "white"] {
      let samples = try PNGDecoder.samples(of: self.folder.bytes("\(folder)/\(name).png")).samples
      reds.insert((0..<3).map { Int(samples[(32 * 64 + 32) * 3 + $0]) })
    }
    return reds
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func equalColorsStayEqual() throws {
    try write("in/dark.png", 255, on: (236, 0, 0))
    try write("in/orange.png", 255, on: (255, 60, 0))
    try write("in/white.png", 255, on: (255, 255, 255))
    let options = ["in", "--to", "srgb", "--mapping", "preserve", "--output-dir"]
    let alone = try convert(options + ["alone"])
    #expect(alone.status == 0 && alone.text.contains("--together"), "\(alone.text)")
    #expect(try reds("alone").count > 1)
    #expect(alone.text.replacing("\n", with: " ").contains("(Display P3 to sRGB) in in/orange.png and in/white.png"))
    let together = try convert(options + ["one", "--together", "--report", "ndjson=log.ndjson"])
    #expect(together.status == 0 && !together.text.contains("--together"), "\(together.text)")
    #expect(try reds("one").count == 1)
    let log = String(decoding: try folder.bytes("log.ndjson"), as: UTF8.self).split(separator: "\n")
    #expect(log.count == 3 && log.allSatisfy { $0.hasPrefix("{\"schema\":\"gamut.convert/3\"") })
    // Without one of them, the strength would be another one.
    try folder.write(Array(folder.bytes("in/dark.png").prefix(100)), to: "in/dark.png")
    let rest = try convert(options + ["one", "--together", "--update"])
    #expect(rest.status == 2 && rest.errors.contains("in/white.png: The files of a set"), "\(rest.errors)")
    #expect(try rest.text.contains("3 could not be processed") && reds("one").count == 1)
  }
}
