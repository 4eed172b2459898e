import PNGCodec

/// Lists of files, with an entry on each line, or with entries that end with zero bytes; empty ones are ignored.
package enum FileList {
  /// Reads a list of paths; `-` is standard input.
  package static func paths(reading list: Pathname, separatedByZero: Bool) throws(GamutError) -> [Pathname] {
    let separator: UInt8 = separatedByZero ? 0 : 0x0a
    return try entries(of: list, separator: separator, limit: ListFault.longestName).map { Pathname(bytes: $0.bytes) }
  }

  /// Reads a list of pairs of paths, on each line two with a tab between them; `-` is standard input.
  package static func pairs(reading list: Pathname) throws(GamutError) -> [(Pathname, Pathname)] {
    try entries(of: list, separator: 0x0a, limit: 2 * ListFault.longestName + 1).map { entry throws(GamutError) in
      let parts = entry.bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { throw .list(.noPair, entry: entry.number) }
      guard parts.allSatisfy({ $0.count <= ListFault.longestName }) else {
        throw .list(.longName, entry: entry.number)
      }
      return (Pathname(bytes: Array(parts[0])), Pathname(bytes: Array(parts[1])))
    }
  }

  private static func entries(
    of list: Pathname, separator: UInt8, limit: Int
  ) throws(GamutError) -> [(number: Int, bytes: [UInt8])] {
    var source = try OpenedInput(list == .standardInput ? .standardInput : .file(list), keeping: .nothing).open()
    var entries: [(number: Int, bytes: [UInt8])] = []
    /// The beginning of an entry that continues in the next piece.
    var begun: [UInt8] = []
    var number = 1
    func end() throws(GamutError) {
      if separator != 0, begun.contains(0) { throw .list(.zeroByte, entry: number) }
      if !begun.isEmpty { entries.append((number, begun)) }
      guard entries.count <= ListFault.mostNames else { throw .list(.tooManyNames, entry: number) }
      begun.removeAll()
      number += 1
    }
    while true {
      let piece = try GamutError.reading { () throws(PNGError) in try source.readSome(64 << 10) }
      if piece.isEmpty { break }
      let parts = piece.split(separator: separator, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { try end() }
        begun += part
        guard begun.count <= limit else { throw .list(.longName, entry: number) }
      }
      guard source.position <= ListFault.mostBytes else { throw .list(.tooLarge, entry: number) }
    }
    try end()
    return entries
  }
}
