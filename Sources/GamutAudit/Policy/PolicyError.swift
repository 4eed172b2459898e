public import GamutKit

/// The reason that a policy is invalid.
public struct PolicyError: AdvisedError, Hashable {
  /// The line, from 1; nil if the error concerns the file itself.
  public var line: Int?
  /// The column, from 1; nil if `line` is.
  public var column: Int?
  /// The problem in whole sentences.
  public var message: String
  /// The possible remedies, the best one first; empty if there is none.
  public var advice: [Advice]

  init(_ place: YAMLNode.Place?, _ message: String, advice: [Advice] = []) {
    line = place?.line
    column = place?.column
    self.message = message
    self.advice = advice
  }
}
