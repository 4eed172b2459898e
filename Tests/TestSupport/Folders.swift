import Foundation

/// Access to the files of the repository, independent of the working directory.
public enum Repository {
  /// The path without a slash at the end.
  public static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  public static func bytes(_ relativePath: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + relativePath)))
  }

  public static func text(_ relativePath: String) throws -> String {
    String(decoding: try bytes(relativePath), as: UTF8.self)
  }

  /// Returns the codes of the errors that a file in Sources declares: the texts in the body of `code`.
  public static func errorCodes(_ relativePath: String) throws -> Set<String> {
    let body = try text("Sources/" + relativePath).split(separator: "  public var code: String {\n")[1]
    return Set(body.split(separator: "\n  }\n")[0].matches(of: /"([a-z-]+)"/).map { String($0.1) })
  }

  /// Returns the schema of the JSON output of a command.
  public static func schema(_ command: String) throws -> JSONSchema {
    JSONSchema(try JSONValue(parsing: bytes("Schemas/\(command).schema.json")))
  }
}

/// A folder that is deleted with its owner.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/gamut-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Creates one with copies of samples in its folder Assets, and a policy if one is given.
  public convenience init(samples: [String], policy: String? = nil) throws {
    try self.init()
    for name in samples { try copy("Samples/\(name).png", to: "Assets/\(name).png") }
    if let policy { try write(policy, to: ".gamut.yml") }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, creates its parent folders if needed, and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try makeFolder((name as NSString).deletingLastPathComponent)
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  /// Does the same with a text.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Does the same with the contents of a file of the repository.
  @discardableResult
  public func copy(_ file: String, to name: String) throws -> String { try write(Repository.bytes(file), to: name) }

  /// Returns the contents of a file.
  public func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path + "/" + name))) }

  /// Returns the contents of all files, by their paths in the folder.
  public func contents() throws -> [String: [UInt8]] {
    try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { contents, name in
      contents[name] = try? bytes(name)
    }
  }

  /// Returns the sorted names of what is in the folder, or in one in it.
  public func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }

  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }
}

/// Files from other sources, which are not part of the repository.
public enum Corpus {
  /// The folder; nil if GAMUT_CORPUS does not name it.
  public static let path = ProcessInfo.processInfo.environment["GAMUT_CORPUS"]
}

/// Runs a program, which is searched for in PATH, and returns its output.
public func output(of words: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = words
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return String(decoding: output, as: UTF8.self)
}

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

/// A case of a test in a file of text: `===` and the title, and for each part `---` and its name, and its lines.
public struct CaseText: Sendable {
  public var title: String
  private var parts: [String: String] = [:]

  private init(_ text: String) {
    let parts = text.components(separatedBy: "\n--- ")
    title = parts[0]
    for part in parts.dropFirst() {
      let end = part.firstIndex(of: "\n") ?? part.endIndex
      self.parts[String(part[..<end])] = String(part[end...].dropFirst())
    }
  }

  /// A part; empty if there is none.
  public subscript(_ part: String) -> String { parts[part] ?? "" }

  /// The lines of a part.
  public func lines(_ part: String) -> [String] { self[part].split(separator: "\n").map(String.init) }

  /// The lines of a part that are JSON.
  public func rows(_ part: String) -> [JSONValue] { lines(part).compactMap { try? JSONValue(parsing: $0.utf8) } }

  /// The cases of files below the folder of the repository. A file that is missing is a fault of the tests.
  public static func all(in paths: [String]) -> [CaseText] {
    paths.flatMap { path in
      // A newline belongs to what follows, so that the last part of a file ends as the others do.
      let text = (try? Repository.text(path)) ?? "=== \(path) is missing\n"
      return ("\n" + text.dropLast()).components(separatedBy: "\n=== ").dropFirst().map { CaseText($0) }
    }
  }
}
