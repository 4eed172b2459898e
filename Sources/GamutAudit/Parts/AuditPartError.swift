public import GamutKit
import LittleCMS
public import PNGCodec

/// The reasons that parts cannot be merged.
public enum AuditPartError: AdvisedError, Hashable {
  /// The part cannot be read.
  case unreadable(PNGError)
  /// `line` counts from 1.
  case notAPart(line: Int, fault: String)
  /// The part was written by a version of gamut with a different schema; the shard of the part, if it has one.
  case anotherSchema(String, shard: Shard?)
  /// The part ends before its summary, or its contents do not match its summary.
  case incomplete
  /// The policy, version, libraries or baseline differ from those of the first part.
  case different(AuditRun.Common)
  /// Parts with shards and parts without.
  case mixed
  /// No part is this shard of so many.
  case missingShard(Int, of: Int)
  /// Two parts are this shard, or shards of different numbers.
  case doubleShard(Shard)
  /// The shards were created from different files.
  case differentFiles
  /// A file is in two parts.
  case doublePath(Pathname)

  /// The problem in whole sentences, without the file's name.
  public var message: String { words.message }
  /// What helps, in whole sentences; nil if nothing is known to.
  public var hint: String? { words.hint }

  private var words: (message: String, hint: String?) {
    switch self {
    case .unreadable(let error): (error.message.asSentence, error.hint)
    case .notAPart(let line, let fault):
      ("Line \(line) is not one of a part: \(fault).", "Parts are made by 'gamut audit --format ndjson'.")
    case .anotherSchema(let schema, let shard):
      (
        "The part was made by another version of gamut (\(schema.shortened), this one reads \(AuditRun.schema)): what "
          + "counts as a loss is not the same.",
        "Make it again: gamut audit PATHS\(shard.map { " --shard \($0.index)/\($0.count)" } ?? "") --format ndjson "
          + "--fail-on never > FILE"
      )
    case .incomplete:
      ("The part is not complete: the run that made it was cut short, or lines were taken out.", "Make it again.")
    case .different(let what):
      (
        "The part was made with \(what.words) than the first one.",
        "Make all parts with the same versions, policy and baseline."
      )
    case .mixed: ("Some parts are shards (--shard) and others are not.", "Give all parts of the run.")
    case .missingShard(let index, let count): ("Part \(index) of \(count) is missing.", "Give all parts of the run.")
    case .doubleShard(let shard):
      ("Part \(shard.index) of \(shard.count) was given twice, or the parts come from different splits.", nil)
    case .differentFiles: ("The parts list different files.", "Make all parts from the same tree.")
    case .doublePath(let path): ("The file \(path.text.printable) is in two parts.", "Give each file to one of them.")
    }
  }
}

extension AuditRun {
  /// The properties that must be equal in all parts.
  public enum Common: Sendable, Hashable {
    /// The version of gamut.
    case version
    /// The versions of its libraries.
    case libraries
    /// The policy in force, with the choice of rules and the contents of its profiles.
    case policy
    /// The baseline, or whether there is one.
    case baseline

    var words: String {
      switch self {
      case .version: "another version of gamut"
      case .libraries: "other versions of its libraries"
      case .policy: "another policy or choice of rules"
      case .baseline: "another baseline"
      }
    }
  }

  /// The policy without those of folders, of which each row has one.
  var policyOfAll: JSONNode { policy.members.map { .object($0.filter { $0.name != "folders" }) } ?? policy }

  func firstDifference(from other: AuditRun) -> Common? {
    if version != other.version { return .version }
    if libraries != other.libraries { return .libraries }
    if policyOfAll != other.policyOfAll { return .policy }
    return baseline == other.baseline ? nil : .baseline
  }
}
