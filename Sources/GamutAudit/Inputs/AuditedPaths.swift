import GamutKit
import Synchronization

/// The paths of all files of an audit. Few files ask for them, so they are collected at the first question.
final class AuditedPaths: Sendable {
  private let inputs: [AuditInput]
  private let collected = Mutex<Set<Pathname>?>(nil)

  init(_ inputs: [AuditInput]) { self.inputs = inputs }

  /// All paths.
  var all: Set<Pathname> {
    collected.withLock { collected in
      if let collected { return collected }
      let all = Set(inputs.lazy.map(\.path))
      collected = all
      return all
    }
  }
}
