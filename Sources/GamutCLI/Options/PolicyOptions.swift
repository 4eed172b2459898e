import ArgumentParser
import GamutAudit
import GamutKit

struct PolicyOptions: ParsableArguments {
  @Option(
    name: [.customShort("c"), .long],
    help: ArgumentHelp(
      "Policy file for all paths. (default: for each path the nearest .gamut.yml, searching upward)", valueName: "file"),
    completion: .file())
  var policy: String?

  @Flag(help: "Ignore policy files.")
  var noPolicy = false

  @Option(
    help: ArgumentHelp(
      "Folder that paths are relative to. (default: that of the top policy, of the repository, or of the inputs)",
      valueName: "folder"),
    completion: .directory)
  var root: String?

  func validate() throws {
    if policy != nil, noPolicy { throw ValidationError("--policy and --no-policy exclude each other.") }
  }

  func place(of names: [Pathname]) throws -> AuditSelection.Place {
    return try orEnd { () throws(AuditError) in
      try AuditSelection.place(
        of: names, root: root.map { Pathname(argument: $0) }, policy: policy.map { Pathname(argument: $0) },
        searching: policy == nil && !noPolicy)
    }
  }

  func policies(_ place: AuditSelection.Place, _ choices: RuleOptions.Choices) throws -> PolicyTree {
    do throws(PolicyError) {
      return try place.policies { choices.apply(to: &$0) }
    } catch {
      throw Self.failure(error, in: place.policy, place)
    }
  }

  func policy(of inputs: [AuditInput], _ policies: PolicyTree, _ place: AuditSelection.Place) throws -> AuditPolicy {
    let policy = policies.policy(of: inputs)
    if let (path, error) = policies.failure { throw Self.failure(error, in: path, place) }
    return policy
  }

  private static func failure(_ error: PolicyError, in path: Pathname?, _ place: AuditSelection.Place) -> ExitCode {
    Message.error(error, about: (error.path ?? path).map(place.shown), line: error.line, column: error.column)
    return .unprocessed
  }

  func auditor(
    _ policy: AuditPolicy, _ place: AuditSelection.Place, memory: Int, assuming assumed: SpaceChoice? = nil,
    cache: RowCache? = nil
  ) throws -> Auditor {
    do throws(GamutError) {
      return try Auditor(policy, memory: memory, assuming: assumed, cache: cache)
    } catch {
      let folder = policy.folders.first { (try? Auditor($0.value)) == nil }?.key
      let path = folder.map { place.root.joined($0).appending(Array(PolicyFile.name.utf8)) } ?? place.policy
      throw Message.unprocessed(error, about: path.map(place.shown))
    }
  }
}
