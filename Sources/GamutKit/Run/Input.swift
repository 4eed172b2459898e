import PNGCodec

/// An input to process: the meaning of a name on the command line, or of a file in a folder.
public enum Input: Sendable, Hashable {
  /// A file, or anything else that can be read at a path.
  case file(Pathname)
  /// Standard input, which can be read only once.
  case standardInput
  /// A file that is reported under another name, which need not be a path.
  case named(Pathname, file: Pathname)
  /// An input that cannot be processed, as determined without opening it.
  case unusable(Pathname, GamutError)

  /// The path to report; `-` for standard input.
  public var path: Pathname {
    switch self {
    case .file(let path), .named(let path, _), .unusable(let path, _): path
    case .standardInput: Pathname("-")
    }
  }

  package var file: Pathname { if case .named(_, let file) = self { file } else { path } }

  package var isNamed: Bool { if case .named = self { true } else { false } }
}

extension Input {
  /// Returns the inputs of the given names: each file once, sorted by the bytes of its path.
  ///
  /// A folder is replaced by the `*.png` files (in any case) in it and below it. Links to folders below the given names
  /// are not followed, so that no loop can arise; links to files are. A name that does not exist is kept, so that its
  /// error is reported when it is opened.
  ///
  /// - Parameters:
  ///   - names: the paths of files and folders.
  ///   - excludes: the patterns of paths to omit, which are matched with a path as given or found, and with its part
  ///     below a named folder.
  public static func collect(_ names: [Pathname], excluding excludes: [Glob] = []) -> [Input] {
    collect(names, [], excluding: excludes)
  }

  /// Returns the inputs of the given names, and of files with names of their own, which only the patterns change.
  package static func collect(_ names: [Pathname], _ named: [NamedFile], excluding excludes: [Glob]) -> [Input] {
    /// Returns whether to omit a path, given its part below a named folder.
    func isExcluded(_ path: Pathname, _ part: Pathname? = nil) -> Bool {
      excludes.contains { pattern in
        pattern.matches(path.normalized) || part.map { pattern.matches($0) } ?? false
      }
    }
    var inputs: [Input] = []
    for name in names {
      if (try? FileStatus(of: name))?.kind != .folder {
        if !isExcluded(name) { inputs.append(.file(name)) }
      } else if !isExcluded(name) {
        inputs += images(below: name, skipping: { isExcluded($0, $0.rest(after: name)) })
      }
    }
    for file in named where !isExcluded(file.name) { inputs.append(file.input) }
    return unique(inputs)
  }

  /// Returns the `*.png` files below a folder, in any case, and the folders that cannot be read (`FolderWalk.images`).
  package static func images(
    below folder: Pathname, skipping: (Pathname) -> Bool, repository: (Pathname) -> Void = { _ in },
    other: (Pathname, _ isFolder: Bool) -> Void = { _, _ in }
  ) -> [Input] {
    FolderWalk.images(below: folder, skipping: skipping, repository: repository, other: other).map { Input($0) }
  }

  /// Returns the inputs sorted by path; of two spellings of one path (`./a.png`, `a.png`) only the first in this order.
  package static func unique(_ inputs: [Input]) -> [Input] {
    guard inputs.count > 1 else { return inputs }
    var seen: Set<Pathname> = []
    return inputs.sorted { $0.path < $1.path }.filter { input in
      // Standard input is different from a file named "-". The names of a list are different already.
      input == .standardInput || input.isNamed || seen.insert(input.path.normalized).inserted
    }
  }
}

extension Input {
  fileprivate init(_ found: FolderWalk.Found) {
    switch found {
    case .image(let path): self = .file(path)
    case .unreadable(let folder, let number): self = .unusable(folder, .unreadableFolder(number: number))
    }
  }
}
