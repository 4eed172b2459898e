/// An error as written to the output, from this run or another.
public struct RecordedError: Sendable, Hashable {
  /// The code of the error, as in `GamutError.code`.
  public var code: String
  /// The text in the words of the program that wrote it, which includes the advice.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?

  /// Empty: the message includes what helps.
  public var advice: [Advice] { [] }

  package init(code: String, message: String, offset: Int?) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  package init(_ error: GamutError, wording: ErrorWording = .facts) {
    self.init(code: error.code, message: wording.text(error), offset: error.offset)
  }
}
