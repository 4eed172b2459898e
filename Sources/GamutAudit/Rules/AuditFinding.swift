public import GamutKit

/// A rule violation.
public struct AuditFinding: Sendable, Hashable {
  /// A number behind a finding.
  public struct Number: Sendable, Hashable {
    /// The value of a number, which is written as an integer if it is whole.
    public enum Value: Sendable, Hashable {
      /// A whole number.
      case integer(Int)
      /// To 9 significant digits, as it is written.
      case real(Double)
    }

    /// The name, as in the JSON output.
    public var name: String
    /// The value.
    public var value: Value

    init(_ name: String, _ value: Int) {
      self.name = name
      self.value = .integer(value)
    }

    init(_ name: String, _ value: Double) {
      self.name = name
      // A profile's numbers can be anything, and JSON has no word for what is not finite.
      let written = value.isFinite ? JSONWriter.rounded(value) : 1e300
      // As it is read again: JSON writes a whole number without a point.
      self.value = Int(exactly: written).map { .integer($0) } ?? .real(written)
    }
  }

  /// The rule that the file violates.
  public var rule: AuditRule
  /// The severity of the rule in the policy.
  public var severity: Severity
  /// Whole sentences for a person.
  public var message: String
  /// The numbers behind the finding, in the order of the output.
  public var numbers: [Number] = []
  /// How bad it is among findings of its rule, from 0; the larger is worse.
  public var weight = 0
  /// Byte offset in the file, where one applies.
  public var offset: Int?
  /// The chunk, where one is meant.
  public var chunk: String?
  /// What to do, in whole sentences, where `message` and `remedy` do not say it.
  public var advice: String?
  /// The options of `gamut`, around the path, that fix it; nil where no command can.
  public var remedy: Remedy?
  /// The other one of an image and its variant, where the finding is about both.
  public var other: OtherFile?

  /// A file that a finding is about beside the one that it is reported on.
  public struct OtherFile: Sendable, Hashable {
    /// Relative to the root of the run, like that of a row.
    public var path: Pathname
    /// Bytes.
    public var size: Int
    /// A checksum of its contents.
    public var content: UInt64
  }
}

extension AuditFinding {
  /// What is wrong and what to do.
  var sentences: String { advice.map { message + " " + $0 } ?? message }

  /// The command that fixes it, for a POSIX shell, to be run in the root that paths are relative to.
  ///
  /// - Parameter path: of the file that the finding is reported on.
  public func command(at path: Pathname) -> String? {
    // What is written anew is made of the other file.
    remedy.map { $0.command(for: $0.output == path ? other?.path ?? path : path) }
  }
}

extension AuditFinding {
  /// The weight of a difference in codes of 255: thousandths of a code.
  static func weight(codes8: Double) -> Int { codes8 < 1e6 ? Int(codes8 * 1000) : 1_000_000_000 }
}
