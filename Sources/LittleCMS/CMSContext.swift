import CLittleCMS
import Synchronization

/// A context of LittleCMS with its own error log, so that messages about one profile are never reported for another.
@safe struct CMSContext: ~Copyable {
  let handle: cmsContext
  private let log: Log

  private final class Log: Sendable {
    let first = Mutex<String?>(nil)
  }

  init() throws(ProfileError) {
    let log = Log()
    // The context borrows the log; this value owns both, and its deinit destroys the context first.
    guard let handle = unsafe cmsCreateContext(nil, Unmanaged.passUnretained(log).toOpaque()) else {
      throw .littleCMS("it is out of memory")
    }
    unsafe self.handle = handle
    self.log = log
    unsafe cmsSetLogErrorHandlerTHR(handle) { context, _, text in
      guard let text = unsafe text, let data = unsafe cmsGetContextUserData(context) else { return }
      let log = unsafe Unmanaged<Log>.fromOpaque(data).takeUnretainedValue()
      let words = unsafe String(cString: text)
      log.first.withLock { first in if first == nil { first = words } }
    }
  }

  deinit { unsafe cmsDeleteContext(handle) }

  /// Opens a profile without its float tables, and closes it after `body`. A transform outlives the profiles that it was
  /// created from.
  ///
  /// LittleCMS reads the bytes where they are; `cmsOpenProfileFromMem` would copy them.
  @unsafe
  func withProfile<Value>(
    _ profile: Profile, _ body: (cmsHPROFILE) -> Result<Value, ProfileError>
  ) -> Result<Value, ProfileError> {
    unsafe profile.contentWithoutFloatTables.withUnsafeBytes { bytes in
      var stream = unsafe ProfileStream(bytes: bytes)
      return unsafe withUnsafeMutablePointer(to: &stream) { stream in
        var input = unsafe ProfileStream.handler(stream, in: handle)
        return unsafe withUnsafeMutablePointer(to: &input) { input in
          guard let opened = unsafe cmsOpenProfileFromIOhandlerTHR(handle, input) else {
            return .failure(error("open it"))
          }
          defer { unsafe _ = cmsCloseProfile(opened) }
          return unsafe body(opened)
        }
      }
    }
  }

  /// Returns the first error that the library logged; if there is none, the step that failed.
  func error(_ step: String) -> ProfileError {
    .littleCMS(log.first.withLock { $0 } ?? "it gave no reason why it cannot \(step)")
  }
}

/// The bytes of a profile and a position in them, from which LittleCMS reads.
@unsafe
private struct ProfileStream {
  let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  /// Returns the functions that LittleCMS calls to read from a stream, which must stay at its address meanwhile.
  static func handler(_ stream: UnsafeMutablePointer<ProfileStream>, in context: cmsContext) -> cmsIOHANDLER {
    var handler = unsafe cmsIOHANDLER()
    unsafe handler.stream = UnsafeMutableRawPointer(stream)
    unsafe handler.ContextID = context
    unsafe handler.ReportedSize = cmsUInt32Number(stream.pointee.bytes.count)
    unsafe handler.Read = { handler, output, size, count in
      guard let handler = unsafe handler, let output = unsafe output else { return 0 }
      return unsafe ProfileStream.of(handler).pointee.read(into: output, Int(size) * Int(count)) ? count : 0
    }
    unsafe handler.Seek = { handler, offset in
      guard let handler = unsafe handler else { return 0 }
      return unsafe ProfileStream.of(handler).pointee.seek(to: Int(offset)) ? 1 : 0
    }
    unsafe handler.Tell = { handler in
      guard let handler = unsafe handler else { return 0 }
      return unsafe cmsUInt32Number(ProfileStream.of(handler).pointee.position)
    }
    unsafe handler.Close = { _ in 1 }
    unsafe handler.Write = { _, _, _ in 0 }
    return unsafe handler
  }

  private static func of(_ handler: UnsafeMutablePointer<cmsIOHANDLER>) -> UnsafeMutablePointer<ProfileStream> {
    unsafe handler.pointee.stream.assumingMemoryBound(to: ProfileStream.self)
  }

  /// Copies the next bytes; false if there are fewer.
  private mutating func read(into output: UnsafeMutableRawPointer, _ count: Int) -> Bool {
    guard unsafe count <= bytes.count - position else { return false }
    if count > 0 {
      unsafe output.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped + position, byteCount: count)
      unsafe position += count
    }
    return true
  }

  private mutating func seek(to offset: Int) -> Bool {
    guard unsafe offset <= bytes.count else { return false }
    unsafe position = offset
    return true
  }
}
