import Foundation
import GamutKit
import SyntheticPNG
import TestSupport
import Testing

/// A run of the built command.
struct GamutProcess {
  var status: Int32
  var output: [UInt8]
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  /// A printed policy without what its comments say about the origin of values.
  var withoutComments: String {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.replacing(#/ +# .*/#, with: "") }
      .joined(separator: "\n") + "\n"
  }

  /// Runs `gamut` with its output and errors in files, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - program: the built command to run.
  ///   - redirection: redirections that a shell applies after all others, such as `>/dev/full`.
  ///   - preparation: shell commands to run first.
  ///   - place: the current folder.
  static func run(
    _ arguments: [String], program: String = "gamut", input: [UInt8] = [], environment: [String: String] = [:],
    redirection: String = "", preparation: String = ":", at place: String? = nil
  ) throws -> GamutProcess {
    signalsEnd
    let folder = try TemporaryFolder()
    try folder.write(input, to: "in")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.currentDirectoryURL = place.map { URL(filePath: $0) }
    let script = """
      command=$1; folder=$2; shift 2
      \(preparation)
      { "$command" "$@" \(redirection); } <"$folder/in" >"$folder/out" 2>"$folder/err"
      """
    process.arguments = ["-c", script, "sh", try command(program), folder.path] + arguments
    process.environment = ["PATH": "/usr/bin:/bin"].merging(sanitizers) { $1 }.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    return GamutProcess(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      output: try folder.bytes("out"),
      errors: String(decoding: try folder.bytes("err"), as: UTF8.self))
  }

  /// Runs a line of a shell that finds `gamut`.
  static func shell(_ line: String, at place: String) throws -> GamutProcess {
    try run(["-c", line], program: "/bin/sh", environment: ["PATH": "\(builtFolder):/usr/bin:/bin"], at: place)
  }

  /// The folder of the built command.
  static var builtFolder: String {
    get throws { URL(filePath: try command("gamut")).deletingLastPathComponent().path }
  }

  /// Lets signals end the programs that are run: `nohup`, and a script that runs the tests in the background, make them
  /// ignore some.
  private static let signalsEnd: Void = {
    for number in [SIGINT, SIGHUP] { _ = signal(number, SIG_DFL) }
  }()

  /// What the person who runs the tests sets for the sanitizers of the command.
  private static let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
  /// Whether a sanitizer checks the command, which takes more time, and address space without a bound.
  static let isSanitized = !sanitizers.isEmpty

  /// Returns shell commands that limit the address space, in KB, and the processor time, in seconds; 0 for no limit.
  /// A sanitizer allows neither.
  static func limits(space: Int, seconds: Int = 0) -> String {
    isSanitized ? "" : (space > 0 ? "ulimit -v \(space); " : "") + (seconds > 0 ? "ulimit -t \(seconds); " : "")
  }

  /// Returns the path of a command built with these tests: in the same folder, or a few folders up if they are in a
  /// bundle.
  static func command(_ name: String) throws -> String {
    if name.hasPrefix("/") { return name }
    var folder = URL(filePath: try #require(executablePath)).deletingLastPathComponent()
    for _ in 0..<5 {
      let candidate = folder.appending(path: name).path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    throw MissingCommand()
  }

  struct MissingCommand: Error {}

  /// Returns whether a program of the system is installed.
  static func isInstalled(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + program)
  }

  /// The executable that contains this code.
  private static var executablePath: String? {
    #if os(Linux)
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    #endif
  }

  /// The rows of JSON output.
  func rows() throws -> [JSONValue] { try JSONValue(parsing: output)["files"]?.array ?? [] }

  /// The findings in JSON output.
  func findings() throws -> [JSONValue] { try rows().flatMap { $0["findings"]?.array ?? [] } }

  /// The rules of the findings in JSON output.
  func rules() throws -> Set<String> { Set(try findings().compactMap { $0["rule"]?.string }) }
}
