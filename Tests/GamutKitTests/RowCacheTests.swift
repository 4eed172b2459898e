import Foundation
import SyntheticPNG
import TestSupport
import Testing

@testable import GamutKit

@Suite struct RowCacheTests {
  private static let context = CacheContext("test")

  private static func key(_ name: String) -> CacheKey { CacheKey(context, Array(name.utf8)) }

  private static func keep(
    _ text: String, of name: String, at path: Pathname, besides: [String] = [], in cache: RowCache
  ) {
    guard case .unknown(let ticket) = cache.recall(key(name), at: path) else { return }
    var (coder, text) = (RowCoder(), text)
    coder.code(&text)
    cache.keep(ticket, besides: besides.map { Array($0.utf8) }, coder)
  }

  private static func known(_ name: String, at path: Pathname, in cache: RowCache) -> String? {
    guard case .known(var coder) = cache.recall(key(name), at: path) else { return nil }
    var text = ""
    coder.code(&text)
    return coder.isFaulty || !coder.isAtEnd ? nil : text
  }

  private let folder = try! TemporaryFolder()

  private func cache(limit: Int = 1 << 20) throws -> RowCache {
    try RowCache(in: Pathname(folder.path + "/cache"), limit: limit)
  }

  @Test func rowsAreKnownUntilTheContentsChange() throws {
    let file = Pathname(try folder.write([1, 2, 3], to: "image"))
    let first = try cache()
    Self.keep("row", of: "a", at: file, in: first)
    #expect(first.finish().isEmpty)
    let second = try cache()
    #expect(Self.known("a", at: file, in: second) == "row")
    // Another name, another context, and a copy elsewhere, which has the same contents.
    #expect(Self.known("b", at: file, in: second) == nil)
    guard case .unknown = second.recall(CacheKey(CacheContext("other"), Array("a".utf8)), at: file) else {
      Issue.record("a row of another context")
      return
    }
    let copy = Pathname(try folder.write([1, 2, 3], to: "copy"))
    #expect(Self.known("a", at: copy, in: second) == "row")
    try folder.write([1, 2, 4], to: "image")
    #expect(try Self.known("a", at: file, in: cache()) == nil)
    try folder.write([1, 2, 3], to: "image")
    #expect(try Self.known("a", at: file, in: cache()) == "row")
    #expect(try Self.known("a", at: Pathname(folder.path + "/missing"), in: cache()) == nil)
  }

  /// The system stopped while the head was written: its first bytes alone are there, or zeros.
  @Test(arguments: [1, 13, -14, -5000]) func aHeadThatIsNotWrittenIsWrittenAgain(size: Int) throws {
    let file = Pathname(try folder.write([1, 2, 3], to: "image"))
    Self.keep("row", of: "a", at: file, in: try cache())
    let head = Array("gamut cache 1\n".utf8)
    try folder.write(
      size < 0 ? [UInt8](repeating: 0, count: -size) : Array(head.prefix(size)), to: "cache/gamut-rows-1.cache")
    let damaged = try cache()
    #expect(Self.known("a", at: file, in: damaged) == nil)
    Self.keep("row", of: "a", at: file, in: damaged)
    #expect(damaged.finish().count == 1)
    #expect(try Self.known("a", at: file, in: cache()) == "row")
    try folder.write(Array("other contents".utf8), to: "cache/gamut-rows-1.cache")
    #expect(throws: RowCache.Fault.self) { try cache() }
  }

  @Test func aLockOfAnotherProcessIsNotWaitedForWithoutEnd() throws {
    let file = Pathname(try folder.write([1, 2, 3], to: "image"))
    let first = try cache()
    Self.keep("row", of: "a", at: file, in: first)
    #expect(first.finish().isEmpty)
    let descriptor = unsafe open(folder.path + "/cache/gamut-rows-1.lock", O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let second = try cache()
    #expect(Self.known("a", at: file, in: second) == "row")
    Self.keep("row", of: "b", at: file, in: second)
    #expect(
      second.finish() == [
        "The cache \(folder.path)/cache/gamut-rows-1.cache cannot be written: another process has locked it."
      ])
  }

  @Test func filesBesideCount() throws {
    let file = Pathname(try folder.write([1], to: "in/a"))
    try folder.write([2], to: "in/beside")
    // What has just changed may have changed while the row was computed.
    let fresh = try cache()
    Self.keep("row", of: "a", at: file, besides: ["beside", "absent"], in: fresh)
    _ = fresh.finish()
    #expect(try Self.known("a", at: file, in: cache()) == nil)
    Thread.sleep(forTimeInterval: 3.2)
    let later = try cache()
    Self.keep("row", of: "a", at: file, besides: ["beside", "absent"], in: later)
    _ = later.finish()
    #expect(try Self.known("a", at: file, in: cache()) == "row")
    try folder.write([3], to: "in/beside")
    #expect(try Self.known("a", at: file, in: cache()) == nil)
    try folder.write([2], to: "in/beside")
    #expect(try Self.known("a", at: file, in: cache()) == "row")
    try folder.write([2], to: "in/absent")
    #expect(try Self.known("a", at: file, in: cache()) == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/in/absent")
    try FileManager.default.removeItem(atPath: folder.path + "/in/beside")
    #expect(try Self.known("a", at: file, in: cache()) == nil)
  }

  /// What is not there is looked for again if the folder has changed, whatever changed in it, and wherever its path leads.
  @Test func whatIsNotThereIsLookedFor() throws {
    let file = Pathname(try folder.write([1], to: "one/in/a"))
    try folder.write([1], to: "two/in/a")
    try folder.write([2], to: "two/in/absent")
    try folder.link("link", to: folder.path + "/one/in")
    let linked = Pathname(folder.path + "/link/a")
    Thread.sleep(forTimeInterval: 3.2)
    let first = try cache()
    Self.keep("row", of: "a", at: file, besides: ["absent"], in: first)
    Self.keep("above", of: "b", at: file, besides: ["../absent"], in: first)
    Self.keep("linked", of: "c", at: linked, besides: ["absent"], in: first)
    _ = first.finish()
    for _ in 0..<2 {
      let cache = try cache()
      #expect(Self.known("a", at: file, in: cache) == "row" && Self.known("b", at: file, in: cache) == "above")
      #expect(Self.known("c", at: linked, in: cache) == "linked" && cache.finish().isEmpty)
      // Another file changes nothing.
      try folder.write([3], to: "one/in/other")
    }
    try folder.write([2], to: "one/absent")
    #expect(try Self.known("a", at: file, in: cache()) == "row")
    #expect(try Self.known("b", at: file, in: cache()) == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/link")
    try folder.link("link", to: folder.path + "/two/in")
    #expect(try Self.known("c", at: linked, in: cache()) == nil)
    try folder.write([2], to: "one/in/absent")
    #expect(try Self.known("a", at: file, in: cache()) == nil)
  }

  /// A number takes a byte for each seven of its bits, and none takes more than nine; no byte behind it matters.
  @Test func numbersAreReadAsTheyWereWritten() {
    for bits in 0...64 {
      for number: UInt64 in [0, 1, 0x5555_5555_5555_5555, .max].map({ bits == 0 ? 0 : $0 >> (64 - UInt64(bits)) }) {
        var (coder, written) = (RowCoder(), number)
        coder.code(&written)
        let count = min(9, max(1, (64 - number.leadingZeroBitCount + 6) / 7))
        #expect(coder.written.count == count)
        for behind in [0, 1, 20] {
          let bytes = [0xff] + coder.written + Array(repeating: 0xff, count: behind)
          var (reader, read) = (RowCoder(reading: bytes, 1..<1 + count), UInt64(1))
          reader.code(&read)
          #expect(read == number && reader.isAtEnd && !reader.isFaulty, "\(number)")
          var short = RowCoder(reading: bytes, 1..<count)
          short.code(&read)
          #expect(short.isFaulty)
        }
      }
    }
  }

  @Test func theSizeIsBounded() throws {
    let limit = 1 << 20
    let text = String(repeating: "x", count: 1000)
    let file = Pathname(try folder.write([1], to: "image"))
    for run in 0..<6 {
      let cache = try cache(limit: limit)
      for index in 0..<400 { Self.keep(text, of: "\(run) \(index)", at: file, in: cache) }
      #expect(cache.finish().isEmpty)
      let size =
        try FileManager.default.attributesOfItem(atPath: folder.path + "/cache/gamut-rows-1.cache")[.size] as? Int
      #expect(try #require(size) <= limit)
    }
    let cache = try cache(limit: limit)
    let known = (0..<6).map { run in (0..<400).count { Self.known("\(run) \($0)", at: file, in: cache) == text } }
    // The latest are there, and the first are not.
    #expect(known[5] == 400 && known[0] == 0 && known.reduce(0, +) * 1000 > limit / 2)
  }

  /// A pipe at the name of the file that replaces the cache is not waited for.
  @Test func aPipeIsReplaced() throws {
    let file = Pathname(try folder.write([1], to: "image"))
    try folder.write(RowCache.head + Array(repeating: 1, count: 100), to: "cache/gamut-rows-1.cache")
    #expect(unsafe mkfifo(folder.path + "/cache/gamut-rows-1.tmp", 0o600) == 0)
    let cache = try cache()
    Self.keep("row", of: "a", at: file, in: cache)
    #expect(cache.finish().count == 1)
    let repaired = try self.cache()
    #expect(Self.known("a", at: file, in: repaired) == "row")
    #expect(repaired.finish().isEmpty)
  }

  /// Marks with lengths to the end of the file and wrong checksums cost no more than the size of the file.
  @Test(.timeLimit(.minutes(20))) func damageIsSearchedInLittleTime() throws {
    let file = Pathname(try folder.write([1], to: "image"))
    let count = 1 << 22
    var contents = RowCache.head
    for index in 0..<count {
      let rest = UInt32(8 * max(0, count - index - 3))
      contents += Array("\u{1}row".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: rest >> (8 * $0)) }
    }
    try folder.write(contents, to: "cache/gamut-rows-1.cache")
    // The first run removes the damage, and what may be behind it; the next one is as usual.
    #expect(try cache().finish().count == 1)
    let cache = try cache()
    Self.keep("row", of: "a", at: file, in: cache)
    #expect(cache.finish().isEmpty)
    #expect(try Self.known("a", at: file, in: self.cache()) == "row")
  }

  /// Of a file that is far larger than its limit, the end is not read.
  @Test func aHugeFileIsMadeSmaller() throws {
    let file = Pathname(try folder.write([1], to: "image"))
    try folder.write(RowCache.head, to: "cache/gamut-rows-1.cache")
    #expect(unsafe truncate(folder.path + "/cache/gamut-rows-1.cache", 200 << 30) == 0)
    let cache = try cache()
    #expect(cache.contents.count == 65 << 20)
    Self.keep("row", of: "a", at: file, in: cache)
    _ = cache.finish()
    #expect(cache.file.size < 1 << 20)
  }

  @Test func aRowIsReadAsItWasWritten() throws {
    for (index, name) in try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/Samples").sorted()
      .enumerated()
    where name.hasSuffix(".png") {
      var options = ReportOptions()
      options.depth = index % 2 == 0 ? .eight : .sixteen
      var report = try Reporter(options).report(on: Pathname(Repository.path + "/Samples/" + name))
      var coder = RowCoder()
      report.code(&coder)
      var reader = RowCoder(reading: coder.written, coder.written.indices)
      var read = GamutReport.blank
      read.code(&reader)
      #expect(coder.isFaulty || read == report && reader.isAtEnd && !reader.isFaulty, "\(name)")
      #expect(!coder.isFaulty || report.withoutCICP?.error != nil, "\(name)")
      // No prefix is a row.
      for end in coder.written.indices {
        var reader = RowCoder(reading: coder.written, 0..<end)
        read.code(&reader)
        #expect(reader.isFaulty)
      }
    }
  }
}
