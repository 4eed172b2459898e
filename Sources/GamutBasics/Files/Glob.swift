/// A pattern for paths, similar to .gitignore but without `!`: `*` and `?` match anything except `/`, `**` between
/// slashes matches any folders, `[a-z]` and `[!a-z]` match one ASCII character. A pattern without an inner slash is a
/// name at any depth. A pattern that matches a folder matches everything below it. Matching is case-sensitive.
///
/// Matching takes time proportional to the length of the pattern times that of the path, for any input.
public struct Glob: Sendable, Hashable {
  private enum Token: Sendable, Hashable {
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
  private let tokens: [Token]

  /// The reason that a text is not a valid pattern.
  public struct Fault: Error, Sendable, Hashable {
    /// The problem, without a capital or a full stop.
    public let message: String
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
    let isAnchored = pattern.contains(Self.slash)
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
        tokens.append(isLast ? .rest : .folders)
        continue
      }
      tokens += try Self.tokens(component)
      if !isLast { tokens.append(.byte(Self.slash)) }
    }
    self.tokens = tokens
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

  /// Returns whether the pattern matches the path, relative to the folder of the pattern, or a folder above it.
  public func matches(_ path: Pathname) -> Bool {
    // All positions in the pattern that can be next, in parallel: no input causes backtracking.
    var places = [Bool](repeating: false, count: tokens.count + 1)
    var next = places
    enter(0, &places)
    for byte in path.bytes {
      if byte == Self.slash, places[tokens.count] { return true }
      for index in next.indices { next[index] = false }
      for (index, token) in tokens.enumerated() where places[index] { step(token, index, byte, &next) }
      swap(&places, &next)
    }
    return places[tokens.count]
  }

  /// Marks a position and those that can follow it without consuming a byte.
  private func enter(_ place: Int, _ places: inout [Bool]) {
    var index = place
    while !places[index] {
      places[index] = true
      guard index < tokens.count else { return }
      switch tokens[index] {
      case .star, .folders, .continuation: index += 1
      case .byte, .anyCharacter, .set, .rest: return
      }
    }
  }

  private func step(_ token: Token, _ index: Int, _ byte: UInt8, _ next: inout [Bool]) {
    switch token {
    case .byte(let wanted): if byte == wanted { enter(index + 1, &next) }
    case .anyCharacter: if byte != Self.slash { enter(index + 1, &next) }
    case .continuation: if byte & 0xc0 == 0x80 { enter(index, &next) }
    case .set(let ranges, let isNegated):
      if byte != Self.slash, ranges.contains(where: { $0.contains(byte) }) != isNegated { enter(index + 1, &next) }
    case .star: if byte != Self.slash { enter(index, &next) }
    case .folders:
      // This does not use `enter`: the next token begins only after a slash.
      next[index] = true
      if byte == Self.slash { enter(index + 1, &next) }
    case .rest:
      enter(tokens.count, &next)
      next[index] = true
    }
  }
}
