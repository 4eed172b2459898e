/// What a list of names may have at most.
public enum ListLimit: Int, Sendable, Hashable {
  /// As many as paths have on Linux, and four times as many as on macOS (PATH_MAX).
  case nameBytes = 4096
  case names = 1_000_000
  /// 128 MiB.
  case bytes = 134_217_728
}
