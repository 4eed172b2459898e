public import ArgumentParser

/// What can be given for an option that takes one of a few words.
///
/// The parser would list and describe them by code that is generic: at each start it would make types for each
/// enumeration, and look through the conformances of the whole program for each of those types.
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
