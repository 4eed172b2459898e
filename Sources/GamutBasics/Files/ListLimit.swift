/// The limits of a list of names.
public enum ListLimit: Int, Sendable, Hashable {
  /// The maximum path length on Linux, and four times that on macOS (PATH_MAX).
  case nameBytes = 4096
  /// The maximum number of names.
  case names = 1_000_000
  /// 128 MiB.
  case bytes = 134_217_728
}
