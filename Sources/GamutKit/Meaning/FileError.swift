/// Why a file could not be processed, in a form that all commands tell it in.
public protocol FileError: Error, Sendable, Hashable {
  /// A stable word in kebab case.
  var code: String { get }
  /// What is wrong and what to do about it: whole sentences, without the file's name.
  var message: String { get }
  /// Byte offset in the file, where one applies.
  var offset: Int? { get }
}

extension GamutError: FileError {}
extension RecordedError: FileError {}
