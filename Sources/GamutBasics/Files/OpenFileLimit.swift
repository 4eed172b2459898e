import LibC

/// The number of files that the process may have open.
package enum OpenFileLimit {
  /// Raises the limit to `count`, or to the largest value that the system allows without further privileges.
  package static func raise(to count: Int) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    _ = unsafe setrlimit(resource, &limit)
  }
}
