import ColorScience
import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

/// Files from other sources: PngSuite, libpng's test images, the findings of a fuzzer. GAMUT_CORPUS names their folder.
@Suite(.enabled(if: Corpus.path != nil, "GAMUT_CORPUS is not set"))
struct CorpusTests {
  @Test func pngSuiteDecodesLikeOtherDecoders() throws {
    var checksums: [String: UInt32] = [:]
    for path in try Corpus.files("pngsuite") where !Corpus.name(path).hasPrefix("x") {
      let decoded = try decode(ByteSource(path: path))
      let bytes =
        decoded.layout.bytesPerSample == 2
        ? decoded.samples.flatMap(\.bigEndianBytes) : decoded.samples.map { UInt8($0) }
      checksums[String(Corpus.name(path).dropLast(4))] = checksum(bytes)
    }
    #expect(checksums == PNGSuite.checksums)
    #expect(checksums.count == 161)
  }

  /// Where libpng reads a file too, it reads the same samples.
  @Test(.enabled(if: Thoroughness.hasTime), arguments: ["libpng-testpngs", "go-fuzz-png", "pngsuite"])
  func libpngReadsTheSame(_ folder: String) throws {
    var count = 0
    for path in try Corpus.files(folder) {
      guard let decoded = try? decode(ByteSource(path: path)) else { continue }
      let file = try [UInt8](Data(contentsOf: URL(filePath: path)))
      guard let samples = samples(byLibPNG: file, like: decoded) else { continue }
      #expect(samples == decoded.samples, "\(path)")
      count += 1
    }
    #expect(count > 20)
  }

  /// The error that the name of each damaged file indicates.
  @Test(arguments: [
    ("xs1n0g01", "not-png"), ("xs2n0g01", "not-png"), ("xs4n0g01", "not-png"), ("xs7n0g01", "not-png"),
    ("xcrn0g04", "not-png"), ("xlfn0g04", "not-png"), ("xhdn0g08", "crc-mismatch"), ("xc1n0g08", "bad-header"),
    ("xc9n2c08", "bad-header"), ("xd0n2c08", "bad-header"), ("xd3n2c08", "bad-header"), ("xd9n2c08", "bad-header"),
    ("xdtn0g01", "missing-chunk"), ("xcsn0g01", "crc-mismatch"),
  ])
  func pngSuiteRefuses(_ name: String, _ code: String) throws {
    let path = try #require(Corpus.path) + "/pngsuite/\(name).png"
    let error = #expect(throws: PNGError.self) { try decode(ByteSource(path: path)) }
    #expect(error?.code == code)
  }
}

extension Corpus {
  /// Returns the files of a folder, without subfolders.
  static func files(_ folder: String) throws -> [String] {
    let path = try #require(path) + "/" + folder
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    return names.map { path + "/" + $0 }.filter { file in
      var isFolder: ObjCBool = false
      return unsafe FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
