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

  /// Opens a profile without its float tables, which the caller must close; nil if the library rejects it. LittleCMS
  /// copies the bytes, and a transform outlives the profiles that it was created from.
  @unsafe
  func open(_ profile: Profile) -> cmsHPROFILE? {
    unsafe profile.contentWithoutFloatTables.withUnsafeBytes {
      unsafe cmsOpenProfileFromMemTHR(handle, $0.baseAddress, cmsUInt32Number($0.count))
    }
  }

  /// Returns the first error that the library logged; if there is none, the step that failed.
  func error(_ step: String) -> ProfileError {
    .littleCMS(log.first.withLock { $0 } ?? "it gave no reason why it cannot \(step)")
  }
}
