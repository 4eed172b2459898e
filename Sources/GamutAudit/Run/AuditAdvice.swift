public import GamutKit

/// Advice about audits and their parts.
extension Advice {
  /// Choose one of the policies.
  public static let choosePolicy = Advice(rawValue: "choose-policy")
  /// Audit the folders one by one.
  public static let auditSeparately = Advice(rawValue: "audit-separately")
  /// Write the baseline again.
  public static let writeBaselineAgain = Advice(rawValue: "write-baseline-again")
  /// Give parts, which are audits in NDJSON.
  public static let giveParts = Advice(rawValue: "give-parts")
  /// Give all parts of one run.
  public static let giveAllParts = Advice(rawValue: "give-all-parts")
  /// Make the part again.
  public static let makePartAgain = Advice(rawValue: "make-part-again")
  /// Make all parts with the same versions, policy and baseline.
  public static let makePartsAlike = Advice(rawValue: "make-parts-alike")
  /// Make all parts over the same files.
  public static let makePartsOfOneTree = Advice(rawValue: "make-parts-of-one-tree")
  /// Audit each file in one part only.
  public static let auditFilesOnce = Advice(rawValue: "audit-files-once")
}
