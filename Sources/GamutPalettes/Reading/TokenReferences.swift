import GamutBasics

struct TokenProblem: Error {
  var kind = Palette.Note.Kind.invalid
  /// The rest of the sentence that begins with the name of the token.
  var message: String
  var missing: Pathname?

  init(_ message: String, missing: Pathname? = nil) { (self.message, self.missing) = (message, missing) }
  init(_ kind: Palette.Note.Kind, _ message: String) { (self.kind, self.message) = (kind, message) }
}

/// Aliases: references from a token to a whole token.
extension TokenReader {
  /// Follows the aliases of all tokens, and sets the end of each chain and the type of each token.
  mutating func linkTokens() throws(PaletteFault) {
    for index in tokens.indices {
      try work()
      tokens[index].link = link(of: tokens[index].value)
    }
    /// 0 until a token is visited, then the number of the chain that contains it.
    var visits = [Int](repeating: 0, count: tokens.count)
    for start in tokens.indices {
      // A mode follows its token and has the same type.
      if tokens[start].mode != nil { tokens[start].ownType = tokens[start - 1].type }
      var chain: [Int] = []
      var next: Int? = start
      while let index = next, visits[index] == 0 {
        visits[index] = start + 1
        chain.append(index)
        next = tokens[index].link
      }
      if let index = next, visits[index] == start + 1, let first = chain.firstIndex(of: index) {
        for index in chain[first...] {
          let token = tokens[index]
          guard (token.ownType ?? token.groupType ?? "color") == "color" else { continue }
          report(
            .invalid, token.written,
            "\(token.name.quoted) refers to itself, perhaps by way of others: give it a colour.")
        }
      }
      for index in chain.reversed() {
        let token = tokens[index]
        let target = token.link.map { tokens[$0] }
        tokens[index].end = target == nil ? index : target?.end
        tokens[index].isModified = token.isModified || target?.isModified == true
        tokens[index].type = token.ownType ?? target?.type ?? token.groupType
      }
    }
  }

  /// Returns the index of the token that a value is an alias of; nil if the value is not an alias.
  private mutating func link(of value: PlacedJSON) -> Int? {
    if let target = value.string?.aliasTarget { return tokensByName[name: target] }
    guard let text = member("$ref", of: value)?.string, case .token(let index, let rest) = location(text),
      rest.isEmpty || rest.elementsEqual(["$value"])
    else { return nil }
    return index
  }

  /// The target of a pointer, and the rest of the pointer that leads into its value.
  enum Location {
    case token(Int, ArraySlice<String>)
    case group(String)
    case value(PlacedJSON, ArraySlice<String>)
  }

  func location(_ text: String) -> Location? {
    // The files of a palette are one text.
    let isInFile = text.firstIndex(of: "#").map { $0 > text.startIndex && self.text.contains(text[..<$0]) } ?? false
    return (isInFile ? String(text.drop { $0 != "#" }) : text).pointerSegments.map(locate)
  }

  /// Follows a pointer to a token, or to a value outside the groups.
  private func locate(_ segments: [String]) -> Location {
    var path = ""
    for (place, segment) in segments.enumerated() {
      let next = path.childPath(segment)
      if !segment.isEmpty, !segment.utf8.contains(UInt8(ascii: ".")) {
        if let token = tokensByName[name: next] { return .token(token, segments[(place + 1)...]) }
        if groupsByName[name: next] != nil {
          path = next
          continue
        }
      }
      return .value(groupsByName[name: path] ?? root, segments[place...])
    }
    return .group(path)
  }

  /// Returns the value at the end of a chain of references, whose offsets are the trail.
  mutating func resolved(_ json: PlacedJSON, _ trail: inout [Int]) throws(TokenProblem) -> PlacedJSON {
    var json = json
    while true {
      let next: PlacedJSON
      if let text = json.string, text.utf8.first == UInt8(ascii: "{") {
        try follow(json, &trail)
        next = tokens[try token(alias: text)].value
      } else if let reference = member("$ref", of: json) {
        try follow(json, &trail)
        guard let text = reference.string else {
          throw TokenProblem("has a '$ref' that is not a text: expected a pointer such as '#/color/red/$value'.")
        }
        next = try value(at: text, &trail)
      } else {
        return json
      }
      json = next
    }
  }

  private mutating func follow(_ json: PlacedJSON, _ trail: inout [Int]) throws(TokenProblem) {
    steps += 1
    guard steps <= Self.maximumSteps else { throw TokenProblem("is not read.") }
    guard !trail.contains(json.place.lowerBound) else {
      throw TokenProblem("refers to itself, by way of other references: the circle has to be broken.")
    }
    guard trail.count < Self.maximumChain else {
      throw TokenProblem("leads to more than \(Self.maximumChain) references, one after the other: shorten them.")
    }
    trail.append(json.place.lowerBound)
  }

  private func token(alias text: String) throws(TokenProblem) -> Int {
    guard let target = text.aliasTarget else {
      throw TokenProblem("has \(text.quoted): an alias is the name of one token in braces, and nothing else.")
    }
    if let token = tokensByName[name: target] { return token }
    if groupsByName[name: target] != nil {
      throw TokenProblem("refers to \(text.quoted), which is a group: name a token in it, as its '$root'.")
    }
    throw TokenProblem("refers to \(text.quoted), which the file does not have.", missing: Pathname(target))
  }

  private mutating func value(at text: String, _ trail: inout [Int]) throws(TokenProblem) -> PlacedJSON {
    guard let location = location(text) else {
      throw text.hasPrefix("#")
        ? TokenProblem(
          "refers to \(text.quoted), which is not a JSON Pointer: expected one such as '#/color/red/$value'.")
        : TokenProblem(.unknown, "refers to \(text.quoted), which is in another file: give it as well.")
    }
    var json: PlacedJSON
    var rest: ArraySlice<String>
    switch location {
    case .token(let index, let inner) where inner.isEmpty || inner.first == "$value":
      (json, rest) = (tokens[index].value, inner.dropFirst())
    case .token(let index, let inner): (json, rest) = (tokens[index].json, inner)
    case .value(let start, let inner): (json, rest) = (start, inner)
    case .group:
      throw TokenProblem("refers to \(text.quoted), which is a group: point to the '$value' of a token.")
    }
    for segment in rest {
      steps += 1
      json = try resolved(json, &trail)
      let next: PlacedJSON? =
        if let items = json.array {
          Int(segment).flatMap { items.indices.contains($0) && String($0) == segment ? items[$0] : nil }
        } else {
          member(segment, of: json)
        }
      guard let next else {
        throw TokenProblem("refers to \(text.quoted), which leads nowhere: there is no \(segment.quoted).")
      }
      json = next
    }
    return member("$value", of: json) ?? json
  }

  /// Returns a member of an object by its name, in constant time even if the object has many members.
  mutating func member(_ name: String, of json: PlacedJSON) -> PlacedJSON? {
    guard let list = json.members else { return nil }
    if list.count <= 16 { return list.first { $0.name.isSame(as: name) }?.value }
    // A group with what it extends has the place of the group alone.
    let key = ObjectKey(place: json.place.lowerBound, count: list.count)
    let indices =
      members[key] ?? Dictionary(list.enumerated().map { ($1.name, $0) }) { first, _ in first }
    members[key] = indices
    guard let index = indices[name: name] else { return nil }
    return list[index].name.isSame(as: name) ? list[index].value : list.first { $0.name.isSame(as: name) }?.value
  }
}

extension String {
  /// The names in a JSON Pointer (RFC 6901) as the fragment of a URI, decoded; nil if the text is none.
  var pointerSegments: [String]? {
    guard utf8.count <= TokenReader.maximumName, utf8.starts(with: "#/".utf8) else { return nil }
    let parts = utf8.dropFirst(2).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let segments = parts.compactMap { Self.segment(Array($0)) }
    return segments.count == parts.count ? segments : nil
  }

  /// Decodes percent-encoding, and then `~1` and `~0`.
  private static func segment(_ text: [UInt8]) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexadecimal),
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let parts = bytes.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard parts.dropFirst().allSatisfy({ $0.first == UInt8(ascii: "0") || $0.first == UInt8(ascii: "1") }) else {
      return nil
    }
    let decoded = parts.dropFirst().flatMap { [$0.first == UInt8(ascii: "0") ? 0x7e : 0x2f] + $0.dropFirst() }
    return String(validating: parts[0] + decoded, as: UTF8.self)
  }

  /// The text between the braces if the whole string is an alias; otherwise nil.
  var aliasTarget: String? {
    guard utf8.count > 2, utf8.first == UInt8(ascii: "{"), utf8.last == UInt8(ascii: "}") else { return nil }
    let inner = utf8.dropFirst().dropLast()
    guard !inner.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else { return nil }
    return String(decoding: inner, as: UTF8.self)
  }
}
