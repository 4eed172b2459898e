import GamutBasics

/// A token of a group, or one that a group inherits from the group that it extends.
struct Token: Sendable {
  /// The full name, which includes the names of the groups around the token.
  var name: Pathname
  var json: PlacedJSON
  /// That of `$value`, or the whole token if it has `$ref` instead.
  var value: PlacedJSON
  /// The value or reference as written, at whose position messages are reported.
  var written: PlacedJSON
  var ownType: String?
  var groupType: String?
  /// The mode for which this is the value of the preceding token; nil for a token in its own right.
  var mode: TokenMode?
  var link: Int?
  /// Whether an extension changes the colour, or that of a token that it refers to, in a way that only its tool knows.
  var isModified = false
  /// The index of the token at the end of the chain of aliases; nil until they are followed, and if they are circular.
  var end: Int?
  var type: String?
}

/// A group with what it has from the group that it extends.
struct TokenGroup: Sendable {
  var json: PlacedJSON
  /// The places of the group and of those that it extends.
  var places: [Int]
}

/// Sibling groups whose names are modes, such as `light` and `dark`, with their tokens.
struct TokenModes: Sendable {
  /// The number of bytes of the full name up to and including the full stop before the mode.
  var prefix: Int
  var groups: [(mode: TokenMode, name: Pathname, tokens: Range<Int>)] = []
}

/// The conditions that the name of a group implies.
struct TokenMode: Sendable, Hashable {
  var isDark = false
  var hasHighContrast = false

  /// Creates a mode from a name such as `light`, `dark`, `high-contrast`, `dark-hc` or `dark-mode`, in upper or lower
  /// case and with any separators; nil for any other name.
  init?(_ name: Pathname) {
    // Most names begin with another letter.
    guard name.bytes.count <= 40, let first = name.bytes.first(where: { !"-_ ".utf8.contains($0) }),
      "dhil".utf8.contains(first | 0x20)
    else { return nil }
    var words = name.text.asciiLowercased.filter { !"-_ ".contains($0) }
    for end in ["mode", "theme"] where words.hasSuffix(end) { words.removeLast(end.count) }
    if let place = ["highcontrast", "increasedcontrast"].compactMap({ words.firstRange(of: $0) }).first {
      words.removeSubrange(place)
      hasHighContrast = true
    }
    if !hasHighContrast, words.hasSuffix("hc") {
      words.removeLast(2)
      hasHighContrast = true
    }
    guard words == "light" || words == "dark" || words.isEmpty && hasHighContrast else { return nil }
    isDark = words == "dark"
  }
}

extension TokenReader {
  private enum Target {
    case group(TokenGroup)
    case token, nothing
  }

  /// Returns a group with the tokens, groups and properties of the group that it extends, which its own replace.
  mutating func expand(_ json: PlacedJSON, _ path: String) throws(PaletteFault) -> TokenGroup {
    let place = json.place.lowerBound
    if let known = expanded[place] { return known }
    var group = TokenGroup(json: json, places: [place])
    if let base = json["$extends"] ?? (json["$ref"] == nil ? nil : json) {
      guard !trail.contains(place) else {
        report(.invalid, base, "\(path.quoted) extends itself, by way of others: the circle has to be broken.")
        return group
      }
      trail.append(place)
      defer { trail.removeLast() }
      let below = trail.count > Self.maximumChain ? nil : try extended(base, by: path)
      if trail.count > Self.maximumChain || below?.places.count ?? 0 >= Self.maximumChain {
        report(
          .invalid, base,
          "\(path.quoted) is left without what it extends: more than \(Self.maximumChain) groups extend each other here."
        )
      } else if let members = below?.json.members {
        group.json.content = .object(PlacedJSON.merged(members, json.members ?? [], &steps))
        try work()
        group.places += below?.places ?? []
      }
    }
    expanded[place] = group
    return group
  }

  /// Returns the group that another one extends; nil, with a note, if there is none.
  private mutating func extended(_ base: PlacedJSON, by path: String) throws(PaletteFault) -> TokenGroup? {
    guard let segments = baseSegments(base, of: path) else { return nil }
    let name = segments.joined(separator: ".").quoted
    switch try target(of: segments) {
    case .group(let group): return group
    case .token:
      report(.invalid, base, "\(path.quoted) extends \(name), which is a token: only a group can be extended.")
    case .nothing: report(.invalid, base, "\(path.quoted) extends \(name), which the file does not have.")
    }
    return nil
  }

  /// Returns the path, as names, of the group that another one extends.
  private mutating func baseSegments(_ base: PlacedJSON, of path: String) -> [String]? {
    if let target = base.string?.aliasTarget {
      return target.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    if let text = base.string ?? base["$ref"]?.string {
      if let segments = text.pointerSegments { return segments }
      if base.string == nil, !text.hasPrefix("#") {
        report(.unknown, base, "\(path.quoted) extends \(text.quoted), which is in another file: give both as one.")
        return nil
      }
    }
    report(
      .invalid, base, "\(path.quoted) does not say which group it extends: expected its name in braces, as '{group}'.")
    return nil
  }

  private mutating func target(of segments: [String]) throws(PaletteFault) -> Target {
    var group = try expand(root, "")
    var path = ""
    for (index, segment) in segments.enumerated() {
      try work()
      path = path.childPath(segment)
      guard segment == "$root" || !segment.hasPrefix("$"), let json = member(segment, of: group.json),
        json.members != nil
      else { return .nothing }
      if expanded[json.place.lowerBound] == nil, try isToken(json) {
        return index == segments.count - 1 ? .token : .nothing
      }
      group = try expand(json, path)
    }
    return .group(group)
  }

  /// Returns whether an object is a token: it has a value, or a pointer to one. One with a pointer to a group is a group.
  private mutating func isToken(_ json: PlacedJSON) throws(PaletteFault) -> Bool {
    if json["$value"] != nil { return true }
    guard let text = json["$ref"]?.string, json["$extends"] == nil,
      json.members?.contains(where: { (!$0.name.hasPrefix("$") || $0.name == "$root") && $0.value.members != nil })
        != true
    else { return false }
    let place = json.place.lowerBound
    guard let segments = text.pointerSegments, trail.count < Self.maximumChain, !trail.contains(place) else {
      return true
    }
    trail.append(place)
    defer { trail.removeLast() }
    if case .group = try target(of: segments) { return false }
    return true
  }

  mutating func collectTokens() throws(PaletteFault) {
    let group = try expand(root, "")
    var around = Set(group.places)
    try collect(group, "", type: nil, hasMode: false, depth: 0, around: &around)
  }

  /// Adds the tokens of a group. `around` are the places of the groups that it and those around it consist of.
  private mutating func collect(
    _ group: TokenGroup, _ path: String, type: String?, hasMode: Bool, depth: Int, around: inout Set<Int>
  ) throws(PaletteFault) {
    guard depth <= Self.maximumDepth else {
      report(.invalid, group.json, "\(path.quoted) is left out: more than \(Self.maximumDepth) groups are around it.")
      return
    }
    groupsByName[name: path] = group.json
    try checkCount(group.json)
    let members = group.json.members ?? []
    try work(members.count + 1)
    let type = members.first { $0.name == "$type" }.flatMap { self.type($0.value, of: path) } ?? type
    let children = members.filter { isChild($0, of: path) }
    let named = hasMode ? [] : children.compactMap { child in TokenMode(child.name).map { (child.name, $0) } }
    // If two groups have the same mode, their names are not modes.
    let modes =
      named.count > 1 && Set(named.map(\.1)).count == named.count ? Dictionary(uniqueKeysWithValues: named) : [:]
    var found = TokenModes(prefix: path.isEmpty ? 0 : path.utf8.count + 1)
    for child in children {
      let start = tokens.count
      let whole = path.childPath(child.name.text)
      if try isToken(child.value) {
        try addToken(whole, child.value, type)
        continue
      }
      guard child.name != "$root" else {
        report(.invalid, child.value, "\(whole.quoted) is not a token: expected an object with '$value'.")
        continue
      }
      // A token of an early draft, whose names had no `$`.
      if let value = child.value["value"],
        value.members == nil || value["colorSpace"] != nil || value["components"] != nil
      {
        report(
          .invalid, child.value, "\(whole.quoted) has 'value' for '$value': the names of properties begin with '$'.")
        continue
      }
      var inner = try expand(child.value, whole)
      if !around.isDisjoint(with: inner.places) {
        report(
          .invalid, child.value, "\(whole.quoted) extends a group that contains it: what this has is left out there.")
        inner = TokenGroup(json: child.value, places: [child.value.place.lowerBound])
        if around.contains(inner.places[0]) { continue }
      }
      around.formUnion(inner.places)
      try collect(
        inner, whole, type: type, hasMode: hasMode || modes[child.name] != nil, depth: depth + 1, around: &around)
      around.subtract(inner.places)
      if let mode = modes[child.name] { found.groups.append((mode, child.name, start..<tokens.count)) }
    }
    if found.groups.count > 1 { modeGroups.append(found) }
  }

  private func checkCount(_ json: PlacedJSON) throws(PaletteFault) {
    if tokens.count + groupsByName.count <= Palette.maximumEntries { return }
    throw fault(
      at: json,
      "it has more than \(Words.count(Palette.maximumEntries)) groups and tokens, with those of the groups that others "
        + "extend")
  }

  private mutating func addToken(_ name: String, _ json: PlacedJSON, _ groupType: String?) throws(PaletteFault) {
    let (value, reference) = (json["$value"], json["$ref"])
    guard let written = value ?? reference else { return }
    try checkCount(json)
    var token = Token(name: Pathname(name), json: json, value: value ?? json, written: written, groupType: groupType)
    if let type = json["$type"] { token.ownType = self.type(type, of: name) }
    var modes: [(mode: TokenMode, value: PlacedJSON)] = []
    if value != nil, let reference {
      report(.invalid, reference, "\(name.quoted) has both '$value' and '$ref': the first is taken.")
    }
    for member in json.members ?? [] {
      switch member.name {
      case "$value", "$ref", "$type", "$description", "$deprecated": break
      case "$extensions":
        token.isModified = member.value["studio.tokens"]?["modify"] != nil
        for member in member.value["mode"]?.members ?? [] {
          guard let mode = TokenMode(member.name), mode.isDark || mode.hasHighContrast,
            !modes.contains(where: { $0.mode == mode })
          else { continue }
          modes.append((mode, member.value))
        }
      default:
        report(
          .invalid, member.value,
          "\(name.quoted) is a token, which cannot have \(member.name.quoted): to have both, make it a group, with its "
            + "own value as the token '$root'; put your own data in '$extensions'.")
      }
    }
    tokensByName[name: name] = tokens.count
    tokens.append(token)
    for (mode, value) in modes {
      (token.value, token.written, token.mode, token.ownType, token.groupType) = (value, value, mode, nil, nil)
      tokens.append(token)
    }
  }

  /// Returns whether a member of a group is a group or a token, and adds a note if it is neither, nor a property.
  private mutating func isChild(_ member: PlacedJSON.Member, of group: String) -> Bool {
    let name = member.name
    switch name {
    case "$root": break
    case "$type", "$extends", "$ref", "$description", "$extensions", "$deprecated": return false
    case "$schema" where group.isEmpty: return false
    case _ where name.hasPrefix("$"):
      let place = group.isEmpty ? "The file" : group.quoted
      report(.invalid, member.value, "\(place) has \(name.quoted), which the format does not know.")
      return false
    default: break
    }
    let path = group.childPath(name.text)
    if !name.isEmpty, !name.bytes.contains(where: { "{}.".utf8.contains($0) }), path.utf8.count <= Self.maximumName,
      member.value.members != nil
    {
      return true
    }
    report(
      .invalid, member.value,
      "\(path.quoted) is left out: a group or a token is an object, and its name has 1 to \(Words.count(Self.maximumName)) "
        + "bytes, without '{', '}' and '.', which are for aliases.")
    return false
  }

  private mutating func type(_ json: PlacedJSON, of path: String) -> String? {
    let type = json.string
    if type != "color", type.map({ Suggestion.nearest(to: $0, among: ["color"]) != nil }) ?? true {
      let place = path.isEmpty ? "the file" : path.quoted
      report(.invalid, json, "The type of \(place) is none of the format: did you mean 'color'?")
    }
    return type
  }
}

extension String {
  /// Returns the full name of a group or token inside the group with this full name.
  func childPath(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}
