public import GamutKit
import LittleCMS
public import PNGCodec

/// The reasons that parts cannot be merged.
public enum AuditPartError: Error, Sendable, Hashable {
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
  case doublePath(Path)

  /// Returns the problem and its solution, as whole sentences.
  ///
  /// - Parameter part: the part's name, for the command that writes it again.
  public func message(about part: Path?) -> String {
    switch self {
    case .unreadable(let error): return error.message.asSentence
    case .notAPart(let line, let fault):
      return "Line \(line) is not one of a part: \(fault). Parts are made by 'gamut audit --format ndjson'."
    case .anotherSchema(let schema, let shard):
      let option = shard.map { " --shard \($0.index)/\($0.count)" } ?? ""
      let file = part.flatMap { $0 == .standardInput ? nil : $0 } ?? Path("FILE")
      return
        "The part was made by another version of gamut (\(schema.shortened), this one reads \(AuditRun.schema)): what counts as a "
        + "loss is not the same. Make it again: gamut audit PATHS\(option) --format ndjson --exit-zero > "
        + "\(file.shellWord)"
    case .incomplete:
      return "The part is not complete: the run that made it was cut short, or lines were taken out. Make it again."
    case .different(let what):
      return "The part was made with \(what.words) than the first one. Make all parts with the same."
    case .mixed: return "Some parts are shards (--shard) and others are not. Give those of one run."
    case .missingShard(let index, let count): return "Part \(index) of \(count) is missing. Give all parts of the run."
    case .doubleShard(let shard):
      return "Part \(shard.index) of \(shard.count) is there twice, or of another number of parts."
    case .differentFiles:
      return
        "The parts were made over different files: their machines do not have the same tree. Make all of them of one."
    case .doublePath(let path): return "The file \(path.text.printable) is in two parts. Give each file to one of them."
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
    /// The policy, with the contents of its profiles.
    case policy
    /// The contents of the baseline, or that there is one.
    case baseline

    var words: String {
      switch self {
      case .version: "another version of gamut"
      case .libraries: "other versions of its libraries"
      case .policy: "another policy"
      case .baseline: "another baseline"
      }
    }
  }

  /// Returns the first property in which another run differs.
  func firstDifference(from other: AuditRun) -> Common? {
    if version != other.version { return .version }
    if libraries != other.libraries { return .libraries }
    if policy != other.policy { return .policy }
    return baseline == other.baseline ? nil : .baseline
  }
}
