/// The reason that a file could not be processed, in a form common to all commands.
public protocol FileError: AdvisedError, Hashable {
  /// A stable identifier in kebab case.
  var code: String { get }
  /// The byte offset in the file, if there is one.
  var offset: Int? { get }
}

/// An error with the file that it is about, which the calls throw that take a path.
public struct FailedFile<Reason: FileError>: Error, Hashable, CustomStringConvertible {
  /// The path, as given.
  public let path: Pathname
  /// The error.
  public let reason: Reason
  /// The path, the problem and what helps.
  public var description: String { "\(path.text.printable): \(reason.text)" }

  /// Performs an operation on a file, and adds the path to its error.
  static func naming<Value>(
    _ path: Pathname, _ body: () throws(Reason) -> Value
  ) throws(FailedFile) -> Value {
    do { return try body() } catch { throw FailedFile(path: path, reason: error) }
  }
}

extension GamutError: FileError {}
extension RecordedError: FileError {}
