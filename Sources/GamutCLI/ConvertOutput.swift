import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of `gamut convert` go: data to standard output, the reasons of failures to standard error.
struct ConvertOutput: ~Copyable {
  private var writer: ConvertWriter
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  /// Whether standard output belongs to the image.
  private let isSilent: Bool
  private let isQuiet: Bool
  private(set) var hasFailures = false

  init(writer: consuming ConvertWriter, isSilent: Bool, isQuiet: Bool) {
    self.writer = writer
    self.isSilent = isSilent
    self.isQuiet = isQuiet
  }

  mutating func write(_ row: ConvertRow) throws(OutputError) {
    let bytes = writer.bytes(for: row)
    if !isSilent { try stream.write(bytes) }
    switch row.result {
    case .success(let report):
      guard !isQuiet else { return }
      for path in report.removedTemporaries {
        Message.note("Removed \(path.text.printable), which an earlier run left when it was cut short.")
      }
    case .failure(let error):
      hasFailures = true
      // In the order in which it happened, should both go to one terminal.
      try stream.flush()
      Message.error(error.message, about: row.path)
    }
  }

  mutating func end() throws(OutputError) {
    let bytes = writer.end()
    if !isSilent { try stream.write(bytes) }
    try stream.flush()
  }
}
