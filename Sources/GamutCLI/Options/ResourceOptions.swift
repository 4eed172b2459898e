import ArgumentParser
import GamutKit
import LibC

/// The number of files to process at a time.
struct JobsOption: ParsableArguments {
  @Option(help: ArgumentHelp("Process N files at a time. (default: one for each processor)", valueName: "n"))
  var jobs: Int?

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be 1 or more.") }
  }

  var count: Int { jobs.map { min($0, Self.limit) } ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// More threads would only wait for each other.
  private static let limit = 1024
}

/// The memory limit of an analysis.
struct MemoryOption: ParsableArguments {
  static let usual = MemorySize(bytes: ReportOptions.defaultMemory)

  @Option(
    help: ArgumentHelp(
      "Memory for the analysis of one image, at least 64M; larger images are read several times.",
      valueName: "size"))
  var memory = Self.usual

  func validate() throws {
    guard memory.bytes >= 64 << 20 else { throw ValidationError("--memory must be 64M or more.") }
  }

  var bytes: Int { memory.bytes }
}
