import PNGCodec

/// An input that is read more than once: an open file, or a stored copy of a stream.
struct OriginalFile: ~Copyable, Sendable {
  /// nil for input from standard input, a pipe or a device.
  let status: FileStatus?
  private let descriptor: Int32
  private let bytes: [UInt8]
  /// The copy of standard input, a pipe or a device.
  private let spool: Spool?

  init(_ input: Input) throws(GamutError) {
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      do { self.init(try Spool.standardInput()) } catch { throw .png(error) }
    case .file(let path):
      let descriptor: Int32
      do { descriptor = try ByteSource.openFile(path.bytes) } catch { throw .png(error) }
      if let status = FileStatus(descriptor: descriptor), status.kind == .file {
        self.init(status: status, descriptor: descriptor, bytes: [])
      } else {
        do { self.init(try Spool(png: descriptor, closing: true)) } catch { throw .png(error) }
      }
    }
  }

  init(bytes: [UInt8]) { self.init(status: nil, descriptor: -1, bytes: bytes) }

  private init(status: FileStatus?, descriptor: Int32, bytes: [UInt8], spool: Spool? = nil) {
    self.spool = spool
    self.status = status
    self.descriptor = descriptor
    self.bytes = bytes
  }

  private init(_ spool: Spool) {
    self.init(status: nil, descriptor: -1, bytes: [], spool: spool)
  }

  deinit {
    if descriptor >= 0 { closeDescriptor(descriptor) }
  }

  /// Returns the contents, from the beginning.
  func source() throws(PNGError) -> ByteSource {
    if let spool { return try spool.open() }
    return status == nil ? ByteSource(bytes: bytes) : try ByteSource(fileDescriptor: descriptor)
  }
}
