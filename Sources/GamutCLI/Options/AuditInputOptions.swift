import ArgumentParser
import GamutAudit
import GamutKit

struct AuditInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "PNG files, and folders with all *.png in them. (default: the current folder)", valueName: "paths"),
    completion: .file())
  var given: [String] = []

  /// The individual paths; ``ArgumentBytes`` may have bundled them.
  var paths: [String] { given.flatMap { ArgumentBytes.files(in: $0) } }

  @OptionGroup var list: FileListOptions
  @OptionGroup var exclusion: ExcludeOption

  @Option(
    help: ArgumentHelp(
      "Audit only files that differ from a git commit, or whose variant does.",
      valueName: "commit"))
  var onlyChanged: String?

  @Option(
    help: ArgumentHelp(
      "Audit only the Ith of N parts of the files; 'gamut merge' joins them.", valueName: "i/n"),
    transform: { try Shard(given: $0) })
  var shard: Shard?

  @Flag(
    help: "Also audit what git ignores, and untracked folders of packages and builds (node_modules, Pods, build ...).")
  var noIgnore = false

  @Flag(help: "Exit with status 0, not 2, if the paths hold nothing to audit.")
  var allowEmpty = false

  @OptionGroup var jobs: JobsOption
  @OptionGroup var memory: MemoryOption

  /// Returns the given paths, and the files to which a list gives names of their own.
  func names() throws -> (paths: [Pathname], named: [NamedFile]) {
    let given = paths.map { Pathname(argument: $0) }
    guard let list = try list.read() else { return (given.isEmpty ? [Pathname(".")] : given, []) }
    if onlyChanged != nil { try list.named.checkIsEmpty("--only-changed compares the paths of the files with git") }
    return (given + list.paths, list.named)
  }

  /// Whether it is an error if there is nothing to audit: the paths are searched in full.
  var requiresInputs: Bool { !allowEmpty && isComplete }

  /// Whether the paths are audited in full.
  var isComplete: Bool { onlyChanged == nil && shard == nil && list.filesFrom == nil }

  var jobCount: Int { jobs.count }
}

extension AuditInputOptions {
  func keepOnlyChanged(in selection: inout AuditSelection) throws {
    guard let onlyChanged else { return }
    do throws(AuditError) {
      try selection.keepOnlyChanged(since: onlyChanged)
    } catch {
      if !onlyChanged.canNameCommit { throw ValidationError("--only-changed: \(error.text)") }
      throw Message.unprocessed("--only-changed: \(error.text)")
    }
  }
}

extension Shard {
  fileprivate init(given text: String) throws {
    if let shard = Shard(text) {
      self = shard
      return
    }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else {
      throw ValidationError("Give the number of a part and the number of parts, as in 1/4.")
    }
    guard (1...10_000).contains(count) else { throw ValidationError("There can be 1 to 10,000 parts.") }
    throw ValidationError("There is no part \(index) of \(count): the parts are 1 to \(count).")
  }
}
