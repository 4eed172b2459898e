public import ArgumentParser

/// The value of an option that accepts one of a few words.
///
/// The parser's own generic code for lists and descriptions is slow: at each start it would create types for each
/// enumeration, and search the conformances of the whole program for each of these types.
public protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue: LosslessStringConvertible {}

extension Choice {
  /// Creates the value of a word; nil if no case has this raw value.
  public init?(argument: String) {
    guard let value = RawValue(argument) else { return nil }
    self.init(rawValue: value)
  }
  /// The word for this value in a help text.
  public var defaultValueDescription: String { rawValue.description }
  /// The words that the option accepts, in the order of the cases.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue.description } }
  /// The descriptions of the words: none.
  public static var allValueDescriptions: [String: String] { [:] }
  /// The completion of a shell: one of the words.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
