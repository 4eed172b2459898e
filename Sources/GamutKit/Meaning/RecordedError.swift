/// An error as written to the output, from this run or another.
public struct RecordedError: Sendable, Hashable {
  /// The code of the error, as in `GamutError.code`.
  public var code: String
  /// The text in the words of the program that wrote it, which includes the advice.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?

  /// The possible remedies; empty if the message includes them.
  public let advice: [Advice]

  package init(code: String, message: String, offset: Int?, advice: [Advice] = []) {
    self.code = code
    self.message = message
    self.offset = offset
    self.advice = advice
  }

  package init(_ error: GamutError, wording: ErrorWording = .facts) {
    self.init(code: error.code, message: wording.text(error), offset: error.offset)
  }
}
