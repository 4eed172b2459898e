#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a table was measured on.
enum Machine {
  static var description: String {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let memory = (sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))) >> 30
    return "\(processors) x \(processor), \(memory) GiB, \(system)"
  }

  private static var processor: String {
    #if os(Linux)
      return value(of: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown processor"
    #else
      var bytes = [CChar](repeating: 0, count: 256)
      var size = bytes.count
      unsafe sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0)
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #endif
  }

  private static var system: String {
    #if os(Linux)
      return value(of: "PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux"
    #else
      return "macOS"
    #endif
  }

  /// Today, in UTC.
  static var date: String {
    var now = time(nil)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&now, &parts)
    let (year, month, day) = unsafe (parts.tm_year + 1900, parts.tm_mon + 101, parts.tm_mday + 100)
    return "\(year)-\(String(month).dropFirst())-\(String(day).dropFirst())"
  }

  private static func value(of key: String, in path: String, separator: Character) -> String? {
    for line in (try? TextFile.read(path))?.split(separator: "\n") ?? [] where line.hasPrefix(key) {
      guard let start = line.firstIndex(of: separator) else { continue }
      return String(line[line.index(after: start)...].drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" })
    }
    return nil
  }
}
