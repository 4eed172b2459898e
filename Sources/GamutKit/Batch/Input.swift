import PNGCodec

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One thing to process: what a name on the command line, or in a folder, stands for.
public enum Input: Sendable, Hashable {
  case file(Path)
  case standardInput
  /// Something that was asked for and cannot be processed, found out without opening it.
  case unusable(Path, GamutError)

  /// `-` for standard input.
  public var path: Path {
    switch self {
    case .file(let path), .unusable(let path, _): path
    case .standardInput: Path("-")
    }
  }
}

extension Input {
  /// What the given names stand for: each file once, sorted by the bytes of its path.
  ///
  /// A folder is replaced by the `*.png` (in any case) in it and below it if `recursive`, and is unusable otherwise.
  /// Links to folders are not followed below the names that are given, so that no loop can arise; links to files are.
  /// A name that does not exist stays, for its error to be reported when it is opened.
  public static func collect(_ names: [Path], recursive: Bool) -> [Input] {
    var inputs: [Input] = []
    for name in names {
      let kind = FileKind(following: name)
      if kind == nil, name.bytes.last == 0x0d {
        inputs.append(.unusable(name, .carriageReturn))
      } else if kind != .folder {
        inputs.append(.file(name))
      } else if recursive {
        inputs += FolderWalk.images(below: name)
      } else {
        inputs.append(.unusable(name, .folderWithoutRecursive))
      }
    }
    return unique(inputs)
  }

  /// Sorted by path; of two spellings of one path (`./a.png`, `a.png`) the one that sorts first.
  public static func unique(_ inputs: [Input]) -> [Input] {
    guard inputs.count > 1 else { return inputs }
    var seen: Set<Path> = []
    return inputs.sorted { $0.path < $1.path }.filter { input in
      // Standard input is not the file named "-".
      input == .standardInput || seen.insert(input.path.normalized).inserted
    }
  }

  /// The names in a list, separated by line feeds or by zeros; empty ones are left out. `-` is standard input.
  public static func readList(_ list: Path, separatedByZero: Bool) -> Result<[Path], GamutError> {
    do throws(PNGError) {
      var source =
        list.bytes == [UInt8(ascii: "-")] ? try ByteSource(fileDescriptor: 0) : try ByteSource(pathBytes: list.bytes)
      let bytes = try source.readAll(atMost: .max) ?? []
      return .success(bytes.split(separator: separatedByZero ? 0 : 0x0a).map { Path(bytes: Array($0)) })
    } catch {
      return .failure(.png(error))
    }
  }
}

/// What a path leads to.
enum FileKind {
  case file, folder, other

  /// Nil where nothing is there, or it cannot be told.
  init?(following path: Path) {
    var status = stat()
    guard unsafe path.withSystemPath({ unsafe stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

extension Path {
  /// As the C library takes it; a path with a zero inside names nothing, and is given as the empty path.
  func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let characters = bytes.contains(0) ? [0] : bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // Never empty: there is at least the terminating zero.
      guard let start = buffer.baseAddress else { return unsafe body("") }
      return unsafe body(start)
    }
  }
}
