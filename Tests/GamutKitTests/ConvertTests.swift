import Foundation
import Gamut
import LittleCMS
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

/// Complete files through the converter, compared with the definition in double precision.
@Suite struct ConvertTests {
  /// Returns the sRGB code of a colour of Display P3, from the numbers of the two profiles.
  static func expected(
    _ color: [Int], from source: RGBSpace = .displayP3, to destination: RGBSpace = .sRGB, depths: (Int, Int),
    codes: [ReferenceCodes]? = nil
  ) -> [Int] {
    let largest = Double(1 << depths.0 - 1)
    let linear =
      destination.fromPCS * source.toPCS
      * SIMD3(
        source.red(Double(color[0]) / largest), source.green(Double(color[1]) / largest),
        source.blue(Double(color[2]) / largest))
    return (0..<3).map { (codes?[$0] ?? ReferenceCodes(destination[$0], depth: depths.1))(linear[$0]) }
  }

  static func image(
    width: Int = 23, height: Int = 9, depth: Int, colorType: Int, profile: Profile = .displayP3
  ) -> PNGBuilder {
    PNGBuilder(width: width, height: height, depth: depth, colorType: colorType) { x, y, c in
      (x &* 40503 &+ y &* 30011 &+ c &* 20011) &* (x &+ 3) >> 2
    }.declaring([.iCCP(profile.bytes)])
  }

  /// An interlaced image is in memory as a whole, which may take three quarters of the limit.
  @Test(
    .enabled(if: Thoroughness.hasTime),
    arguments: [(1000, 1, true), (1000, 2, true), (1100, 1, false), (1100, 2, false)])
  func interlacedImagesRespectTheMemoryLimit(height: Int, threads: Int, fits: Bool) throws {
    var image = Self.image(width: 1000, height: height, depth: 8, colorType: 2)
    image.isInterlaced = true
    let converter = try Self.converter { $0.memory = 4_000_000 }
    switch Result(catching: { () throws(ConvertError) in try converter.convert(png: image.bytes, threads: threads) }) {
    case .success: #expect(fits)
    case .failure(let error): #expect(!fits && error.message.contains("3300000"))
    }
  }

  static func converter(
    _ destination: SpaceChoice = .sRGB, _ change: (inout ConvertOptions) -> Void = { _ in }
  ) throws -> Converter {
    var options = ConvertOptions(to: destination)
    change(&options)
    return try Converter(options)
  }

  struct Decoded {
    var header: ImageHeader
    var layout: PixelLayout
    var samples: [Int]
    var findings: [Finding]
    var reader: ColorChunks
  }

  static func decode(_ bytes: [UInt8]) throws -> Decoded {
    let reader = try PNGReader(ByteSource(bytes: bytes))
    let chunks = reader.colorChunks
    var decoder = try PNGDecoder(reader)
    let (header, layout) = (decoder.header, decoder.layout)
    let rows = try decoder.samples()
    let findings = try decoder.finish()
    let samples =
      layout.depth == 16
      ? stride(from: 0, to: rows.count, by: 2).map { Int(rows[$0]) | Int(rows[$0 + 1]) << 8 } : rows.map { Int($0) }
    return Decoded(header: header, layout: layout, samples: samples, findings: findings, reader: chunks)
  }

  static func types(_ bytes: [UInt8]) -> [String] {
    var types: [String] = []
    for type in PNGChunk.split(bytes)?.map(\.type) ?? [] where types.last != type { types.append(type) }
    return types
  }

  @Test(.enabled(if: Thoroughness.hasTime), arguments: [2, 6], [8, 16]) func colours(colorType: Int, depth: Int) throws
  {
    for (choice, resultDepth) in [(Depth?.none, depth), (.eight, 8), (.sixteen, 16)] {
      for interlaced in [false, true] {
        var image = Self.image(depth: depth, colorType: colorType)
        image.isInterlaced = interlaced
        let (bytes, report) = try Self.converter { $0.depth = choice }.convert(png: image.bytes)
        let result = try Self.decode(bytes)
        #expect(result.findings == [])
        #expect(result.header.bitDepth == resultDepth && result.header.colorType.rawValue == colorType)
        #expect(!result.header.isInterlaced)
        #expect(result.reader.sRGB?.value == 0 && result.reader.iCCP == nil)
        #expect(report.result == result.header && report.size == bytes.count && report.action == .written)
        let channels = colorType == 2 ? 3 : 4
        for pixel in 0..<image.width * image.height {
          let source = image.samples[pixel * channels..<(pixel + 1) * channels].map { Int($0) }
          let found = Array(result.samples[pixel * channels..<(pixel + 1) * channels])
          #expect(Array(found.prefix(3)) == Self.expected(source, depths: (depth, resultDepth)))
          if channels == 4 {
            let alpha = Double(source[3]) / Double(1 << depth - 1) * Double(1 << resultDepth - 1)
            #expect(found[3] == Int(alpha.rounded()))
          }
        }
      }
    }
  }

  /// Several stripes on several threads give the same bytes as one thread.
  @Test(.enabled(if: Thoroughness.hasTime)) func threadsDoNotMatter() throws {
    let image = Self.image(width: 700, height: 1100, depth: 16, colorType: 2).bytes
    let converter = try Self.converter { $0.compression = .fast }
    let one = try converter.convert(png: image, threads: 1).bytes
    let four = try converter.convert(png: image, threads: 4).bytes
    #expect(one == four)
    #expect((PNGChunk.split(one) ?? []).count { $0.type == "IDAT" } > 1)
    #expect(try Self.decode(one).findings == [])
  }

  /// A palette image remains one, and its pixels are not changed.
  @Test func palettes() throws {
    var image = Self.image(depth: 4, colorType: 3)
    image.palette = (0..<48).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    image.transparency = [0, 128, 7]
    image.otherChunks = [PNGChunk("bKGD", [3]), PNGChunk("sPLT", Array("a".utf8) + [0, 8])]
    let (bytes, report) = try Self.converter().convert(png: image.bytes)
    let old = try #require(PNGChunk.split(image.bytes))
    let new = try #require(PNGChunk.split(bytes))
    #expect(new.map(\.type) == ["IHDR", "sRGB", "PLTE", "tRNS", "bKGD", "IDAT", "IEND"])
    for type in ["tRNS", "bKGD", "IDAT"] {
      #expect(new.first { $0.type == type }?.data == old.first { $0.type == type }?.data)
    }
    #expect(report.dropped == ["sPLT"])
    let entries = (0..<16).flatMap { entry in
      Self.expected(image.palette[3 * entry..<3 * entry + 3].map { Int($0) }, depths: (8, 8)).map { UInt8($0) }
    }
    #expect(new.first { $0.type == "PLTE" }?.data == entries)
    #expect(try Self.converter { $0.depth = .sixteen }.convert(png: image.bytes).bytes == bytes)
  }

  /// Grey remains grey: from a pure power to the curve of sRGB.
  @Test(arguments: [0, 4], [8, 16]) func grey(colorType: Int, depth: Int) throws {
    let curve = ICCBuilder.grey(curve: ICCData.curve([0x0200]))
    let image = Self.image(depth: depth, colorType: colorType).declaring([.iCCP(curve.bytes())])
    let result = try Self.decode(try Self.converter().convert(png: image.bytes).bytes)
    #expect(result.header.colorType.rawValue == colorType)
    #expect(result.reader.sRGB?.value == 0)
    let profile = try Self.decode(try Self.converter { $0.embedsProfile = true }.convert(png: image.bytes).bytes).reader
    #expect(profile.iCCP?.value.contents == .success(Profile.sGray.bytes) && profile.sRGB == nil)
    let maximum = Double(1 << depth - 1)
    let channels = colorType == 0 ? 1 : 2
    for (index, sample) in image.samples.enumerated() {
      let v = Double(sample) / maximum
      let code = Int((RGBSpace.sRGB.red.inverse(v * v) * maximum + 0.5).rounded(.down))
      #expect(result.samples[index] == (index % channels == 0 ? code : Int(sample)))
    }
  }

  /// Sub-byte grey keeps its bits if possible: only the declaration changes.
  @Test func fewBits() throws {
    for depth in [1, 2, 4] {
      let image = Self.image(depth: depth, colorType: 0).declaring([.sRGB()])
      let (bytes, report) = try Self.converter(.displayP3).convert(png: image.bytes)
      #expect(Self.types(bytes) == ["IHDR", "iCCP", "IDAT", "IEND"])
      #expect(report.keepsPixels)
      let wide = try Self.decode(try Self.converter(.displayP3) { $0.depth = .eight }.convert(png: image.bytes).bytes)
      #expect(wide.samples == image.samples.map { Int($0) * 255 / (1 << depth - 1) })
    }
  }

  /// Text, size and unknown chunks that are safe to copy are kept; colour chunks and those that depend on the
  /// pixels are removed.
  @Test func chunks() throws {
    var image = Self.image(depth: 8, colorType: 2)
    image.colorChunks = [
      .gAMA(45455), PNGChunk("sBIT", [8, 8, 8]), .iCCP(Profile.displayP3.bytes),
      PNGChunk("tEXt", Array("a".utf8) + [0, 98]),
    ]
    image.otherChunks = [
      PNGChunk("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]), PNGChunk("bKGD", [0, 255, 0, 0, 0, 10]),
      PNGChunk("teSt", [1]), PNGChunk("prIv", [2]), PNGChunk("prIV", [3]), PNGChunk("hIST", [1, 2]),
    ]
    var file = try #require(PNGChunk.split(image.bytes))
    file.insert(PNGChunk("tIME", [7, 0xe9, 1, 2, 3, 4, 5]), at: file.count - 1)
    file.insert(PNGChunk("tEXt", Array("b".utf8) + [0, 99]), at: file.count - 1)
    let (bytes, report) = try Self.converter().convert(png: PNGBuilder.file(file))
    #expect(
      Self.types(bytes)
        == ["IHDR", "sRGB", "tEXt", "pHYs", "teSt", "prIv", "IDAT", "tEXt", "IEND"])
    #expect(report.dropped == ["sBIT", "bKGD", "prIV", "hIST"])
  }

  @Test func nothingToDo() throws {
    let image = Self.image(depth: 16, colorType: 2, profile: .sRGB).bytes
    let (bytes, report) = try Self.converter().convert(png: image)
    #expect(bytes == image && report.action == .unchanged && report.keepsPixels)
    var animation = Self.image(depth: 8, colorType: 2)
    animation.colorChunks.append(PNGChunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]))
    #expect(throws: ConvertError.animation) { try Self.converter().convert(png: animation.bytes) }
    #expect(throws: ConvertError.destination(.profile(.greyProfileOnRGBImage))) { try Self.converter(.profile(.sGray)) }
  }

  @Test func codesOfErrors() throws {
    let schema = try Repository.schema("convert")
    let listed = schema.root["$defs.error.properties.code.enum"]
    #expect(try listed?.array?.compactMap(\.string) == ErrorCodes.ofWriting("GamutKit/Convert/ConvertReport.swift"))
    let image = Self.image(depth: 8, colorType: 2).bytes
    let report = try Self.converter().convert(png: image).report
    for result in [Result.success(report), .failure(ConvertError.animation)] {
      let json = try JSONValue(parsing: ConvertRow(path: Pathname("a.png"), result: result).json())
      #expect(schema.faults(in: json) == [])
    }
  }

  /// Unusable tables: one whose white is far from D50, and one without an inverse.
  @Test func unusableTables() throws {
    var samples: [UInt16] = []
    for x in 0..<2 { for y in 0..<2 { for z in 0..<2 { samples += [x, y, z].map { UInt16($0 * 32768) } } } }
    let table = ICCBuilder(tags: [
      ("desc", ICCData.localized("XYZ")), ("A2B0", ICCData.lut16(grid: 2, samples: samples)),
    ])
    let profile = try Profile(bytes: table.bytes())
    // The white of the table is (1, 1, 1), which is too far from D50.
    #expect(throws: ConvertError.self) {
      try Self.converter { $0.override = .profile(profile) }.convert(png: Self.image(depth: 16, colorType: 2).bytes)
    }
    let noWayBack = try Profile(
      bytes: ICCBuilder(tags: [("A2B0", ICCData.lut16(grid: 2, samples: samples.map { $0 / 32768 * 31000 }))]).bytes())
    #expect(throws: ConvertError.self) { try Self.converter(.profile(noWayBack)) }
  }

  /// By CSS Color 4's own steps (13.2), in double precision, from 255 and 236 of Display P3's red.
  @Test func css() throws {
    let bytes = try Self.converter { $0.mapping = .css }.convert(png: Repository.bytes("Samples/two-reds.png")).bytes
    #expect(Set(try Self.colors(bytes)) == [[255, 11, 12], [254, 0, 0]])
    #expect(try Reporter().report(png: bytes).loss.pixels.clipped == 0)
  }

  static func colors(_ bytes: [UInt8]) throws -> [[Int]] {
    let decoded = try decode(bytes)
    let channels = decoded.layout.channels
    return stride(from: 0, to: decoded.samples.count, by: channels).map { Array(decoded.samples[$0..<$0 + 3]) }
  }

  /// Two variants of one file, with the documented names.
  @Test func variants() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.image(depth: 8, colorType: 2).bytes, to: "in/sub/icon.PNG")
    let names = [Pathname(folder.path + "/in")]
    let inputs = Input.collect(names)
    let options = WriteOptions(.tree(Pathname(folder.path + "/out")))
    let variants: [(converter: Converter, plan: OutputPlan)] = [
      (try Self.converter { $0.depth = .eight }, OutputPlan(inputs, named: names, options: options, suffix: "-srgb")),
      (
        try Self.converter(.displayP3) { $0.depth = .sixteen },
        OutputPlan(inputs, named: names, options: options, suffix: "-p3")
      ),
    ]
    var actions: [WriteAction] = []
    Converter.convert(inputs, variants, jobs: 2) { row in
      if case .success(let report) = row.result { actions.append(report.action) }
    }
    #expect(actions == [.written, .written])
    for (name, depth, profile) in [("icon-srgb.PNG", 8, Profile.sRGB), ("icon-p3.PNG", 16, .displayP3)] {
      let decoded = try Self.decode(folder.bytes("out/sub/" + name))
      #expect(decoded.header.bitDepth == depth)
      let embedded = decoded.reader.iCCP?.value.contents
      #expect(depth == 8 ? decoded.reader.sRGB?.value == 0 : embedded == .success(profile.bytes))
    }
  }

  /// Errors of files name them. All else about outputs is tested with `embed`.
  @Test func places() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.image(depth: 8, colorType: 2).bytes, to: "a.png")
    let error = FailedFile(path: Pathname(file), reason: ConvertError.write(.isInput(Pathname(file))))
    #expect(throws: error) { try Self.converter().convert(Pathname(file), WriteOptions(.file(Pathname(file)))) }
    #expect("\(error)".hasPrefix("\(file): The output is the input "))
    #expect(try Self.converter().convert(Pathname(file), WriteOptions(.inPlace)).action == .written)
    #expect(try Self.converter().convert(Pathname(file), WriteOptions(.inPlace)).action == .unchanged)
  }
}
