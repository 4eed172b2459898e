/// The reason that a file could not be processed, in a form common to all commands.
public protocol FileError: AdvisedError, Hashable {
  /// A stable identifier in kebab case.
  var code: String { get }
  /// The byte offset in the file, if there is one.
  var offset: Int? { get }
}

extension GamutError: FileError {}
extension RecordedError: FileError {}
