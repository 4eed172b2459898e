public import GamutKit

/// A rule violation: a finding about a file whose code is the name of the rule, with what explains and fixes it.
///
/// The severity, the message, the byte offset and the chunk are those of `fault`: `finding.message` is
/// `finding.fault.message`.
@dynamicMemberLookup
public struct AuditFinding: Sendable, Hashable {
  /// A number that explains a finding.
  public struct Number: Sendable, Hashable {
    /// The name, as in the JSON output.
    public var name: String
    /// The value: whole, or rounded to 9 significant digits, as in the output.
    public var value: Double

    init(_ name: String, _ value: Int) { (self.name, self.value) = (name, Double(value)) }

    /// A profile can contain any number, and JSON cannot represent infinities and NaN.
    init(_ name: String, _ value: Double) {
      (self.name, self.value) = (name, value.isFinite ? JSONWriter.rounded(value) : 1e300)
    }
  }

  /// The rule that the file violates.
  public internal(set) var rule: AuditRule {
    didSet { fault.code = rule.rawValue }
  }
  /// The finding as other commands have it. Its severity is that of the rule in the policy.
  public internal(set) var fault: FileFinding
  /// The numbers that explain the finding, in the order of the output.
  public var numbers: [Number] = []
  /// The weight among findings of the same rule, at least 0; larger is worse.
  public var weight = 0
  /// The file that it is in, if the input is a folder with several files; relative to the root of the run.
  public var file: Pathname?
  /// The line in the file, from 1; nil if none applies.
  public var line: Int?
  /// Additional advice in whole sentences, beyond `message` and `remedy`.
  public var advice: String?
  /// The arguments of `gamut`, around the path, that fix it; nil if no command can.
  public var remedy: Remedy?
  /// The variant or the image of the file, if the finding is about both.
  public var other: OtherFile?

  /// A second file that a finding is about.
  public struct OtherFile: Sendable, Hashable {
    /// Relative to the root of the run, like that of a row.
    public var path: Pathname
    /// The size in bytes.
    public var size: Int
    /// A checksum of its contents.
    public var content: UInt64
  }

  init(rule: AuditRule, severity: Severity, message: String, weight: Int = 0, remedy: Remedy? = nil) {
    self.rule = rule
    fault = FileFinding(code: rule.rawValue, severity: severity, message: message)
    (self.weight, self.remedy) = (weight, remedy)
  }

  /// The findings of the rule that this one stands for in sums: itself, and those that are not listed.
  var occurrences: Int {
    let unlisted = numbers.first { $0.name == "unlisted" }.flatMap { Int(exactly: $0.value) } ?? 0
    return 1 + min(max(unlisted, 0), 1 << 31)
  }

  /// A property of `fault`.
  public internal(set) subscript<Value>(dynamicMember path: WritableKeyPath<FileFinding, Value>) -> Value {
    get { fault[keyPath: path] }
    set { fault[keyPath: path] = newValue }
  }
}

extension AuditFinding {
  /// The place that a message begins with, as "Line 3: "; empty if there is none.
  func start(below path: Pathname) -> String {
    let file = file?.below(path).text.printable
    guard let line else { return file.map { $0 + ": " } ?? "" }
    return (file.map { $0 + ", line" } ?? "Line") + " \(line): "
  }

  var sentences: String { advice.map { fault.message + " " + $0 } ?? fault.message }

  /// The command that fixes it, for a POSIX shell.
  ///
  /// - Parameters:
  ///   - path: the path of the file for which the finding is reported.
  ///   - shown: returns a path of the run as it is in the folder of the shell: the root of the paths, if omitted.
  public func command(at path: Pathname, _ shown: (Pathname) -> Pathname = { $0 }) -> String? {
    remedy.map { remedy in
      // A new file is created from the other one.
      let source = remedy.output == path ? other?.path ?? path : path
      return remedy.mapped(shown).command(for: shown(source))
    }
  }
}

extension AuditFinding {
  /// The weight of a difference in codes of 255: thousandths of a code.
  static func weight(codes8: Double) -> Int { codes8 < 1e6 ? Int(codes8 * 1000) : 1_000_000_000 }

  /// The weight of a lost declaration: thousandths of the share of pixels that visibly differ, then the difference.
  static func weight(of shift: UndeclaredShift) -> Int {
    1_000_000 * (1000 * shift.visible / max(shift.pixels, 1)) + min(weight(codes8: shift.largest), 999_999)
  }

  /// The weight of a difference: millionths, within bounds.
  static func weight(difference: Double) -> Int { difference < 1e6 ? Int(difference * 1e6) : 1_000_000_000_000 }
}
