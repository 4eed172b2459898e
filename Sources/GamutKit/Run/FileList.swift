import PNGCodec

/// A file with a name of its own, as a list has it: the name is reported, and the file is read.
package struct NamedFile: Sendable, Hashable {
  package var name: Pathname
  package var file: Pathname

  package var input: Input { .named(name, file: file) }
}

/// A list of files: an entry is a path, or, in a list with line feeds, a name and a path with a tab between them.
package struct FileList: Sendable, Hashable {
  package private(set) var paths: [Pathname] = []
  /// The files with names of their own; each name has one file.
  package private(set) var named: [NamedFile] = []
  private var files: [Pathname: Pathname] = [:]
  private let arePairs: Bool

  private static let tab = UInt8(ascii: "\t")

  /// Reads a list (`-` is standard input) with an entry on each line, or with entries that end with zero bytes; empty ones are
  /// ignored. In pairs, a name is that of another file, which may have several partners.
  package init(reading list: Pathname, separatedByZero: Bool, arePairs: Bool = false) throws(GamutError) {
    let input = list == .standardInput ? Input.standardInput : .file(list)
    self.arePairs = arePairs
    try read(OpenedInput(input, keeping: .nothing).open(), hasNames: !separatedByZero)
  }

  private mutating func read(_ source: consuming ByteSource, hasNames: Bool) throws(GamutError) {
    let separator: UInt8 = hasNames ? 0x0a : 0
    // A name, a tab and a path.
    let limit = hasNames ? 2 * ListLimit.nameBytes.rawValue + 1 : ListLimit.nameBytes.rawValue
    var source = source
    /// The beginning of an entry that continues in the next piece.
    var begun: [UInt8] = []
    var number = 1
    while true {
      let piece = try GamutError.reading { () throws(PNGError) in try source.readSome(64 << 10) }
      var rest = piece[...]
      while let end = rest.firstIndex(of: separator) ?? (piece.isEmpty || rest.isEmpty ? nil : rest.endIndex) {
        begun += rest[..<end]
        guard begun.count <= limit else { throw .list(.nameBytes, entry: number) }
        guard end < rest.endIndex else { break }
        try add(begun, hasNames: hasNames, number)
        begun.removeAll()
        number += 1
        rest = rest[(end + 1)...]
      }
      guard source.position <= ListLimit.bytes.rawValue else { throw .list(.bytes, entry: number) }
      if piece.isEmpty { break }
    }
    try add(begun, hasNames: hasNames, number)
    files.removeAll()
  }

  private mutating func add(_ entry: [UInt8], hasNames: Bool, _ number: Int) throws(GamutError) {
    guard !entry.isEmpty else { return }
    guard !hasNames || !entry.contains(0) else { throw .listEntry(.zeroByte, entry: number) }
    let parts = hasNames ? entry.split(separator: Self.tab, omittingEmptySubsequences: false) : [entry[...]]
    guard parts.allSatisfy({ $0.count <= ListLimit.nameBytes.rawValue }) else {
      throw .list(.nameBytes, entry: number)
    }
    if parts.count == 1 {
      paths.append(Pathname(bytes: entry))
    } else {
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .listEntry(.tab, entry: number) }
      let file = NamedFile(name: Pathname(bytes: Array(parts[0])), file: Pathname(bytes: Array(parts[1])))
      if !arePairs, let first = files.updateValue(file.file, forKey: file.name) {
        guard first == file.file else { throw .listEntry(.secondFile(of: file.name), entry: number) }
      } else {
        named.append(file)
      }
    }
    guard paths.count + named.count <= ListLimit.names.rawValue else { throw .list(.names, entry: number) }
  }
}
