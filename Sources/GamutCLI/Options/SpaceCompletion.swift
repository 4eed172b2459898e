import ArgumentParser
import GamutKit
import LibC

extension CompletionKind {
  /// For options that take a colour space.
  static let space = space()

  /// Returns a completion of names of spaces, of other words, and of ICC profiles with the folders that lead to them.
  static func space(_ words: String...) -> CompletionKind {
    .custom { _, _, typed in
      (ReferenceSpace.allCases.map(\.rawValue) + words).filter { $0.hasPrefix(typed) } + profiles(beginning: typed)
    }
  }

  /// Returns files `*.icc` and `*.icm`, and folders, whose paths begin with a text. Names that a shell would have to
  /// quote are omitted, because bash evaluates completions as code. The shell itself appends slashes to folders.
  private static func profiles(beginning typed: String) -> [String] {
    guard Pathname(argument: typed).isPlainWord || typed.isEmpty else { return [] }
    let found = ["*.icc", "*.icm", "*/"].flatMap { files(matching: typed + $0) }.filter {
      Pathname(argument: $0).isPlainWord
    }
    guard CompletionShell.requesting == .bash else { return found }
    return found.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  private static func files(matching pattern: String) -> [String] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc)).compactMap { index in
      unsafe found.gl_pathv[index].map { unsafe String(cString: $0) }
    }
  }
}
