import TestSupport
import Testing

/// `gamut color`.
@Suite struct ColorCommandTests {
  private func json(_ arguments: String...) throws -> JSONValue { try json(arguments) }

  private func json(_ arguments: [String]) throws -> JSONValue {
    let run = try GamutProcess.run(["color", "--format", "json"] + arguments)
    #expect(run.status == 0 && run.errors == "" && run.text.hasSuffix("}\n"))
    let value = try JSONValue(parsing: run.output)
    #expect(try Repository.schema("color").faults(in: value) == [])
    return value
  }

  /// The red of Display P3 has -0.042 and -0.020 of linear green and blue in sRGB, and 1.225 of red.
  @Test func aColorOutsideSRGB() throws {
    let value = try json("color(display-p3 1 0 0)")
    let red = try #require(value["colors"]?.array?.first)
    #expect(red["space"]?.string == "display-p3")
    #expect(red["p3.hex"]?.string == "#ff0000" && red["p3.hex16"]?.string == "#ffff00000000")
    #expect(red["p3.inside"] == .bool(true) && red["srgb.inside"] == .bool(false))
    #expect(red["srgb.hex"]?.string == "#ff0000")
    // WCAG 2.2: 3.998 after clipping, and (1 + 0.05) / (0.228975 + 0.05) by the luminance of the primary.
    #expect(abs(try #require(red["contrast.white.srgb"]?.number) - 3.9985) < 1e-4)
    #expect(abs(try #require(red["contrast.white.p3"]?.number) - 3.7638) < 1e-4)
    // The rows for Display P3 of the models, clamped and encoded: .139998 .095303 -.014737 is #695700.
    #expect(red["seenOriginal.protanopia"]?.string == "#695700")
    // The red of sRGB, which displays of sRGB show: libDaltonLens has #6c5c0c.
    #expect(red["seen.protanopia"]?.string == "#6c5c0c")
    #expect(value["pairs"]?.array == [])
  }

  @Test(arguments: [
    ("255,59,48", "srgb", "#ff3b30"), ("255 59 48", "srgb", "#ff3b30"), ("1.0,0.0,0.0", "srgb", "#ff0000"),
    ("1,1,1", "srgb", "#010101"), ("tomato", "p3", "#ff6347"), ("rgb(255 59 48)", "p3", "#ff3b30"),
  ])
  func numbersAreCodesOrLevels(text: String, space: String, hex: String) throws {
    let value = try json(text, "--in", space)
    #expect(try #require(value["colors"]?.array?.first)["srgb.hex"]?.string == hex)
  }

  @Test(arguments: ["255,59,48", "#ff3b30"]) func numbersAreInTheGivenSpace(text: String) throws {
    for name in ["p3", "Display P3", "display-p3"] {
      let color = try #require(try json(text, "--in", name)["colors"]?.array?.first)
      #expect(color["p3.hex"]?.string == "#ff3b30" && color["srgb.inside"] == .bool(false))
    }
  }

  /// sRGB clamps both to full red; for Indigo and Purple of iOS, see Brettel's model: #0060d6 and #006bde.
  @Test func pairsThatMergeOrAreConfused() throws {
    let merged = try #require(try json("color(display-p3 1 0 0)", "#f00")["pairs"]?.array?.first)
    #expect(merged["a"] == .integer(0) && merged["b"] == .integer(1))
    #expect(merged["srgb.merges"] == .bool(true) && merged["srgb.difference"] == .integer(0))
    // By coloraide 8.13: 6.57 in DIN99o.
    #expect(abs(try #require(merged["difference"]?.number) - 6.565) < 0.01)
    let apart = try #require(try json("#ff0000", "#0000ff")["pairs"]?.array?.first)
    #expect(apart["srgb.merges"] == .bool(false) && apart["confusable"]?.array == [])
    // Red and a green of the same lightness for people without the cones that tell them apart.
    let confused = try #require(try json("#5c7d00", "#a46a00")["pairs"]?.array?.first)
    #expect(confused["confusable"]?.array?.contains(.string("deuteranopia")) == true)
  }

  @Test func textSaysWhatMatters() throws {
    let one = try GamutProcess.run(["color", "color(display-p3 1 0 0)"])
    #expect(one.status == 0)
    for words in ["OKLCH", "#ffff00000000", "outside; clipping shifts it by 6.6", "3.76 in Display P3", "milder"] {
      #expect(one.text.contains(words), "\(words)")
    }
    let many = try GamutProcess.run(["color", "#f00", "color(display-p3 1 0 0)", "#0f0", "#00f", "#fff"])
    #expect(many.text.contains("merge in sRGB (DIN99o 0.0)") && many.text.contains("The other"))
    #expect(many.text.split(separator: "\n").count < 20)
    #expect(!many.text.contains("\u{1b}"))
    let quiet = try GamutProcess.run(["color", "--quiet", "#f00", "color(display-p3 1 0 0)", "#0f0"])
    #expect(quiet.text.split(separator: "\n").count == 2 && quiet.text.contains("outside sRGB by 6.6"))
    #expect(try GamutProcess.run(["color", "--quiet", "red", "blue"]).text == "")
    let painted = try GamutProcess.run(["color", "#ff0000", "--color", "always"])
    #expect(painted.text.contains("\u{1b}[48;2;255;0;0m"))
  }

  @Test(arguments: [
    (["redd"], "did you mean 'red'?"), (["rgb(1 2)"], "(byte 8)"), (["1,2"], "three numbers"),
    (["300,2,3"], "0 to 255"), (["1.5,0.2,0.1"], "0 to 1"), (["red", "--in", "cmyk"], "display-p3"),
    (["red\u{1b}[2J"], "red"), ([], "colors"),
    ([String](repeating: "red", count: 201), "200"),
  ])
  func faultsSayWhatIsExpected(arguments: [String], words: String) throws {
    let run = try GamutProcess.run(["color"] + arguments)
    #expect(run.status == 64 && run.text == "", "\(run.status)")
    #expect(run.errors.contains(words) && !run.errors.contains("\u{1b}"), "\(run.errors)")
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func manyColors() throws {
    let value = try json((0..<100).map { "rgb(\($0) \(255 - $0) \($0 * 7 % 256))" })
    #expect(value["colors"]?.array?.count == 100 && value["pairs"]?.array?.count == 4950)
  }
}
