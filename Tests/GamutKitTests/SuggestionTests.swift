import Testing

@testable import GamutKit

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("reprot", "report"), ("audti", "audit"), ("insepct", "inspect"), ("Convert", "convert"), ("embeded", "embed"),
    ("verif", "verify"), ("in", "inspect"),
  ])
  func `A typing error suggests the word`(typed: String, expected: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.commands) == expected)
  }

  @Test(arguments: ["", "x", "optimize", "resize", "quantize", String(repeating: "report", count: 100)])
  func `Another word suggests nothing`(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: Self.commands) == nil)
  }

  private static let commands = ["inspect", "verify", "embed", "convert", "report", "audit", "merge"]
}
