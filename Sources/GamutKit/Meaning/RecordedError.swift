/// An error as written to the output, from this run or another.
public struct RecordedError: Sendable, Hashable {
  /// The code of the error, as in `GamutError.code`.
  public var code: String
  /// The problem and its solution: whole sentences, without the file's name.
  public var message: String
  /// The byte offset in the file, if there is one.
  public var offset: Int?
}

extension RecordedError {
  package init(_ error: GamutError) {
    self.init(code: error.code, message: error.message, offset: error.offset)
  }
}
