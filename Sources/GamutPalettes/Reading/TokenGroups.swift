import GamutBasics

/// A token of a group, or one that a group inherits from the groups that it extends.
struct Token: Sendable {
  /// The full name, which includes the names of the groups around the token.
  var name: String
  /// The index in the reader's `nodes`.
  var node: Int
  var value: PlacedJSON
  /// The value or reference as written, at whose position messages are reported.
  var written: PlacedJSON
  var ownType: String?
  var groupType: String?
  /// The mode for which this is the value of the preceding token; nil for a token in its own right.
  var mode: TokenMode?
  /// The index of the token that this token is an alias of.
  var link: Int?
  /// Whether the token, or one that it refers to, is changed by an extension.
  var isModified = false
  /// The index of the token at the end of the chain of aliases; nil until aliases are followed, and if they are
  /// circular.
  var end: Int?
  var type: String?
}

/// Sibling groups whose names are modes, such as `light` and `dark`, with their tokens.
struct TokenModes: Sendable {
  /// The number of bytes of the full name up to and including the full stop before the mode.
  var prefix: Int
  var groups: [(mode: TokenMode, name: String, tokens: Range<Int>)] = []
}

/// The conditions that the name of a group implies.
struct TokenMode: Sendable, Hashable {
  var isDark = false
  var hasHighContrast = false

  /// Creates a mode from a name such as `light`, `dark`, `high-contrast`, `dark-hc` or `dark-mode`, in upper or lower
  /// case and with any separators; nil for any other name.
  init?(_ name: String) {
    guard name.utf8.count <= 40 else { return nil }
    var words = name.asciiLowercased.filter { !"-_ ".contains($0) }
    for end in ["mode", "theme"] where words.hasSuffix(end) { words.removeLast(end.count) }
    for contrast in ["highcontrast", "increasedcontrast"] {
      guard let place = words.firstRange(of: contrast) else { continue }
      words.removeSubrange(place)
      hasHighContrast = true
      break
    }
    if !hasHighContrast, words.hasSuffix("hc") {
      words.removeLast(2)
      hasHighContrast = true
    }
    guard words == "light" || words == "dark" || words.isEmpty && hasHighContrast else { return nil }
    isDark = words == "dark"
  }
}

/// The expansion of groups: each one gets the tokens of the groups that it extends.
extension TokenReader {
  private enum Child {
    case token(Int)
    case group([Int])
  }

  mutating func expandGroups() throws(PaletteFault) {
    let all = try layers(of: 0, chain: 0)
    var around = Set(all)
    try expand(all, "", type: nil, hasMode: false, depth: 0, around: &around)
  }

  /// Adds the tokens of a group. `around` are the groups that it and those around it consist of.
  private mutating func expand(
    _ layers: [Int], _ path: String, type: String?, hasMode: Bool, depth: Int, around: inout Set<Int>
  ) throws(PaletteFault) {
    guard let last = layers.last else { return }
    guard depth <= Self.maximumDepth else {
      report(
        .invalid, nodes[last].json, "\(path.quoted) is left out: more than \(Self.maximumDepth) groups are around it.")
      return
    }
    groupsByName[name: path] = last
    try checkCount(nodes[last].json)
    let type = layers.compactMap { nodes[$0].type }.last ?? type
    let names = try childNames(of: layers)
    let named = hasMode ? [] : names.compactMap { name in TokenMode(name).map { (name, $0) } }
    // If two groups have the same mode, their names are not modes.
    let modes =
      named.count > 1 && Set(named.map(\.1)).count == named.count ? Dictionary(uniqueKeysWithValues: named) : [:]
    var found = TokenModes(prefix: path.isEmpty ? 0 : path.utf8.count + 1)
    for name in names {
      let start = tokens.count
      let whole = path.childPath(name)
      switch try child(name, in: layers, chain: 0) {
      case .token(let node): try addToken(whole, node, type)
      case .group(var inner):
        inner.removeAll { group in
          let isCircular = around.contains(group)
          if isCircular { reportCircle(group, at: whole) }
          return isCircular
        }
        around.formUnion(inner)
        try expand(
          inner, whole, type: type, hasMode: hasMode || modes[name] != nil, depth: depth + 1, around: &around)
        around.subtract(inner)
        if let mode = modes[name] { found.groups.append((mode, name, start..<tokens.count)) }
      case nil: break
      }
    }
    if found.groups.count > 1 { modeGroups.append(found) }
  }

  private mutating func reportCircle(_ group: Int, at name: String) {
    report(
      .invalid, nodes[group].base ?? nodes[group].json,
      "\(name.quoted) extends a group that contains it, \(nodes[group].path.quoted): what this has is left out there.")
  }

  private func checkCount(_ json: PlacedJSON) throws(PaletteFault) {
    if tokens.count + groupsByName.count <= Palette.maximumEntries { return }
    throw fault(
      at: json,
      "it has more than \(Words.count(Palette.maximumEntries)) groups and tokens, with those of the groups that others "
        + "extend")
  }

  private mutating func addToken(_ name: String, _ index: Int, _ groupType: String?) throws(PaletteFault) {
    let node = nodes[index]
    guard let value = node.value, let written = node.written else { return }
    guard name.utf8.count <= Self.maximumName else {
      report(
        .invalid, written, "\(name.quoted) is left out: its name has more than \(Words.count(Self.maximumName)) bytes.")
      return
    }
    try checkCount(node.json)
    tokensByName[name: name] = tokens.count
    tokens.append(
      Token(name: name, node: index, value: value, written: written, ownType: node.type, groupType: groupType))
    for (mode, value) in node.modes {
      tokens.append(Token(name: name, node: index, value: value, written: value, mode: mode))
    }
  }

  /// Returns the names of the groups and tokens in a group, beginning with those of the groups that it extends.
  private mutating func childNames(of layers: [Int]) throws(PaletteFault) -> [String] {
    var names: [String] = []
    var known: Set<Pathname> = []
    for layer in layers {
      let children = nodes[layer].children
      try work(children.count + 1)
      for child in children where layers.count == 1 || known.insert(Pathname(nodes[child].name)).inserted {
        names.append(nodes[child].name)
      }
    }
    return names
  }

  /// Returns the group or token with a name in a group: groups with the same name are merged, and tokens replaced.
  private mutating func child(_ name: String, in layers: [Int], chain: Int) throws(PaletteFault) -> Child? {
    try work(layers.count)
    var result: Child?
    for layer in layers {
      guard let child = nodes[layer].childrenByName[name: name] else { continue }
      if nodes[child].isToken {
        result = .token(child)
        continue
      }
      let inner = try self.layers(of: child, chain: chain)
      if case .group(let before) = result {
        result = .group(limited(before.filter { !inner.contains($0) } + inner, of: child))
      } else {
        result = .group(inner)
      }
    }
    return result
  }

  private mutating func limited(_ layers: [Int], of group: Int) -> [Int] {
    if layers.count <= Self.maximumChain { return layers }
    reportChain(group)
    return [group]
  }

  private mutating func reportChain(_ group: Int) {
    report(
      .invalid, nodes[group].base ?? nodes[group].json,
      "\(nodes[group].path.quoted) is left without what it extends: more than \(Self.maximumChain) groups extend each "
        + "other here.")
  }

  /// Returns the groups that a group consists of: the groups that it extends, then the group itself. `chain` is the number
  /// of groups that extend one another on the way to this one.
  private mutating func layers(of group: Int, chain: Int) throws(PaletteFault) -> [Int] {
    guard let base = nodes[group].base else { return [group] }
    if let known = layers[group] {
      guard known.isEmpty else { return known }
      report(
        .invalid, base, "\(nodes[group].path.quoted) extends itself, by way of others: the circle has to be broken.")
      return [group]
    }
    guard chain < Self.maximumChain else {
      reportChain(group)
      return [group]
    }
    layers[group] = []
    var result = [group]
    if let segments = baseSegments(base, of: group) {
      let below = try extended(segments, base, by: group, chain: chain + 1)
      result = limited(below.filter { $0 != group } + [group], of: group)
    }
    layers[group] = result
    return result
  }

  /// Returns the path, as names, of the group that another one extends.
  private mutating func baseSegments(_ base: PlacedJSON, of group: Int) -> [String]? {
    let name = nodes[group].path.quoted
    if let text = base.string {
      if let target = text.aliasTarget {
        return target.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
      }
      if let pointer = TokenPointer(text) { return pointer.segments }
    } else if let text = base["$ref"]?.string {
      if let pointer = TokenPointer(text) { return pointer.segments }
      if !text.hasPrefix("#") {
        report(.unknown, base, "\(name) extends \(text.quoted), which is in another file: give both as one.")
        return nil
      }
    }
    report(.invalid, base, "\(name) does not say which group it extends: expected its name in braces, as '{group}'.")
    return nil
  }

  /// Returns the groups that make up the extended group; empty if it does not exist.
  private mutating func extended(
    _ segments: [String], _ base: PlacedJSON, by group: Int, chain: Int
  ) throws(PaletteFault) -> [Int] {
    var current = try layers(of: 0, chain: chain)
    for segment in segments {
      switch try child(segment, in: current, chain: chain) {
      case .group(let inner): current = inner
      case .token:
        report(
          .invalid, base,
          "\(nodes[group].path.quoted) extends \(segments.joined(separator: ".").quoted), which is a token: only a group "
            + "can be extended.")
        return []
      case nil:
        report(
          .invalid, base,
          "\(nodes[group].path.quoted) extends \(segments.joined(separator: ".").quoted), which the file does not have"
            + (baseSuggestion(segments).map { ": did you mean '{\($0.printable)}'?" } ?? "."))
        return []
      }
    }
    return current
  }

  private mutating func baseSuggestion(_ segments: [String]) -> String? {
    let groups = nodes.lazy.filter { !$0.isToken && !$0.path.isEmpty }.map(\.path)
    return names.nearest(to: segments.joined(separator: "."), among: groups)
  }
}
