/// The limits of a list of names.
public enum ListLimit: Int, Sendable, Hashable {
  /// The maximum path length on Linux, and four times that on macOS (PATH_MAX).
  case nameBytes = 4096
  /// The maximum number of names.
  case names = 1_000_000
  /// 128 MiB.
  case bytes = 134_217_728
}

/// The faults of an entry of a list, which is a path, or a name and a path with a tab between them.
public enum ListFault: Sendable, Hashable {
  /// There is nothing before the tab.
  case noName
  /// There is nothing after the tab.
  case noPath
  /// It contains a zero byte, and the list has line feeds.
  case zeroByte
  /// There is more than one tab.
  case severalTabs
  /// Another entry gives the name to another file.
  case secondFile(of: Pathname)
}
