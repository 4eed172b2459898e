import ArgumentParser
import GamutKit
import LibC

struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep results in a folder, and take those of unchanged files from there; the output is the same.",
      valueName: "folder"),
    completion: .directory)
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "Size of the cache after a run, at least 1M; the oldest results are dropped first.", valueName: "size"))
  var cacheSize = MemorySize(bytes: 256 << 20)

  func validate() throws {
    guard cacheSize.bytes >= 1 << 20 else { throw ValidationError("--cache-size must be 1M or more.") }
  }

  func open() throws -> RowCache? {
    guard let cache else { return nil }
    let folder = Pathname(argument: cache)
    do throws(RowCache.Fault) {
      return try RowCache(in: folder, limit: cacheSize.bytes)
    } catch {
      switch error {
      case .io(ENOMEM):
        Message.error(
          "The cache is too large for the memory of this process. Raise its limit (ulimit -v), or run without --cache.",
          about: folder)
      case .io(let number):
        Message.error(
          "The folder of --cache cannot be used: \(systemWords(number)). Give a folder that can be read, or one to create.",
          about: folder)
      case .notACache(let file):
        Message.error("This is not the cache of a run. Remove it, or give another folder to --cache.", about: file)
      }
      throw ExitCode.unprocessed
    }
  }

  func finish(_ cache: RowCache?, quiet: Bool) {
    for note in cache?.finish() ?? [] where !quiet { Message.note(note) }
  }
}
