import Foundation

/// A repository of the installed git, in a folder of its own.
public final class GitRepository: Sendable {
  public let folder: TemporaryFolder

  /// Whether git is installed.
  public static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")

  public init() throws {
    folder = try TemporaryFolder()
    try git("init", "--quiet")
  }

  /// Runs git in the repository, without the user's configuration.
  public func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments =
      ["-C", folder.path, "-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.hooksPath="]
      + arguments
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
  }

  /// Records all files in a commit.
  public func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", "State")
  }

  public struct Failure: Error {
    public let arguments: [String]
  }
}
