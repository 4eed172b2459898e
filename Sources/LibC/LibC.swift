// The C library under one name: importing this module imports the system's.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#else
  @_exported public import Musl
#endif
