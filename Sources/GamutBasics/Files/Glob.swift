/// A pattern for paths, similar to .gitignore but without `!` and sets: `*` and `?` match anything except `/`, `**`
/// between slashes matches any folders. A pattern without an inner slash is a name at any depth. A pattern that matches a
/// folder matches everything below it. Matching is case-sensitive.
///
/// Matching takes time proportional to the length of the path and to that of the pattern, for any input.
public struct Glob: Sendable, Hashable {
  private enum Part: Hashable {
    /// `**` before a slash: any folders, possibly none.
    case folders
    /// `**` at the end: anything.
    case rest
    case name([Token])
  }

  fileprivate enum Token: Hashable {
    case byte(UInt8)
    case anyCharacter
    /// Any bytes, possibly none.
    case star
  }

  /// The pattern as written.
  public let text: String
  /// Whether it is a path, and not a name at any depth.
  package let isAnchored: Bool
  private let parts: [Part]

  /// The reason that a text is not a valid pattern.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, without a capital or a full stop.
    public let message: String
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
    guard pattern.first != UInt8(ascii: "!") else {
      throw Fault(
        message: "'!' takes nothing back here; name what is meant, or write '\\!' for a name that begins so")
    }
    let components = pattern.split(separator: Self.slash, omittingEmptySubsequences: false)
    for component in components
    where component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) {
      throw Fault(message: "a pattern is relative to its folder, without empty components, '.' and '..'")
    }
    var parts: [Part] = isAnchored ? [] : [.folders]
    for (index, component) in components.enumerated() {
      if component.elementsEqual("**".utf8) {
        parts.append(index == components.count - 1 ? .rest : .folders)
      } else {
        parts.append(.name(try Self.tokens(component)))
      }
    }
    self.parts = parts
  }

  /// Returns the pattern for paths that begin above a folder: it matches what this one matches in the folder.
  package func below(_ folder: Pathname) throws(Fault) -> Glob {
    if folder == .here { return self }
    guard let name = Glob.escaping(folder) else {
      throw Fault(message: "the name of its folder is not UTF-8")
    }
    return try Glob(name + (isAnchored ? "" : "/**") + (text.hasPrefix("/") ? "" : "/") + text)
  }

  /// Returns the pattern of a path alone; nil if there is none.
  package static func escaping(_ path: Pathname) -> String? {
    guard path.isUTF8 else { return nil }
    // By scalars: a mark with an accent is one character, and a mark to a pattern.
    return path.text.unicodeScalars.reduce(into: "") { text, scalar in
      if "*?[{\\!".unicodeScalars.contains(scalar) { text += "\\" }
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
      case UInt8(ascii: "*"): tokens.append(.star)
      case UInt8(ascii: "?"): tokens.append(.anyCharacter)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        throw Fault(message: "brackets and braces are not known here; write one pattern for each alternative")
      case UInt8(ascii: "\\"):
        guard index < component.endIndex else { throw Fault(message: "the pattern ends in a backslash") }
        tokens.append(.byte(component[index]))
        index += 1
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// Returns whether the pattern matches the path, relative to the folder of the pattern, or a folder above it.
  public func matches(_ path: Pathname) -> Bool {
    let components = path.bytes.split(separator: Self.slash, omittingEmptySubsequences: false)
    var (part, index) = (0, 0)
    /// The last `**`, and how many components it is followed after: what matches then matches with more, too.
    var folders: (part: Int, index: Int)?
    while part < parts.count {
      if parts[part] == .folders {
        folders = (part, index)
        part += 1
      } else if index < components.count, Self.matches(parts[part], components[index...]) {
        (part, index) = (part + 1, index + 1)
      } else if let last = folders, last.index < components.count {
        folders = (last.part, last.index + 1)
        (part, index) = (last.part + 1, last.index + 1)
      } else {
        return false
      }
    }
    // What is left of the path is below the folder that was matched.
    return true
  }

  /// Returns whether a part matches the first component, or the last one all of them.
  private static func matches(_ part: Part, _ components: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    guard var rest = components.first else { return false }
    guard case .name(let tokens) = part else { return components.count > 1 || !rest.isEmpty }
    var token = 0
    var star: (token: Int, rest: ArraySlice<UInt8>)?
    while token < tokens.count || !rest.isEmpty {
      if token < tokens.count, tokens[token] == .star {
        star = (token, rest)
        token += 1
      } else if token < tokens.count, let first = rest.first, tokens[token].matches(first) {
        rest = rest.dropFirst()
        if tokens[token] == .anyCharacter { rest = rest.drop(while: Self.continuesCharacter) }
        token += 1
      } else if let last = star, !last.rest.isEmpty {
        star = (last.token, last.rest.dropFirst())
        (token, rest) = (last.token + 1, last.rest.dropFirst())
      } else {
        return false
      }
    }
    return true
  }

  fileprivate static func continuesCharacter(_ byte: UInt8) -> Bool { byte & 0xc0 == 0x80 }
}

extension Glob.Token {
  /// Whether a byte is this one, or the first of such a character.
  fileprivate func matches(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let wanted): byte == wanted
    case .anyCharacter: !Glob.continuesCharacter(byte)
    case .star: false
    }
  }
}
