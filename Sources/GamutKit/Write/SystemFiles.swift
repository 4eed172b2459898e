#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A descriptor, or -1 with `systemErrorNumber`.
func openForReading(_ path: Path) -> Int32 {
  guard !path.bytes.contains(0) else {
    errno = EINVAL
    return -1
  }
  while true {
    let descriptor = unsafe path.withSystemPath { unsafe open($0, O_RDONLY | O_CLOEXEC) }
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// errno.
var systemErrorNumber: Int32 { errno }
