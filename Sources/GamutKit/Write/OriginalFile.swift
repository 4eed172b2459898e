import PNGCodec

/// An input that is read more than once: an open file, or the bytes of what cannot be read again.
struct OriginalFile: ~Copyable, Sendable {
  /// Nil for what came from standard input, a pipe or a device.
  let status: FileStatus?
  private let descriptor: Int32
  private let bytes: [UInt8]
  /// Bytes of standard input, or of a pipe, that are held. 1 GiB.
  private static let maximumHeld = 1 << 30

  init(_ input: Input) throws(GamutError) {
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      do { try self.init(holding: ByteSource(fileDescriptor: 0)) } catch { throw .png(error) }
    case .file(let path):
      let descriptor = openForReading(path)
      guard descriptor >= 0 else { throw .png(.io(operation: "open the file", number: systemErrorNumber)) }
      if let status = FileStatus(descriptor: descriptor), status.kind == .file {
        self.init(status: status, descriptor: descriptor, bytes: [])
      } else {
        do { try self.init(holding: ByteSource(fileDescriptor: descriptor, closing: true)) } catch { throw .png(error) }
      }
    }
  }

  init(bytes: [UInt8]) { self.init(status: nil, descriptor: -1, bytes: bytes) }

  private init(status: FileStatus?, descriptor: Int32, bytes: [UInt8]) {
    self.status = status
    self.descriptor = descriptor
    self.bytes = bytes
  }

  private init(holding source: consuming ByteSource) throws(PNGError) {
    guard let bytes = try source.readAll(atMost: Self.maximumHeld) else {
      throw .outOfMemory(bytes: Self.maximumHeld)
    }
    self.init(bytes: bytes)
  }

  deinit {
    if descriptor >= 0 { closeDescriptor(descriptor) }
  }

  /// The contents, from the beginning.
  func source() throws(PNGError) -> ByteSource {
    status == nil ? ByteSource(bytes: bytes) : try ByteSource(fileDescriptor: descriptor)
  }
}
