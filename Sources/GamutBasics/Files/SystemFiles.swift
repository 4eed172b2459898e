import LibC

/// Writes all bytes to a descriptor, however many calls of `write(2)` that takes.
///
/// - Returns: nil, or the error number of the call that failed.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
  var done = 0
  while done < bytes.count {
    let count = unsafe write(descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done)
    if count > 0 {
      done += count
    } else if count == 0 || errno != EINTR {
      return count == 0 ? EIO : errno
    }
  }
  return nil
}
