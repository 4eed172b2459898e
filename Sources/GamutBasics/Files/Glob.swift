/// A pattern for paths, similar to .gitignore but without `!`: `*` and `?` match anything except `/`, `**` between
/// slashes matches any folders, `[a-z]` and `[!a-z]` match one ASCII character. A pattern without an inner slash is a
/// name at any depth. A pattern that matches a folder matches everything below it. Matching is case-sensitive.
///
/// Matching takes time proportional to the length of the path, and to a 64th of that of the pattern, for any input.
public struct Glob: Sendable, Hashable {
  private enum Token: Equatable {
    case byte(UInt8)
    /// A character in UTF-8: a byte, then `continuation`.
    case anyCharacter
    case continuation
    case set([ClosedRange<UInt8>], isNegated: Bool)
    /// Any bytes except `/`, possibly none.
    case star
    /// Whole components with their slashes, possibly none.
    case folders
    /// Everything up to the end.
    case rest
  }

  /// The pattern as written.
  public let text: String
  /// Whether it is a path, and not a name at any depth.
  package let isAnchored: Bool
  private let steps: Steps

  /// The reason that a text is not a valid pattern.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, without a capital or a full stop.
    public let message: String
    /// The message.
    public var description: String { message }
  }

  static let maximumLength = 1024
  private static let slash = UInt8(ascii: "/")

  /// Parses a pattern.
  public init(_ text: String) throws(Fault) {
    self.text = text
    var pattern = Array(text.utf8)
    guard pattern.count <= Self.maximumLength else {
      throw Fault(message: "a pattern has at most \(Self.maximumLength) bytes, and this one has \(pattern.count)")
    }
    while pattern.count > 1, pattern.last == Self.slash { pattern.removeLast() }
    guard !pattern.isEmpty, pattern != [Self.slash] else { throw Fault(message: "the pattern is empty") }
    isAnchored = pattern.contains(Self.slash)
    if pattern.first == Self.slash { pattern.removeFirst() }
    guard !pattern.contains(UInt8(ascii: "{")) else {
      throw Fault(message: "braces are not known here; write one pattern for each alternative")
    }
    guard pattern.first != UInt8(ascii: "!") else {
      throw Fault(
        message: "'!' takes nothing back here; name what is meant, or write '\\!' for a name that begins so")
    }
    let components = pattern.split(separator: Self.slash, omittingEmptySubsequences: false)
    for component in components
    where component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
      throw Fault(message: "a pattern is relative to its folder, without empty components, '.' and '..'")
    }
    var tokens: [Token] = isAnchored ? [] : [.folders]
    for (index, component) in components.enumerated() {
      let isLast = index == components.count - 1
      if component.elementsEqual("**".utf8) {
        // Any folders twice are any folders.
        if isLast { tokens.append(.rest) } else if tokens.last != .folders { tokens.append(.folders) }
        continue
      }
      tokens += try Self.tokens(component)
      if !isLast { tokens.append(.byte(Self.slash)) }
    }
    steps = Steps(tokens)
  }

  /// Returns the pattern for paths that begin above a folder: it matches what this one matches in the folder.
  package func below(_ folder: Pathname) throws(Fault) -> Glob {
    if folder == .here { return self }
    guard let name = Glob.escaping(folder) else {
      throw Fault(message: "the name of its folder is not UTF-8, or has a brace")
    }
    return try Glob(name + (isAnchored ? "" : "/**") + (text.hasPrefix("/") ? "" : "/") + text)
  }

  /// Returns the pattern of a path alone; nil if there is none.
  package static func escaping(_ path: Pathname) -> String? {
    guard path.isUTF8, !path.bytes.contains(UInt8(ascii: "{")) else { return nil }
    // By scalars: a mark with an accent is one character, and a mark to a pattern.
    return path.text.unicodeScalars.reduce(into: "") { text, scalar in
      if "*?[]\\!".unicodeScalars.contains(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
  }

  private static func tokens(_ component: ArraySlice<UInt8>) throws(Fault) -> [Token] {
    var tokens: [Token] = []
    var index = component.startIndex
    while index < component.endIndex {
      let byte = component[index]
      index += 1
      switch byte {
      case UInt8(ascii: "*"): if tokens.last != .star { tokens.append(.star) }
      case UInt8(ascii: "?"): tokens += [.anyCharacter, .continuation]
      case UInt8(ascii: "["): tokens.append(try set(component, &index))
      case UInt8(ascii: "\\"):
        guard index < component.endIndex else { throw Fault(message: "the pattern ends in a backslash") }
        tokens.append(.byte(component[index]))
        index += 1
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// Parses the rest of a set after `[`, up to and including `]`.
  private static func set(_ component: ArraySlice<UInt8>, _ index: inout Int) throws(Fault) -> Token {
    let fault = Fault(message: "a set begins with '[' and is not ended, empty, reversed or not ASCII")
    var ranges: [ClosedRange<UInt8>] = []
    var isNegated = false
    if index < component.endIndex, [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(component[index]) {
      isNegated = true
      index += 1
    }
    while index < component.endIndex, component[index] != UInt8(ascii: "]") || ranges.isEmpty {
      let low = component[index]
      var high = low
      index += 1
      if index + 1 < component.endIndex, component[index] == UInt8(ascii: "-"),
        component[index + 1] != UInt8(ascii: "]")
      {
        high = component[index + 1]
        index += 2
      }
      guard low <= high, high < 0x80 else { throw fault }
      ranges.append(low...high)
    }
    guard index < component.endIndex else { throw fault }
    index += 1
    return .set(ranges, isNegated: isNegated)
  }

  public static func == (one: Glob, other: Glob) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Returns whether the pattern matches the path, relative to the folder of the pattern, or a folder above it.
  public func matches(_ path: Pathname) -> Bool { steps.match(path.bytes) }

  /// The tokens as sets of bits, one for each token and one for the end. A bit says that this token can be next: all
  /// positions in the pattern are followed in parallel, so that no input causes backtracking.
  private struct Steps: Sendable {
    /// The number of words of a set.
    let count: Int
    /// The tokens that consume each byte and are followed by the next token.
    private var consuming: [UInt64]
    /// The tokens that consume a slash, the second and later bytes of a character, or another byte, and remain.
    private var remaining: [UInt64]
    /// The tokens that may consume nothing; among these, `folders` may do so only before they have consumed a byte.
    private var empty: [UInt64], folders: [UInt64]
    private var start: [UInt64]
    private let end: (word: Int, bit: UInt64)

    init(_ tokens: [Token]) {
      let count = tokens.count / 64 + 1
      self.count = count
      let none = [UInt64](repeating: 0, count: count)
      (consuming, remaining) = ([UInt64](repeating: 0, count: 256 * count), [UInt64](repeating: 0, count: 3 * count))
      (empty, folders, start) = (none, none, none)
      end = (tokens.count / 64, 1 << UInt64(tokens.count % 64))
      start[0] = 1
      for (index, token) in tokens.enumerated() {
        let (word, bit) = (index / 64, UInt64(1) << UInt64(index % 64))
        for byte in UInt8.min ... .max where Self.consumes(token, byte) { consuming[Int(byte) * count + word] |= bit }
        for kind in 0..<3 where Self.remains(token, kind) { remaining[kind * count + word] |= bit }
        switch token {
        case .star, .continuation: empty[word] |= bit
        case .folders:
          empty[word] |= bit
          folders[word] |= bit
        case .byte, .anyCharacter, .set, .rest: break
        }
      }
      close(&start)
    }

    private static func consumes(_ token: Token, _ byte: UInt8) -> Bool {
      switch token {
      case .byte(let wanted): byte == wanted
      case .anyCharacter: byte != Glob.slash && kind(of: byte) != 1
      case .set(let ranges, let isNegated):
        byte != Glob.slash && byte < 0x80 && ranges.contains(where: { $0.contains(byte) }) != isNegated
      case .folders: byte == Glob.slash
      case .rest: true
      case .continuation, .star: false
      }
    }

    /// 0 for a slash, 1 for the second and later bytes of a character, 2 for others.
    private static func kind(of byte: UInt8) -> Int { byte == Glob.slash ? 0 : byte & 0xc0 == 0x80 ? 1 : 2 }

    private static func remains(_ token: Token, _ kind: Int) -> Bool {
      switch token {
      case .continuation: kind == 1
      case .star: kind != 0
      case .folders, .rest: true
      case .byte, .anyCharacter, .set: false
      }
    }

    /// Adds the tokens that can be next because those before them consume nothing.
    private func close(_ set: inout [UInt64]) {
      var isComplete = false
      while !isComplete {
        isComplete = true
        var carry: UInt64 = 0
        for word in 0..<count {
          let skipped = set[word] & empty[word]
          let added = set[word] | skipped << 1 | carry
          carry = skipped >> 63
          if added != set[word] { isComplete = false }
          set[word] = added
        }
      }
    }

    func match(_ path: some Sequence<UInt8>) -> Bool { count == 1 ? matchWord(path) : matchWords(path) }

    /// For sets of one word.
    private func matchWord(_ path: some Sequence<UInt8>) -> Bool {
      let (empty, folders) = (empty[0], folders[0])
      var set = start[0]
      for byte in path {
        if byte == Glob.slash, set & end.bit != 0 { return true }
        // Folders that consumed a byte are followed only by what is after a slash.
        var next = (set & consuming[Int(byte)]) << 1 | set & remaining[Self.kind(of: byte)] & ~folders
        var added = next
        while added & empty != 0 {
          added = (added & empty) << 1 & ~next
          next |= added
        }
        set = next | set & folders
        if set == 0 { return false }
      }
      return set & end.bit != 0
    }

    private func matchWords(_ path: some Sequence<UInt8>) -> Bool {
      var (set, next) = (start, start)
      for byte in path {
        if byte == Glob.slash, set[end.word] & end.bit != 0 { return true }
        let kind = Self.kind(of: byte) * count
        var carry: UInt64 = 0
        for word in 0..<count {
          let consumed = set[word] & consuming[Int(byte) * count + word]
          next[word] = consumed << 1 | carry | set[word] & remaining[kind + word] & ~folders[word]
          carry = consumed >> 63
        }
        close(&next)
        for word in 0..<count { next[word] |= set[word] & folders[word] }
        swap(&set, &next)
      }
      return set[end.word] & end.bit != 0
    }
  }
}
