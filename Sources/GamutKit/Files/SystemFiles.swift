#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `close(2)`, whose name is hidden by methods.
func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
