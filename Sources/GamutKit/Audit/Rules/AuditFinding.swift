/// A rule violation.
public struct AuditFinding: Sendable, Hashable {
  /// A number behind a finding.
  public struct Number: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
      case integer(Int)
      /// To 9 significant digits, as it is written.
      case real(Double)
    }

    public var name: String
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

  public var rule: AuditRule
  public var severity: AuditSeverity
  /// Whole sentences for a person.
  public var message: String
  public var numbers: [Number] = []
  /// How bad it is among findings of its rule, from 0; the larger is worse.
  public var weight = 0
  /// Byte offset in the file, where one applies.
  public var offset: Int?
  /// The chunk, where one is meant.
  public var chunk: String?
  /// The options of `gamut`, around the path, that fix it; empty where no command can.
  public var remedy: AuditRemedy?
}

extension AuditFinding {
  /// The weight of a difference in codes of 255: thousandths of a code.
  static func weight(codes8: Double) -> Int { codes8 < 1e6 ? Int(codes8 * 1000) : 1_000_000_000 }
}

/// A command that fixes a finding, or shows what there is to fix.
public struct AuditRemedy: Sendable, Hashable {
  /// The subcommand.
  public var verb: String
  /// What follows the path.
  public var options: [String]

  init(_ verb: String, _ options: String...) {
    self.init(verb: verb, options: options)
  }

  init(verb: String, options: [String]) {
    self.verb = verb
    self.options = options
  }

  /// For a POSIX shell, to be run where the path leads to the file.
  public func command(for path: Path) -> String {
    // A name that looks like an option is made one that does not.
    let name = path.bytes.first == UInt8(ascii: "-") ? Path(bytes: Array("./".utf8) + path.bytes) : path
    return (["gamut", verb, name.shellWord] + options.map { Path($0).shellWord }).joined(separator: " ")
  }
}
