public import ArgumentParser

/// The value of an option that accepts one of a few words.
///
/// The parser's own generic code for lists and descriptions is slow: at each start it would create types for each
/// enumeration, and search the conformances of the whole program for each of these types.
public protocol Choice: ExpressibleByArgument, CaseIterable, RawRepresentable
where RawValue: LosslessStringConvertible {}

extension Choice {
  public init?(argument: String) {
    guard let value = RawValue(argument) else { return nil }
    self.init(rawValue: value)
  }
  public var defaultValueDescription: String { rawValue.description }
  public static var allValueStrings: [String] { allCases.map { $0.rawValue.description } }
  public static var allValueDescriptions: [String: String] { [:] }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
