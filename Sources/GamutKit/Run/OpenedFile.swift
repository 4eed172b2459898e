package import PNGCodec

/// A file that is opened once and read several times, with a check that it does not change meanwhile.
package final class OpenedFile: Sendable {
  private enum Place {
    /// The whole contents.
    case memory([UInt8])
    case file(Int32, FileStatus)
    /// The contents of a pipe.
    case spool(Spool, Int32)
  }

  private let place: Place
  /// Files of at most this many bytes are read into memory once; 0 if memory is limited.
  private static let memoryLimit = MemoryRoom.free == nil ? 16 << 20 : 0

  package init(_ path: Path) throws(GamutError) {
    let descriptor: Int32
    do { descriptor = try ByteSource.openFile(path.bytes) } catch { throw .png(error) }
    let status = FileStatus(descriptor: descriptor)
    do throws(PNGError) {
      guard let status, status.kind == .file, status.size > 0 else {
        place = .spool(try Spool(png: descriptor), descriptor)
        return
      }
      guard status.size <= Self.memoryLimit else {
        place = .file(descriptor, status)
        return
      }
      var source = try ByteSource(fileDescriptor: descriptor)
      place = .memory(try source.readSome(status.size))
    } catch {
      closeDescriptor(descriptor)
      throw .png(error)
    }
    let now = FileStatus(descriptor: descriptor)
    closeDescriptor(descriptor)
    guard let status, now?.isUnchanged(from: status) == true else { throw .changedWhileRead }
  }

  deinit {
    switch place {
    case .memory: break
    case .file(let descriptor, _), .spool(_, let descriptor): closeDescriptor(descriptor)
    }
  }

  /// Returns the bytes from the beginning.
  package func open() throws(PNGError) -> ByteSource {
    switch place {
    case .memory(let bytes): ByteSource(bytes: bytes)
    case .file(let descriptor, _): try ByteSource(fileDescriptor: descriptor)
    case .spool(let spool, _): try spool.open()
    }
  }

  /// Throws an error if the file has changed since it was opened.
  package func checkUnchanged() throws(GamutError) {
    guard case .file(let descriptor, let status) = place else { return }
    guard FileStatus(descriptor: descriptor)?.isUnchanged(from: status) == true else { throw .changedWhileRead }
  }

  package func checksum() throws(GamutError) -> UInt64 {
    if case .memory(let bytes) = place { return ContentChecksum.crc64(bytes) }
    do {
      return try ContentChecksum.crc64(try open())
    } catch {
      throw .png(error)
    }
  }
}
