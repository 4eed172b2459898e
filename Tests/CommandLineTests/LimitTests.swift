#if os(Linux)
  import Foundation
  import SyntheticPNG
  import TestSupport
  import Testing

  /// The figures of memory and time in Documentation/limits.md, for a few files of the kinds that `make check WHAT=limits` measures.
  /// GNU's `ulimit -v` limits the address space, of which the command alone needs 70 MB; `ulimit -t` limits the seconds of
  /// processor time, generously, because other tests run at the same time.
  @Suite struct LimitTests {
    private static func run(
      _ arguments: [String], megabytes: Int = 110, seconds: Int = 1, files: Int = 0
    ) throws -> GamutProcess {
      let limits = GamutProcess.limits(space: 1024 * megabytes, seconds: seconds)
      return try GamutProcess.run(arguments, preparation: limits + (files > 0 ? "ulimit -n \(files)" : ":"))
    }

    private static let image = InputFileTests.image

    private static func file(_ chunks: [PNGChunk]) -> [UInt8] {
      var image = image
      image.colorChunks = chunks
      return image.bytes
    }

    /// A profile of many tags, all of which lead to one text.
    private static func profile(tags: Int) -> [UInt8] {
      var bytes = Array(ICCBuilder().bytes().prefix(128)) + ICCData.u32(tags)
      for tag in 0..<tags { bytes += ICCData.u32(tag) + ICCData.u32(132) + ICCData.u32(0) }
      bytes.replaceSubrange(0..<4, with: ICCData.u32(bytes.count))
      return bytes
    }

    static let hostile: [(name: String, bytes: [UInt8])] = [
      ("chunks with wrong CRCs", file((0..<80_000).map { _ in PNGChunk("eXIf", [97], declaredCRC: 1) })),
      ("chunks of all kinds", file((0..<40_000).flatMap { _ in [PNGChunk("tEXt"), PNGChunk("prVt")] })),
      ("a profile of 1 GB", file([PNGChunk("iCCP", [97, 0, 0] + deflatedZeros(megabytes: 1000))])),
      ("a text of 1 GB", file([PNGChunk("zTXt", [97, 0, 0] + deflatedZeros(megabytes: 1000))])),
      ("a profile of 400,000 tags", file([PNGChunk("iCCP", [97, 0, 0] + deflated(profile(tags: 400_000)))])),
      (
        "a chunk of 2^31 - 1 bytes",
        PNGBuilder.file([image.header, PNGChunk("iCCP", declaredLength: 0x7fff_ffff)]) + [0, 0, 0, 0]
      ),
      ("an enormous image", PNGBuilder.file([PNGBuilder.header(0x7fff_ffff, 0x7fff_ffff, 16, 6), .end])),
    ]

    /// More than a finding for each of 80,000 chunks, or a row for each of 400,000 tags, would fit.
    @Test(arguments: hostile.indices) func aMegabyteIsInspectedInLittleMemory(_ index: Int) throws {
      let folder = try TemporaryFolder()
      let file = try folder.write(Self.hostile[index].bytes, to: "a.png")
      #expect(Self.hostile[index].bytes.count <= 1 << 20)
      for arguments in [["inspect", file, "--format", "json"], ["verify", file, "--profile", "srgb"]] {
        let run = try Self.run(arguments)
        #expect([0, 1, 2].contains(run.status), "\(Self.hostile[index].name): \(run.status) \(run.errors.prefix(300))")
        #expect(!run.errors.contains("not enough memory"), "\(Self.hostile[index].name)")
        #expect(run.output.count < 200_000)
      }
    }

    /// An honest image of 320 million pixels in a megabyte: 19.2 s for a report and 25.6 s for a conversion are allowed.
    @Test func timeIsLimitedByDeclaredPixels() throws {
      let folder = try TemporaryFolder()
      let rows = 8 * 16_000
      let image = PNGBuilder.file([
        PNGBuilder.header(7999, rows / 8, 8, 2), .cICP(12, 13), PNGChunk("IDAT", deflatedZeros(megabytes: 367)), .end,
      ])
      let file = try folder.write(image, to: "a.png")
      // 128 million pixels: 60 and 80 ns each, and half a second.
      #expect(try Self.run(["report", file, "--memory", "64M"], megabytes: 400, seconds: 3 * 9).status == 0)
      let run = try Self.run(
        ["convert", file, "--to", "srgb", "--compression", "fast", "--output", folder.path + "/b.png"], megabytes: 800,
        seconds: 3 * 11)
      #expect(run.status == 0, "\(run.errors)")
    }

    /// A row of two million pixels of RGBA, 16 bits, has 16 MB, and it is not converted with less than the row, its
    /// result, the row above both, and the compressed bytes.
    @Test func rowsAreConvertedWithinTheMemoryAllowed() throws {
      let folder = try TemporaryFolder()
      let file = try folder.write(
        PNGBuilder.file([
          PNGBuilder.header(2_000_000, 1, 16, 6), .cICP(12, 13), PNGChunk("IDAT", deflatedZeros(megabytes: 16)), .end,
        ]), to: "a.png")
      let command = ["convert", file, "--to", "srgb", "--output", folder.path + "/b.png"]
      let refused = try Self.run(command + ["--memory", "64M"], megabytes: 400, seconds: 5)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("and 67108864 are allowed. Allow more with --memory."), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.png"))
      #expect(try Self.run(command, megabytes: 800, seconds: 5).status == 0)
    }

    @Test func aFolderNeedsFewOpenFiles() throws {
      let folder = try TemporaryFolder()
      for index in 0..<200 { try folder.write(Self.image.bytes, to: "images/\(index).png") }
      for command in [
        ["inspect"], ["report"], ["audit", "--no-policy", "--fail-on", "never"],
        ["convert", "--to", "srgb", "--output-dir", folder.path + "/out"],
      ] {
        let run = try Self.run(command + [folder.path + "/images"], megabytes: 4000, seconds: 30, files: 20)
        #expect(run.status == 0, "\(command): \(run.errors.prefix(300))")
      }
    }

    /// As deep as a path can be.
    @Test func aDeepFolderIsRead() throws {
      let folder = try TemporaryFolder()
      let depth = (4000 - folder.path.utf8.count) / 2
      let run = try GamutProcess.run(
        ["report", folder.path, "--format", "json"],
        preparation: "cd '\(folder.path)'; mkdir -p $(yes d/ | head -n \(depth) | tr -d '\\n')")
      #expect([0, 2].contains(run.status), "\(run.errors.prefix(300))")
    }
  }
#endif
