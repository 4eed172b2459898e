/// An error as written to the output, from this run or another.
public struct RecordedError: Sendable, Hashable {
  /// The code of the error, as in `GamutError.code`.
  public var code: String
  /// The message and the hint.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?

  /// None: the message includes it.
  public var hint: String? { nil }

  package init(code: String, message: String, offset: Int?) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  package init(_ error: GamutError) {
    self.init(code: error.code, message: error.text, offset: error.offset)
  }
}
