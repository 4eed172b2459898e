#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program with its arguments, as it is measured: a whole process, its output thrown away.
struct Command {
  let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// What one run took.
  struct Cost {
    /// Seconds.
    var wall, user, system: Double
    /// The time of all threads.
    var processor: Double { user + system }
    /// The largest resident set, in bytes; the little that this program holds itself is its lower bound.
    var peak: Int
  }

  func measure() -> Cost {
    var process = pid_t()
    let start = ContinuousClock.now
    let status = spawn(&process)
    guard status == 0 else { fail("cannot run \(arguments[0])") }
    var usage = rusage()
    var exit: Int32 = 0
    while unsafe wait4(process, &exit, 0, &usage) == -1 {
      if errno != EINTR { fail("lost \(arguments[0])") }
    }
    let wall = start.duration(to: .now)
    guard exit == 0 else { fail("\(arguments.prefix(6).joined(separator: " ")) ... failed") }
    #if os(Linux)
      let unit = 1024
    #else
      let unit = 1
    #endif
    return Cost(
      wall: Double(wall.components.seconds) + Double(wall.components.attoseconds) * 1e-18,
      user: Self.seconds(usage.ru_utime), system: Self.seconds(usage.ru_stime), peak: usage.ru_maxrss * unit)
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }

  private func spawn(_ process: inout pid_t) -> Int32 {
    #if canImport(Glibc)
      var actions = unsafe posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    return unsafe posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
  }
}

func fail(_ message: String) -> Never {
  let line = Array("MeasurePairs: \(message)\n".utf8)
  _ = unsafe write(STDERR_FILENO, line, line.count)
  exit(1)
}
