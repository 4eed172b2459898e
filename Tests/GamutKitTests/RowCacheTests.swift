import Foundation
import PNGCodec
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct RowCacheTests {
  private static func key(_ name: String) -> ContentHash { ContentHash(of: Array(name.utf8)) }

  private static func keep(_ text: String, of name: String, in cache: RowCache) {
    cache.store(key(name), JSONWriter.object { $0.member("text", text) })
  }

  private static func known(_ name: String, in cache: RowCache) -> String? { cache.lookup(key(name))?["text"]?.string }

  private let folder = try! TemporaryFolder()

  private func cache(limit: Int = 1 << 20) throws -> RowCache {
    try RowCache(in: Pathname(folder.path + "/cache"), limit: limit)
  }

  @Test func rowsAreKnownByTheirKeys() throws {
    let first = try cache()
    Self.keep("row", of: "a", in: first)
    #expect(first.finish().isEmpty)
    let second = try cache()
    #expect(Self.known("a", in: second) == "row" && Self.known("b", in: second) == nil)
    Self.keep("another row", of: "a", in: second)
    #expect(second.finish().isEmpty)
    #expect(try Self.known("a", in: cache()) == "another row")
  }

  /// The number is that of Python's hashlib.blake2b with digest_size 32.
  @Test func hashesAreThoseOfTheStandard() throws {
    let hash = ContentHash(of: Array("abc".utf8))
    #expect(
      hash.bytes.map { String(UInt($0) | 0x100, radix: 16).dropFirst() }.joined()
        == "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319")
    #expect(try ContentHash(of: ByteSource(bytes: Array("abc".utf8))) == hash)
  }

  /// Every option decides, in any part of a value, and the order of a dictionary does not.
  @Test func valuesAreKnownByAllTheirParts() throws {
    let changes: [(inout ReportOptions) -> Void] = [
      { _ in }, { $0.destination = .displayP3 }, { $0.depth = .sixteen }, { $0.jnd += 1e-9 }, { $0.top = 11 },
      { $0.assume = .sRGB }, { $0.override = .sRGB }, { $0.memory += 1 }, { $0.limits.maximumPixels -= 1 },
    ]
    var hashes: Set<ContentHash> = []
    for change in changes {
      var options = ReportOptions()
      change(&options)
      #expect(hashes.insert(ContentHash(describing: options)).inserted)
      #expect(ContentHash(describing: options) == ContentHash(describing: options))
    }
    func list(_ names: [String]) -> [String: [Int?]] { names.reduce(into: [:]) { $0[$1] = [1, nil] } }
    let names = (0..<50).map(String.init)
    #expect(ContentHash(describing: list(names)) == ContentHash(describing: list(names.reversed())))
    #expect(ContentHash(describing: ["a", "b"]) != ContentHash(describing: ["ab"]))
  }

  @Test func whatIsNoCacheStays() throws {
    try folder.write("other contents", to: "cache/gamut-rows-2.cache")
    #expect(throws: RowCache.Fault.self) { try cache() }
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aLockOfAnotherProcessIsNotWaitedForWithoutEnd() throws {
    let first = try cache()
    Self.keep("row", of: "a", in: first)
    #expect(first.finish().isEmpty)
    let descriptor = unsafe open(folder.path + "/cache", O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let second = try cache()
    #expect(Self.known("a", in: second) == "row")
    Self.keep("row", of: "b", in: second)
    #expect(
      second.finish() == [
        "The cache \(folder.path)/cache/gamut-rows-2.cache cannot be written: another process has locked it."
      ])
  }

  @Test func theSizeIsBounded() throws {
    let limit = 1 << 20
    let text = String(repeating: "x", count: 1000)
    for run in 0..<6 {
      let cache = try cache(limit: limit)
      for index in 0..<400 { Self.keep(text, of: "\(run) \(index)", in: cache) }
      #expect(cache.finish().isEmpty)
      let size =
        try FileManager.default.attributesOfItem(atPath: folder.path + "/cache/gamut-rows-2.cache")[.size] as? Int
      #expect(try #require(size) <= limit)
    }
    let cache = try cache(limit: limit)
    let known = (0..<6).map { run in (0..<400).count { Self.known("\(run) \($0)", in: cache) == text } }
    // The latest are there, and the first are not.
    #expect(known[5] == 400 && known[0] == 0 && known.reduce(0, +) * 1000 > limit / 2)
  }

  /// Of a file that is far larger than its limit, the end is not read.
  @Test func aHugeFileIsMadeSmaller() throws {
    try folder.write(RowCache.head, to: "cache/gamut-rows-2.cache")
    #expect(unsafe truncate(folder.path + "/cache/gamut-rows-2.cache", 200 << 30) == 0)
    let cache = try cache()
    Self.keep("row", of: "a", in: cache)
    #expect(cache.finish().count == 1)
    #expect(try folder.bytes("cache/gamut-rows-2.cache").count < 1000)
    #expect(try Self.known("a", in: self.cache()) == "row")
  }

  @Test(.enabled(if: Thoroughness.hasTime)) func aReportIsReadAsItWasWritten() throws {
    for (index, name) in try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples").sorted()
      .enumerated()
    where name.hasSuffix(".png") {
      let reporter = try Reporter { $0.depth = index % 2 == 0 ? .eight : .sixteen }
      let report = try reporter.report(Pathname(Repository.path + "/Samples/" + name)).rounded
      let written = JSONWriter.object { $0.members(of: report) }
      #expect(try GamutReport(JSONReader.read(written)) == report, "\(name)")
    }
  }
}
