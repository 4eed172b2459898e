import PNGCodec

/// The reasons that an image was not written. The file remains unchanged.
public protocol WritingError: FileError {
  /// The input cannot be read, or the meaning of its pixels is not known.
  static func input(_ error: GamutError) -> Self
  /// The output cannot be written.
  static func write(_ error: WriteError) -> Self
}

extension WritingError {
  /// Performs an operation on an input, and converts its error.
  static func reading<Value: ~Copyable>(_ body: () throws(PNGError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .input(.png(error)) }
  }

  /// Performs an operation on an output, and converts its error.
  static func writing<Value: ~Copyable>(_ body: () throws(WriteError) -> Value) throws(Self) -> Value {
    do { return try body() } catch { throw .write(error) }
  }

  /// Performs an operation on standard output, and converts its error.
  static func printing(_ body: () throws(OutputError) -> Void) throws(Self) {
    do { try body() } catch { throw .write(.io(.write, number: error.number)) }
  }
}
