import GamutBasics

/// A group or a token as written in the file, before groups are extended.
struct TokenNode: Sendable {
  var name: String
  /// The full name, which includes the names of the groups around it.
  var path: String
  var json: PlacedJSON
  var isToken = false
  var type: String?
  /// The indices of the groups and tokens inside, in their order.
  var children: [Int] = []
  var childrenByName: [Pathname: Int] = [:]
  /// The reference to the group that this group extends: an alias, or an object with a pointer.
  var base: PlacedJSON?
  /// The value of the token: that of `$value`, or the whole token if it has `$ref` instead.
  var value: PlacedJSON?
  /// The value or reference as written, at whose position messages are reported.
  var written: PlacedJSON?
  /// Whether an extension changes the colour in a way that only its tool knows.
  var isModified = false
  /// The values for modes other than the light one.
  var modes: [(mode: TokenMode, value: PlacedJSON)] = []
}

extension TokenReader {
  /// Adds a group or a token, with its contents.
  ///
  /// - Returns: its index in `nodes`; nil if the format does not allow it.
  @discardableResult
  mutating func addNode(_ name: String, _ path: String, _ json: PlacedJSON) throws(PaletteFault) -> Int? {
    guard let members = json.members else {
      report(
        .invalid, json,
        "\(path.quoted) is neither a group nor a token: expected an object, and '$value' in that of a token."
      )
      return nil
    }
    guard nodes.count < Palette.maximumEntries else {
      throw fault(
        at: json, "it has more than \(Words.count(Palette.maximumEntries)) groups and tokens")
    }
    var node = TokenNode(name: name, path: path, json: json)
    node.isToken = try isToken(json)
    if !node.isToken, json.isUnmarkedToken {
      unmarked.add(path, at: place(of: json))
      return nil
    }
    let index = nodes.count
    nodes.append(node)
    for member in members {
      if member.name == "$type" {
        node.type = type(member.value, of: path)
      } else if node.isToken {
        readProperty(member, of: &node)
      } else if let child = try addMember(member, of: &node) {
        node.children.append(child)
        node.childrenByName[name: member.name] = child
      }
    }
    nodes[index] = node
    return index
  }

  private static let known: Set = ["$description", "$extensions", "$deprecated"]

  private mutating func readProperty(_ member: PlacedJSON.Member, of token: inout TokenNode) {
    switch member.name {
    case "$value":
      if token.json["$ref"] != nil {
        report(.invalid, member.value, "\(token.path.quoted) has both '$value' and '$ref': the first is taken.")
      }
      (token.value, token.written) = (member.value, member.value)
    case "$ref":
      if token.json["$value"] == nil { (token.value, token.written) = (token.json, member.value) }
    case "$extensions":
      token.isModified = member.value["studio.tokens"]?["modify"] != nil
      for member in member.value["mode"]?.members ?? [] {
        guard let mode = TokenMode(member.name), mode.isDark || mode.hasHighContrast,
          !token.modes.contains(where: { $0.mode == mode })
        else { continue }
        token.modes.append((mode, member.value))
      }
    case "$extends", "$root":
      report(.invalid, member.value, "'\(member.name)' is for groups, and \(token.path.quoted) is a token.")
    case let name where Self.known.contains(name): break
    case let name where name.hasPrefix("$"): reportUnknown(member, of: token)
    case let name where member.value.members != nil:
      report(
        .invalid, member.value,
        "\(token.path.quoted) is a token, which cannot hold \(name.quoted): to have both, make it a group, with "
          + "its own value as the token '$root'.")
    case let name:
      report(
        .invalid, member.value,
        "\(token.path.quoted) has the property \(name.quoted), which the format does not know: put your own "
          + "data in '$extensions'.")
    }
  }

  /// Reads a member of a group: a property of the group, or a group or token inside, whose index is returned.
  private mutating func addMember(
    _ member: PlacedJSON.Member, of group: inout TokenNode
  ) throws(PaletteFault) -> Int? {
    let name = member.name
    switch name {
    case "$extends":
      group.base = member.value
      return nil
    case "$ref":
      if group.base == nil, group.json["$extends"] == nil { group.base = group.json }
      return nil
    case "$root": break
    case "$schema" where group.path.isEmpty: return nil
    case _ where Self.known.contains(name): return nil
    case _ where name.hasPrefix("$"):
      reportUnknown(member, of: group)
      return nil
    case _ where name.isEmpty || name.utf8.contains { "{}.".utf8.contains($0) }:
      let place = group.path.isEmpty ? "" : " in \(group.path.quoted)"
      report(
        .invalid, member.value,
        name.isEmpty
          ? "A name\(place) is empty, so that nothing can refer to it: it is left out."
          : "The name \(name.quoted)\(place) is left out: the characters '{', '}' and '.' are for aliases.")
      return nil
    default: break
    }
    let path = group.path.childPath(name)
    guard path.utf8.count <= Self.maximumName else {
      report(
        .invalid, member.value,
        "\(path.quoted) is left out: its name has more than \(Words.count(Self.maximumName)) bytes.")
      return nil
    }
    guard let child = try addNode(name, path, member.value) else { return nil }
    if name == "$root", !nodes[child].isToken {
      report(.invalid, member.value, "\(path.quoted) is not a token: expected an object with '$value'.")
      return nil
    }
    return child
  }

  private mutating func reportUnknown(_ member: PlacedJSON.Member, of node: TokenNode) {
    let known = Self.known.union(
      node.isToken ? ["$value", "$type", "$ref"] : ["$type", "$extends", "$root", "$value"])
    let remedy =
      Suggestion.nearest(to: member.name, among: known.sorted()).map { "did you mean '\($0)'?" }
      ?? "only names of the format begin with '$'."
    let place = node.path.isEmpty ? "The file" : node.path.quoted
    report(.invalid, member.value, "\(place) has \(member.name.quoted), which the format does not know: \(remedy)")
  }

  private mutating func type(_ json: PlacedJSON, of path: String) -> String? {
    let place = path.isEmpty ? "the file" : path.quoted
    guard let type = json.string else {
      report(.invalid, json, "The type of \(place) is not a text: expected one such as 'color'.")
      return nil
    }
    if type != "color", Suggestion.nearest(to: type, among: ["color"]) != nil {
      report(.invalid, json, "The type \(type.quoted) of \(place) is unknown: did you mean 'color'?")
    }
    return type
  }

  /// Returns whether an object is a token: it has a value, or a pointer to one. An object with a pointer to a group is
  /// a group.
  private mutating func isToken(_ json: PlacedJSON) throws(PaletteFault) -> Bool {
    if json["$value"] != nil { return true }
    guard var pointer = json["$ref"]?.string else { return false }
    if json["$extends"] != nil || json.hasChildren { return false }
    for _ in 0..<Self.maximumChain {
      try work()
      guard pointer.hasPrefix("#/"), let target = member(at: pointer) else { return true }
      if target["$value"] != nil || target.members == nil { return true }
      guard let next = target["$ref"]?.string, !target.hasChildren else { return false }
      pointer = next
    }
    return true
  }

  /// Returns the JSON of the group or token that a pointer names; nil if the pointer has another target or none.
  private mutating func member(at pointer: String) -> PlacedJSON? {
    guard let segments = TokenPointer(pointer)?.segments else { return nil }
    var json = root
    for segment in segments {
      if segment.hasPrefix("$"), segment != "$root" { return nil }
      guard let next = member(segment, of: json) else { return nil }
      json = next
    }
    return json
  }

  /// Returns a member of an object by its name, in constant time even if the object has many members.
  mutating func member(_ name: String, of json: PlacedJSON) -> PlacedJSON? {
    guard let list = json.members else { return nil }
    if list.count <= 16 { return list.first { $0.name.isSame(as: name) }?.value }
    let place = json.place.lowerBound
    if members[place] == nil {
      members[place] = Dictionary(list.enumerated().map { (Pathname($1.name), $0) }) { first, _ in first }
    }
    return members[place]?[name: name].map { list[$0].value }
  }
}

extension PlacedJSON {
  /// Whether the object contains a group or a token.
  fileprivate var hasChildren: Bool {
    members?.contains { (!$0.name.hasPrefix("$") || $0.name == "$root") && $0.value.members != nil } ?? false
  }

  /// Whether the object is a token of an early draft, whose names had no `$`.
  fileprivate var isUnmarkedToken: Bool {
    guard let value = self["value"] else { return false }
    return value.members == nil || value.isColorShaped
  }

  /// Whether the object has a member that is typical of a colour.
  var isColorShaped: Bool { self["colorSpace"] != nil || self["components"] != nil }
}

extension String {
  /// Returns the full name of a group or token inside the group with this full name.
  func childPath(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}
