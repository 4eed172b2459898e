import ArgumentParser
import GamutAudit
import GamutKit

/// The choice of the policy.
struct PolicyOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .long],
    help: ArgumentHelp(
      "Policy file. (default: the .gamut.yml nearest to the paths, searching upward)", valueName: "file"),
    completion: .file())
  var policy: String?

  @Flag(help: "Ignore policy files.")
  var noPolicy = false

  @Option(
    help: ArgumentHelp(
      "Folder that paths are relative to. (default: that of the policy, of the repository, or of the inputs)",
      valueName: "folder"),
    completion: .directory)
  var root: String?

  /// Whether the policy is the one nearest to the paths.
  var searches: Bool { policy == nil && !noPolicy }

  func validate() throws {
    if policy != nil, noPolicy { throw ValidationError("--policy and --no-policy exclude each other.") }
  }

  /// - Throws: `ExitCode` after a message if it cannot be determined.
  func place(of names: [Pathname]) throws -> AuditSelection.Place {
    do throws(AuditSelection.Fault) {
      return try AuditSelection.place(
        of: names, root: root.map { Pathname(argument: $0) }, policy: policy.map { Pathname(argument: $0) },
        searching: searches)
    } catch {
      Message.error(error)
      throw ExitCode.unprocessed
    }
  }

  /// - Throws: `ExitCode` after a message if the policy is invalid.
  func read(_ place: AuditSelection.Place) throws -> PolicyFile {
    guard let path = place.policy else { return PolicyFile() }
    do throws(PolicyError) {
      return try PolicyFile(reading: path, root: place.root)
    } catch {
      Message.error(error, about: path, line: error.line, column: error.column)
      throw ExitCode.unprocessed
    }
  }

  /// - Throws: `ExitCode` after a message if a profile of the policy cannot be used.
  func auditor(_ file: PolicyFile, memory: Int, assuming assumed: SpaceChoice? = nil) throws -> Auditor {
    do throws(GamutError) {
      return try Auditor(file.policy, memory: memory, assuming: assumed)
    } catch {
      Message.error(error, about: file.path)
      throw ExitCode.unprocessed
    }
  }
}
