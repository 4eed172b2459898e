import LibC
package import PNGCodec

/// An open input: each reading gives the same bytes, from the beginning, or fails.
package struct OpenedInput: Sendable {
  package enum Keeping: Sendable {
    /// Nothing: a pipe can be read only once.
    case nothing
    /// The open file; the contents of a pipe are copied.
    case file
    /// The contents of a small file, which is read whole and once; else the same as `file`.
    case contents
  }

  private let place: Spool
  /// The status of a regular file with contents when it was opened; nil for all else.
  package let status: FileStatus?

  /// Files of at most this many bytes are small; 0 if memory is limited.
  private static let smallSize = MemoryRoom.free == nil ? 16 << 20 : 0

  package init(_ input: Input, keeping: Keeping = .file) throws(GamutError) {
    switch input {
    case .unusable(_, let error): throw error
    case .standardInput:
      self.init(
        nil,
        try GamutError.reading { () throws(PNGError) in
          keeping == .nothing ? .file(try OpenFile(descriptor: 0, closing: false)) : try .standardInput()
        })
    case .file(let path), .named(_, let path):
      try self.init(
        file: GamutError.reading { () throws(PNGError) in try OpenFile(path: path.bytes) }, keeping: keeping)
    }
  }

  init(file: OpenFile, keeping: Keeping = .file) throws(GamutError) {
    let status = FileStatus(file.status)
    let place = try GamutError.reading { () throws(PNGError) in try Self.place(of: file, keeping) }
    if file.size != nil, case .memory = place { try Self.checkUnchanged(file, since: status) }
    self.init(file.size == nil ? nil : status, place)
  }

  private init(_ status: FileStatus?, _ place: Spool) { (self.status, self.place) = (status, place) }

  package init(bytes: [UInt8]) { self.init(nil, .memory(bytes)) }

  private static func place(of file: OpenFile, _ keeping: Keeping) throws(PNGError) -> Spool {
    guard keeping != .nothing else { return .file(file) }
    guard let size = file.size else { return try Spool(png: file) }
    guard keeping == .contents, size <= smallSize else { return .file(file) }
    var source = ByteSource(file)
    return .memory(try source.readSome(size))
  }

  package var held: [UInt8]? { if case .memory(let bytes) = place { bytes } else { nil } }

  package func open() -> ByteSource { place.open() }

  /// Throws an error if the file has changed since it was opened. What was copied or read cannot change.
  package func checkUnchanged() throws(GamutError) {
    if case .file(let file) = place, let status { try Self.checkUnchanged(file, since: status) }
  }

  private static func checkUnchanged(_ file: OpenFile, since status: FileStatus) throws(GamutError) {
    guard let now = FileStatus(descriptor: file.descriptor) else {
      throw .png(.io(operation: "examine the file", number: errno))
    }
    guard now.isUnchanged(from: status) else { throw .changedWhileRead }
  }

  package func checksum() throws(GamutError) -> UInt64 {
    if case .memory(let bytes) = place { return ContentChecksum.crc64(bytes) }
    return try GamutError.reading { () throws(PNGError) in try ContentChecksum.crc64(open()) }
  }
}
