import ArgumentParser

/// An amount of memory: 512M, 2G, or bytes.
struct MemorySize: ExpressibleByArgument, CustomStringConvertible {
  let bytes: Int

  init(bytes: Int) { self.bytes = bytes }

  init?(argument: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[Character($0.uppercased())] }
    guard let count = Int(unit == nil ? argument : String(argument.dropLast())) else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflows, bytes > 0 else { return nil }
    self.bytes = bytes
  }

  var description: String {
    for (unit, size) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)] where bytes % size == 0 {
      return "\(bytes / size)\(unit)"
    }
    return "\(bytes)"
  }

  var defaultValueDescription: String { description }
}
