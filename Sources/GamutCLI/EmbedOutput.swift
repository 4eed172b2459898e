import GamutKit

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the rows of `gamut embed` go: data to standard output, the reasons of failures to standard error.
struct EmbedOutput: ~Copyable {
  private var writer: EmbedWriter
  private var stream = OutputStream(fileDescriptor: STDOUT_FILENO)
  /// Whether standard output belongs to the image.
  private let isSilent: Bool
  private let isQuiet: Bool
  private(set) var hasFailures = false

  init(writer: consuming EmbedWriter, isSilent: Bool, isQuiet: Bool) {
    self.writer = writer
    self.isSilent = isSilent
    self.isQuiet = isQuiet
  }

  mutating func write(_ row: EmbedRow) throws(OutputError) {
    let bytes = writer.bytes(for: row)
    if !isSilent { try stream.write(bytes) }
    switch row.result {
    case .success(let report):
      guard !isQuiet, !report.removedTemporaries.isEmpty else { return }
      try Message.follow(&stream)
      for path in report.removedTemporaries {
        Message.note("Removed \(path.text.printable), which an earlier run left when it was cut short.")
      }
    case .failure(let error):
      hasFailures = true
      try Message.follow(&stream)
      Message.error(error.message, about: row.path)
    }
  }

  mutating func end() throws(OutputError) {
    let bytes = writer.end()
    if !isSilent { try stream.write(bytes) }
    try stream.flush()
  }
}
