import PNGCodec

/// Why an image was not written. The file is then as it was.
public protocol WritingError: FileError {
  /// The input cannot be read, or what its pixels mean is not known.
  static func input(_ error: GamutError) -> Self
  static func write(_ error: WriteError) -> Self
}

extension WritingError {
  /// What the body does with an input; its error as one of ours.
  static func reading<Value: ~Copyable>(_ body: () throws(PNGError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .input(.png(error)) }
  }

  /// What the body does with an output.
  static func writing<Value: ~Copyable>(_ body: () throws(WriteError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .write(error) }
  }

  /// What the body does with standard output.
  static func printing(_ body: () throws(OutputError) -> Void) throws(Self) {
    do { try body() } catch { throw .write(.io(.write, number: error.number)) }
  }
}
