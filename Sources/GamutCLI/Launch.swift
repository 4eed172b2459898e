import ArgumentParser
import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What must be so before the first byte is read or written.
enum Launch {
  /// A reader that goes away is an error to report and not a signal; and no file that is opened may become standard
  /// output because that was closed: its place is taken by something that cannot be written, and the others' likewise.
  static func prepareStandardStreams() {
    _ = signal(SIGPIPE, SIG_IGN)
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is the one that is missing.
      _ = unsafe open("/dev/null", mode)
    }
  }

  /// The arguments, with bytes that are not UTF-8 kept in a form that `Path(argument:)` undoes.
  static func arguments() -> [String] {
    let count = Int(CommandLine.argc)
    // Swift finds them by way of /proc/self/maps. Without, this would be a call for help, and a success.
    guard count > 0 else {
      Message.error("The arguments of the command cannot be read.")
      exit(ExitCode.unprocessed.rawValue)
    }
    return (1..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      return Path(bytes: bytes).argument
    }
  }
}
