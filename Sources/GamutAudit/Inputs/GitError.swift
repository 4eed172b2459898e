public import GamutKit
import LibC

/// The reasons that git cannot list the files that differ from a commit.
public enum GitError: AdvisedError, Hashable {
  /// The expression for the commit is empty, or looks like an option.
  case reference(String)
  /// There is no program of this name.
  case missing
  /// git could not be started, or its output could not be read; `number` is errno.
  case io(number: Int32)
  /// No repository contains the folder, or git refuses to use it.
  case noRepository(Pathname, reply: String)
  /// The expression does not resolve to a commit of the repository.
  case unknownCommit(String, repository: Pathname)
  /// git failed.
  case failed(reply: String)
  /// The list of files is too long.
  case tooLong

  /// The problem in whole sentences.
  public var message: String {
    switch self {
    case .reference(let name): "'\(name)' cannot be the name of a commit."
    case .missing: "git is not installed."
    case .io(let number): "git could not be run: \(systemWords(number))."
    case .noRepository(let folder, let reply):
      "git has no repository for the folder '\(folder.text)': \(reply.asClause)"
    case .unknownCommit(let name, let repository):
      "'\(name)' is not a commit in the repository '\(repository.text)'."
    case .failed(let reply): "git failed: \(reply.asClause)"
    case .tooLong: "git lists more files than can be read."
    }
  }

  /// The possible remedies, the best one first; empty if there is none.
  public var advice: [Advice] {
    switch self {
    case .reference, .unknownCommit: [.giveCommit]
    case .missing: [.installGit]
    // The words of git for a folder of another user, such as one mounted into a container.
    case .noRepository(_, let reply): [reply.contains("dubious ownership") ? .trustRepository : .auditRepository]
    case .io, .failed, .tooLong: []
    }
  }

  init(_ failure: FinishedProgram.Failure) {
    switch failure {
    case .start(number: ENOENT): self = .missing
    case .start(let number), .communication(let number): self = .io(number: number)
    case .tooMuchOutput: self = .tooLong
    }
  }
}

/// Advice about git.
extension Advice {
  /// Name a commit that the repository has.
  public static let giveCommit = Advice(rawValue: "give-commit")
  /// Install git.
  public static let installGit = Advice(rawValue: "install-git")
  /// Audit files of a repository.
  public static let auditRepository = Advice(rawValue: "audit-repository")
  /// Let git use a repository of another user.
  public static let trustRepository = Advice(rawValue: "trust-repository")
}
